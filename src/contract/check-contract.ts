/**
 * Checks what no schema of OpenAPI says: that the extensions of `openapi.yaml` fit one another and the code.
 * `npm run generate` runs it, and every start, because a deployment may bring a contract of its own.
 */
import { flattenProperties, flattenSchema } from './flatten-schema.js';
import { operationsOf } from './operations-of.js';
import { parametersOf } from './parameters-of.js';
import { resolve } from './resolve-references.js';
import type { OperationObject, PathItem, Schema, Specification } from './specification.js';
import { takesIdempotencyKey } from './takes-idempotency-key.js';

/** What the code has, by the names that `openapi.yaml` uses. */
export interface Code {
  readonly permissions: Readonly<Record<string, { readonly allowsObject?: unknown }>>;
  readonly collections: Readonly<Record<string, { readonly idType: 'integer' | 'text' }>>;
}

/**
 * @param specification of one deployment
 * @param ownership whether records have owners in that deployment
 * @throws Error that names every problem: its place, and what to change
 */
export function checkContract(specification: Specification, ownership: boolean, code: Code): void {
  const problems = [
    ...unknownNames(specification),
    ...Object.entries(specification.paths).flatMap(([path, item]) => [
      ...uncheckedPermissions(path, item, code),
      ...unknownCollections(path, item, code),
      ...unplannedCreates(specification, path, item),
      ...(ownership ? [] : promisedOwners(specification, path, item)),
    ]),
  ];
  if (problems.length > 0) throw new Error(problems.map((problem) => `openapi.yaml: ${problem}`).join('\n'));
}

/** The extensions whose value is a reverse name, or holds one as `to`. */
const REFERRING: readonly string[] = ['x-path-of', 'x-link'];

/** Without this check a page would fail when somebody opens it, because it cannot make the link. */
function unknownNames(specification: Specification): string[] {
  const names = new Set(Object.values(specification.paths).map((item) => item['x-name']));
  return [...references(specification, '#')]
    .filter(({ name }) => !names.has(name))
    .map(({ name, where }) => `${where}: no path has the x-name "${name}".`);
}

function* references(node: unknown, where: string): Generator<{ name: string; where: string }> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isReferring = REFERRING.includes(key);
    const name =
      isReferring && typeof value === 'object' && value !== null && 'to' in value ? value.to : value;
    if (isReferring) yield { name: String(name), where: `${where}/${key}` };
    else yield* references(value, `${where}/${key}`);
  }
}

/** Without the record an object permission is never asked, and would protect nothing. */
function uncheckedPermissions(path: string, item: PathItem, { permissions }: Code): string[] {
  if (item['x-object'] !== undefined) return [];
  return item['x-permissions']
    .filter((name) => Object.hasOwn(permissions, name) && permissions[name]?.allowsObject)
    .map(
      (name) =>
        `${path} has the object permission ${name} and no x-object. ` +
        'Add x-object with the collection whose record {id} names, so that the permission is checked.',
    );
}

function unknownCollections(path: string, item: PathItem, { collections }: Code): string[] {
  return operationsOf(item)
    .flatMap(([, { 'x-creates': creates }]) => creates ?? [])
    .filter((name) => !Object.hasOwn(collections, name) || collections[name]?.idType !== 'integer')
    .map(
      (name) =>
        `${path} has x-creates: ${name}, which is no collection with integer ids. ` +
        'Correct the name, or define the collection in src/store/definitions.ts.',
    );
}

/** A create is carried out once because the id of its record is planned, for which the collection must be known. */
function unplannedCreates(specification: Specification, path: string, item: PathItem): string[] {
  const { post } = item;
  if (!post || post['x-creates'] !== undefined || !('201' in post.responses)) return [];
  if (!takesIdempotencyKey(parametersOf(specification, item, post))) return [];
  return [
    `POST ${path} takes an Idempotency-Key and answers 201. Name the collection that it adds a record to: ` +
      'x-creates (docs/pipeline/idempotency.md).',
  ];
}

/** The field that the service fills with the name of a record's owner. */
const OWNER = 'owner';

/** With OWNERSHIP=off no record has an owner, so no answer may promise one. */
function promisedOwners(specification: Specification, path: string, item: PathItem): string[] {
  return operationsOf(item)
    .filter(([, operation]) => promisesOwner(specification, collectionOf(item), operation))
    .map(
      ([method]) =>
        `${method.toUpperCase()} ${path}: answers with the property ${OWNER}, which no record has with ` +
        'OWNERSHIP=off. Give the property x-requires: [ownership], or the path and the schema.',
    );
}

/** The collection of the record that the path is about, or that it adds records to. */
function collectionOf(item: PathItem): string | undefined {
  return (
    item['x-object'] ?? operationsOf(item).find(([, operation]) => operation['x-creates'])?.[1]['x-creates']
  );
}

/** An `owner` that clients send, on any path of the collection, is a field of theirs, not the owner of the record. */
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

const itemOf = (specification: Specification, schema: Schema): Schema =>
  flattenSchema(specification, schema).items ?? schema;
