/** Checks that a repeatable POST names the collection that it adds a record to: its id is planned beforehand. */
import { operationsOf } from './operations-of.js';
import { parametersOf } from './parameters-of.js';
import type { Specification } from './specification.js';
import { takesIdempotencyKey } from './takes-idempotency-key.js';

/** @throws Error that names the first path without `x-creates`: a repetition there would find the wrong record */
export function checkCreates(specification: Specification): void {
  for (const [path, item] of Object.entries(specification.paths)) {
    for (const [method, operation] of operationsOf(item)) {
      const takesKey = takesIdempotencyKey(parametersOf(specification, item, operation));
      if (method !== 'post' || !takesKey || !('201' in operation.responses)) continue;
      if (operation['x-creates'] !== undefined) continue;
      throw new Error(
        `openapi.yaml: POST ${path} takes an Idempotency-Key and answers 201. Name the collection that it adds a ` +
          'record to: x-creates (docs/pipeline/idempotency.md).',
      );
    }
  }
}
