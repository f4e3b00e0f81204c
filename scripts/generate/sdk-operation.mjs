// What the SDK makes of one operation: its flat arguments, and the methods that stand on several operations.
// @ts-check
import { ContractError } from './contract-error.mjs';
import { listOperations, mediaOf, resolve } from './document.mjs';

/**
 * Parameters that the SDK decides by itself, so that no call may set them:
 * - `format` would turn the typed result into an HTML page;
 * - `Idempotency-Key` is made for each call; `idempotencyKey` in its options replaces it.
 */
const parametersOfTheSdk = ['format', 'Idempotency-Key'];

/**
 * Schemes that no call can carry: the id and secret of an OAuth 2.0 client look like a user's name and password, and a
 * user's password must not go out as a client's secret. They go into the form instead (RFC 6749, 2.3.1).
 */
const schemesLeftOut = ['oauth2Client'];

/**
 * @typedef {import('./document.mjs').Operation & {
 *   arguments: Argument[],
 *   mediaType: string | undefined,
 *   accept: string | undefined,
 *   resource: Resource | undefined,
 *   isKeyed: boolean,
 *   isRedirected: boolean,
 *   isListing: boolean,
 * }} SdkOperation
 * @typedef {{ path: string, name: string, members: string[] }} Resource what a GET of the path answers
 * @typedef {object} Argument
 * @property {string} name
 * @property {'path' | 'query' | 'headers' | 'body'} place
 * @property {boolean} required
 * @property {any} schema
 * @property {string} kind what its value must be: what `typeof` says of it, `integer`, or `any`
 * @property {string | undefined} typeName the schema that it refers to
 * @property {string | undefined} description
 */

/**
 * @param {any} document the parsed openapi.yaml
 * @returns {SdkOperation[]}
 */
export function listSdkOperations(document) {
  const operations = listOperations(document).filter(isCallable);
  const resources = operations.flatMap((operation) => listResource(document, operation));
  return operations.map((operation) => {
    const { method, path, parameters, requestBody, responses } = operation;
    const taken = listArguments(document, operation);
    const mediaType = Object.keys(requestBody?.content ?? {}).find((type) => type === 'application/json');
    const success = responses.find(([status]) => status.startsWith('2'))?.[1];
    return {
      ...operation,
      schemes: operation.schemes.filter((name) => !schemesLeftOut.includes(name)),
      arguments: taken,
      resource: findResource(resources, path, taken),
      mediaType: mediaType ?? Object.keys(requestBody?.content ?? {})[0],
      accept: Object.keys(success?.content ?? {})[0],
      // PUT and DELETE need no key: repeating them does nothing more.
      isKeyed: method === 'post' && parameters.some(({ name }) => name === 'Idempotency-Key'),
      isRedirected: responses.some(([status]) => ['301', '302', '303', '307', '308'].includes(status)),
      isListing: isListing(document, operation, taken),
    };
  });
}

/**
 * A GET that only redirects is for the address bar: it leads to another origin, where no call goes.
 * @param {import('./document.mjs').Operation} operation
 */
function isCallable({ method, responses }) {
  return method !== 'get' || responses.some(([status]) => status.startsWith('2'));
}

/** @param {any} document @param {import('./document.mjs').Operation} operation @returns {Resource[]} */
function listResource(document, { method, path, responses }) {
  const read = responses.find(([status]) => status === '200')?.[1];
  const schema = mediaOf(read)?.schema;
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? schema?.items?.$ref) ?? [];
  if (method !== 'get' || !name) return [];
  return [{ path, name, members: Object.keys(document.components.schemas[name].properties ?? {}) }];
}

/**
 * The resource that an operation is about: a program may pass on what it got, as in `{ ...snippet, title }`, although
 * the operation does not take all of its members.
 * @param {Resource[]} resources
 * @param {string} path
 * @param {Argument[]} taken
 */
function findResource(resources, path, taken) {
  const body = taken.filter(({ place }) => place === 'body').map(({ name }) => name);
  return resources.find(
    (resource) =>
      (resource.path.includes('{') && path.startsWith(resource.path)) ||
      (body.length > 0 && body.every((name) => resource.members.includes(name))),
  );
}

