/** Values that are known once an answer is there (OpenAPI 3.0.3, 4.7.20.3). */
import { readBody, readJson } from '../checks/read-body.js';
import { isRecord } from '../document/values.js';
import type { Exchange } from '../run.js';

/** @returns constants as they are; undefined for what is not there */
export function evaluate(expression: unknown, { item, answer }: Exchange): unknown {
  const [, side, place, name = ''] =
    /^\$(request|response)\.(body|header|path|query)[.#]?(.*)$/.exec(String(expression)) ?? [];
  if (side === undefined) return expression;
  if (side === 'response') {
    if (place === 'header') return answer.headers[name.toLowerCase()];
    return place === 'body' ? at(readJson(answer), name) : undefined;
  }
  if (place === 'path') return item.path[name];
  if (place === 'query') return item.query.find(([key]) => key === name)?.[1];
  if (place === 'header') return item.headers[name];
  return item.body && at(readBody(item.body), name);
}

/** @param pointer RFC 6901 */
function at(value: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  return steps.reduce<unknown>(
    (node, step) => (isRecord(node) || Array.isArray(node) ? Reflect.get(node, step) : undefined),
    value,
  );
}
