/** Keys and nonces are good for one request: each gets its own, whatever the example says. */
import fc from 'fast-check';
import type { Case } from '../case.js';
import { validValue } from './arbitrary.js';
import type { Material } from './examples.js';
import { judgeParameter } from './judge-parameter.js';

const KEYS = /^(x-)?idempotency-key$|(^|[-_])nonce$/i;

/** @param count of the request: what is made of it is the same in each run of a seed */
export function withFreshKeys(material: Material, item: Case, count: number): Case {
  const keys = item.operation.parameters.filter(
    (parameter) =>
      parameter.in === 'header' &&
      KEYS.test(parameter.name) &&
      // What is wrong on purpose stays wrong.
      item.headers[parameter.name] !== undefined &&
      judgeParameter(material, parameter, item.headers[parameter.name] ?? '') === 'kept',
  );
  if (keys.length === 0) return item;
  const seed = material.seed + count;
  const fresh = keys.map((parameter) => {
    const own = `key-${seed}-${count}`;
    if (judgeParameter(material, parameter, own) === 'kept') return [parameter.name, own] as const;
    const values = validValue(material.source, parameter.schema, material.validators.sent(parameter.schema));
    const [value] = values ? fc.sample(values, { seed, numRuns: 1 }) : [];
    return [
      parameter.name,
      typeof value === 'string' ? value : (item.headers[parameter.name] ?? ''),
    ] as const;
  });
  return { ...item, headers: { ...item.headers, ...Object.fromEntries(fresh) } };
}