/**
 * A list in slices: `limit` and `after` ask for one, `Link` names the next.
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 * @param {Argument[]} taken
 */
function isListing(document, { id, method, responses }, taken) {
  const success = responses.find(([status]) => status === '200')?.[1];
  const names = taken.filter(({ place }) => place === 'query').map(({ name }) => name);
  const isSliced = method === 'get' && names.includes('limit') && names.includes('after');
  if (!isSliced || !success?.headers?.Link) return false;
  if (resolve(document, mediaOf(success).schema).type !== 'array')
    throw new ContractError(`${id}: a list in slices must be an array.`);
  if (names.includes('max')) throw new ContractError(`${id}: "max" is an argument of every list in slices.`);
  return true;
}

/**
 * A resource that is read with an `ETag` and replaced with `If-Match`, so that single members can be changed safely.
 * @param {SdkOperation[]} operations
 * @returns {{ method: string, name: string, get: SdkOperation, put: SdkOperation, id: Argument, members: Argument[] }[]}
 */
export function listEdits(operations) {
  return operations.flatMap((put) => {
    const get = operations.find(({ path, method }) => path === put.path && method === 'get');
    const [, name] = /^get(\w+)$/.exec(get?.id ?? '') ?? [];
    const [id, ...more] = put.arguments.filter(({ place }) => place === 'path');
    const isConditional =
      put.method === 'put' &&
      put.arguments.some(({ name }) => name === 'If-Match') &&
      get?.responses.some(([status, { headers }]) => status === '200' && headers?.ETag);
    if (!get || !name || !id || more.length > 0 || !isConditional) return [];
    const members = put.arguments.filter(({ place }) => place === 'body');
    if (members.some((member) => member.name === 'change' || member.name === id.name))
      throw new ContractError(`${put.id}: "change" and "${id.name}" are other arguments of edit${name}.`);
    return [{ method: `edit${name}`, name, get, put, id, members }];
  });
}

/**
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 * @returns {Argument[]}
 */
function listArguments(document, { id, parameters, requestBody }) {
  /** @type {Record<string, Argument['place']>} */
  const places = { path: 'path', query: 'query', header: 'headers' };
  const fromParameters = parameters
    .filter(({ name }) => !parametersOfTheSdk.includes(name))
    .map(({ name, in: place, required = false, schema, description }) => {
      return { name, place: places[place], required, description, ...describe(document, schema) };
    });
  const body = resolve(document, mediaOf(requestBody)?.schema);
  if (requestBody && body?.type !== 'object') throw new ContractError(`${id}: a body must be an object.`);
  // The SDK sends an empty one where nothing is given.
  if (requestBody && !requestBody.required && body.required?.length > 0)
    throw new ContractError(`${id}: a body that may be left out cannot have required members.`);
  const fromBody = Object.entries(body?.properties ?? {}).map(([name, property]) => {
    const required = (body.required ?? []).includes(name);
    const described = describe(document, property);
    const { description } = described.schema;
    return { name, place: /** @type {const} */ ('body'), required, description, ...described };
  });
  const all = [...fromParameters, ...fromBody];
  const names = all.map(({ name }) => name);
  // A flat method tells parameters and members of the body apart by their names alone.
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice)
    throw new ContractError(`${id}: "${twice}" names two things, in the body or among the parameters.`);
  return all;
}

/** @param {any} document @param {any} given the schema of an argument, or a reference to one */
function describe(document, given) {
  const schema = resolve(document, given);
  // A reference beside other words is an `allOf` of one.
  const reference = given.$ref ? given : schema.allOf?.length === 1 ? schema.allOf[0] : undefined;
  const kind = schema.nullable ? undefined : (schema.type ?? resolve(document, reference)?.type);
  const [, typeName] = /^#\/components\/schemas\/(\w+)$/.exec(reference?.$ref) ?? [];
  // What `typeof` says of it.
  return { schema, kind: kind === 'array' ? 'object' : (kind ?? 'any'), typeName };
}
