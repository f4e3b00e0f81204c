/** Checks that a repeatable POST names the collection that it adds a record to: its id is planned beforehand. */
import { operationsOf } from './operations-of.js';
import { resolve } from './resolve-references.js';
import type { Parameter, Specification } from './specification.js';

const KEY = 'Idempotency-Key';

/** Names of headers compare without case (RFC 9110, 5.1). */
const isKey = ({ name, in: place }: Parameter) =>
  place === 'header' && name.toLowerCase() === KEY.toLowerCase();

/** @throws Error that names the first path without `x-creates`: a repetition there would find the wrong record */
export function checkCreates(specification: Specification): void {
  for (const [path, item] of Object.entries(specification.paths)) {
    for (const [method, operation] of operationsOf(item)) {
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const takesKey = parameters.some((given) => isKey(resolve<Parameter>(specification, given)));
      if (method !== 'post' || !takesKey || !('201' in operation.responses)) continue;
      if (operation['x-creates'] !== undefined) continue;
      throw new Error(
        `openapi.yaml: POST ${path} takes an ${KEY} and answers 201. Name the collection that it adds a record to: ` +
          'x-creates (docs/pipeline/idempotency.md).',
      );
    }
  }
}
