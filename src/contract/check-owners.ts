/** Checks that without ownership no answer still promises an owner: no record has one then. */

import { flattenProperties, flattenSchema } from './flatten-schema.js';
import { operationsOf } from './operations-of.js';
import { resolve } from './resolve-references.js';
import type { OperationObject, PathItem, Schema, Specification } from './specification.js';

/** The field that the service fills with the name of a record's owner. */
const OWNER = 'owner';

/** @param specification without what ownership needs @throws Error that names each place that forgets `x-requires` */
export function checkOwners(specification: Specification): void {
  const forgotten = Object.entries(specification.paths).flatMap(([path, item]) =>
    operationsOf(item)
      .filter(([, operation]) => promisesOwner(specification, collectionOf(item), operation))
      .map(([method]) => `  ${method.toUpperCase()} ${path}: ${OWNER}`),
  );
  if (forgotten.length === 0) return;
  throw new Error(
    [
      'openapi.yaml: with OWNERSHIP=off no record has an owner, and these answers have the property all the same.',
      'Give the property x-requires: [ownership], or the paths and the schema:',
      ...forgotten,
    ].join('\n'),
  );
}

/** @returns the collection of the record that the path is about, or that it adds records to */
function collectionOf(item: PathItem): string | undefined {
  return (
    item['x-object'] ?? operationsOf(item).find(([, operation]) => operation['x-creates'])?.[1]['x-creates']
  );
}

/** A property that clients send, on any path of the collection, is one of their own. */
function promisesOwner(
  specification: Specification,
  collection: string | undefined,
  operation: OperationObject,
): boolean {
  if (collection === undefined) return false;
  const answered = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => schemasOf(resolve(specification, response).content));
  const sent = Object.values(specification.paths)
    .filter((item) => collectionOf(item) === collection)
    .flatMap((item) => operationsOf(item))
    .flatMap(([, { requestBody }]) =>
      requestBody ? schemasOf(resolve(specification, requestBody).content) : [],
    );
  const has = (schema: Schema) => OWNER in flattenProperties(specification, itemOf(specification, schema));
  return answered.some(has) && !sent.some(has);
}

const schemasOf = (content: Readonly<Record<string, { schema: Schema }>> = {}) =>
  Object.values(content).map(({ schema }) => schema);

function itemOf(specification: Specification, schema: Schema): Schema {
  return flattenSchema(specification, schema).items ?? schema;
}
