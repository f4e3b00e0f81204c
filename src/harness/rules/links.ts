/** OpenAPI links (OpenAPI 3.0.3, 4.7.20): what an answer tells leads to what it says. */
import { type Case, isSuccess } from '../case.js';
import type { Json, Link, Operation } from '../document/model.js';
import { readExactJson } from '../document/parse.js';
import { bareCase, carrying, plainCase } from '../generation/cases.js';
import { withParameter } from '../generation/write.js';
import { note } from '../phases/attempt.js';
import { makeResources } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';

const CHECK = 'ensure_resource_availability';

export const hasLinks = ({ responses }: Operation) =>
  Object.values(responses).some(({ links }) => links.length > 0);

export async function followLinks(run: Run, operation: Operation): Promise<void> {
  const next = await makeResources(run, operation);
  const { path, exchanges } = await next();
  const told = await run.send({ ...plainCase(run.material, operation, path), about: 'before its links' });
  note(run, [...exchanges, told]);
  if (!isSuccess(told.answer)) return;
  const { responses } = operation;
  const { links = [] } = responses[told.answer.status] ?? responses['2XX'] ?? responses.default ?? {};
  for (const link of links) {
    const item = leadTo(run, link, told);
    if (typeof item === 'string') {
      run.warnings.push(`${operation.label}: the link ${link.name} ${item}.`);
      continue;
    }
    const there = await run.send(item);
    note(run, [...exchanges, told, there]);
    if (!run.judges(CHECK, item.operation) || ![404, 410].includes(there.answer.status)) continue;
    const message = `The link ${link.name} of ${operation.label} leads to ${there.answer.status}.`;
    run.report(CHECK, { message, pointer: link.pointer, subject: link.name }, [...exchanges, told, there]);
  }
}

/** @returns the request of a link; why there is none, when there is none */
function leadTo(run: Run, link: Link, told: Exchange): Case | string {
  const target = run
    .operations()
    .find(({ id, pointer }) =>
      link.operationId === undefined ? pointer === link.operationRef : id === link.operationId,
    );
  if (!target) return 'leads to no operation that is tested';
  const values = Object.entries(link.parameters).map(
    ([name, given]) => [name, evaluate(given, told)] as const,
  );
  const unknown = values.find(([, value]) => value === undefined);
  if (unknown)
    return `takes ${unknown[0]} from ${link.parameters[unknown[0]]}, and the answer has no such value`;
  const about = `the link ${link.name}`;
  const what = { mode: 'neutral' as const, about, pointer: link.pointer };
  let item: Case = { ...bareCase(run.material, target, {}), ...what };
  for (const [name, value] of values) {
    const [, place, own = name] = /^(path|query|header|cookie)\.(.+)$/.exec(name) ?? [];
    const parameter = target.parameters.find(
      (one) => one.name === own && (place === undefined || one.in === place),
    );
    if (!parameter) return `has a value for ${name}, which ${target.label} does not take`;
    const filled = withParameter(item, parameter, value as Json, what);
    if (!filled) return `has a value for ${name} that no request can carry`;
    item = filled;
  }
  const [body] = target.bodies;
  const sent = link.requestBody === undefined ? undefined : evaluate(link.requestBody, told);
  if (body && sent !== undefined) return carrying(item, body, sent as Json);
  return body ? { ...plainCase(run.material, target, item.path, body), ...what } : item;
}

/** A runtime expression (OpenAPI 3.0.3, 4.7.20.4), or a value as it stands. */
function evaluate(given: unknown, { item, request, answer }: Exchange): unknown {
  if (typeof given !== 'string') return given;
  const embedded = /^\{(\$[^}]+)\}$/.exec(given)?.[1] ?? given;
  const [, side, place, rest = ''] = /^\$(request|response)\.(\w+)[.#]?(.*)$/s.exec(embedded) ?? [];
  if (embedded === '$method') return request.method;
  if (embedded === '$statusCode') return answer.status;
  if (side === undefined) return given;
  if (place === 'body') {
    const body = side === 'response' ? readExactJson(answer) : item.made?.value;
    const steps = rest.split('/').slice(1);
    const plain = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
    return plain.reduce<unknown>((node, step) => Object(node)[step], body);
  }
  if (place === 'header')
    return side === 'response' ? answer.headers[rest.toLowerCase()] : item.headers[rest];
  if (place === 'path') return item.path[rest];
  return place === 'query' ? item.query.find(([name]) => name === rest)?.[1] : undefined;
}
