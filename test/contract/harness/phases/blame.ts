/** Finds the part of a random request that a failure is about: the one without which the request does not fail. */
import { isSuccess } from '../answer.js';
import type { Case } from '../case.js';
import { isRecord, type Json } from '../document/values.js';
import { bodyExample } from '../generation/examples.js';
import { judgeBody } from '../generation/judge-body.js';
import { writePayload } from '../generation/payload.js';
import { pointerWithin } from '../generation/variants.js';
import { withoutParameter } from '../generation/write-parameter.js';
import type { Exchange, Named, Run } from '../run.js';

/** A part of a request: a member of its body, or a parameter. */
export interface Part {
  readonly kind: 'member' | 'parameter';
  readonly name: string;
  /** JSON pointer of its rule. */
  readonly pointer: string;
}

/** RFC 9110, 15.5.10. */
const CONFLICT = 409;

/** They are about what was sent; the others are about what came back. */
const ABOUT_REQUESTS: readonly string[] = ['not_a_server_error', 'positive_data_acceptance'];

/** Notes what the checks have against a request that was made up, with the part of it that is at fault. */
export async function noteMadeUp(run: Run, exchanges: readonly Exchange[]): Promise<void> {
  const last = exchanges.at(-1);
  for (const violation of last ? run.judge(last) : []) {
    const part = last && (await blame(run, last, violation));
    run.report(violation.check, part ? { ...violation, pointer: part.pointer } : violation, exchanges);
  }
}

/** @returns undefined when no single part is at fault, or the failure is not about the request */
export async function blame(run: Run, exchange: Exchange, { check }: Named): Promise<Part | undefined> {
  if (!ABOUT_REQUESTS.includes(check)) return undefined;
  for (const part of partsOf(run, exchange.item)) {
    const plainer = withPlain(run, exchange.item, part);
    if (!plainer) continue;
    const { answer } = await run.send(plainer);
    // Another failure, such as a name that is taken, says nothing of the part.
    const isRefusal = answer.status < 500 && answer.status !== CONFLICT;
    if (isSuccess(answer) || (check === 'not_a_server_error' && isRefusal)) return part;
  }
  return undefined;
}

function partsOf(run: Run, { made, operation, query, headers }: Case): Part[] {
  const members =
    made && isRecord(made.value)
      ? Object.keys(made.value).map((name): Part => {
          const { schema, pointer } = made.body;
          const at = pointerWithin(run.material.source, schema, pointer, 'properties', name);
          return { kind: 'member', name, pointer: at };
        })
      : [];
  const given = operation.parameters.filter(
    ({ in: place, name, required }) =>
      !required &&
      ((place === 'query' && query.some(([key]) => key === name)) ||
        (place === 'header' && headers[name] !== undefined)),
  );
  return [...members, ...given.map(({ name, pointer }): Part => ({ kind: 'parameter', name, pointer }))];
}

/**
 * The same request with the example's value at the part, or without it.
 * @returns undefined when it has that already, or cannot be judged any more
 */
export function withPlain(run: Run, item: Case, { kind, name }: Part): Case | undefined {
  if (kind === 'parameter') {
    const parameter = item.operation.parameters.find((one) => one.name === name);
    return parameter && withoutParameter(item, parameter);
  }
  const { made } = item;
  if (!made || !isRecord(made.value)) return undefined;
  const { value: example } = bodyExample(run.material, made.body);
  const plain = isRecord(example) ? (example as Record<string, Json>)[name] : undefined;
  const { [name]: own, ...rest } = made.value as Record<string, Json>;
  if (JSON.stringify(own) === JSON.stringify(plain)) return undefined;
  const value: Json = plain === undefined ? rest : { ...rest, [name]: plain };
  const isBroken = judgeBody(run.material, made.body, value) === 'broken';
  if (isBroken !== (item.mode === 'negative')) return undefined;
  return { ...item, made: { ...made, value }, body: writePayload(run.material.source, made.body, value) };
}
