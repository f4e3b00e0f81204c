/** A path of the effective specification, with everything about it that is known before a request arrives. */

import { flattenProperties } from './flatten-schema.js';
import { operationsOf } from './operations-of.js';
import { parametersOf } from './parameters-of.js';
import { resolve } from './resolve-references.js';
import type {
  Header,
  MediaType,
  Method,
  OperationObject,
  Parameter,
  PathItem,
  Response,
  Schema,
  Specification,
} from './specification.js';

export interface Endpoint {
  /** The path as the specification has it: `/snippets/{id}/`. */
  readonly path: string;
  /** The reverse name: `snippets:detail`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operations: ReadonlyMap<Method, Operation>;
  /** The value of `Allow`. */
  readonly allow: string;
  /** The media types of its answers, in the order of the specification. */
  readonly mediaTypes: readonly string[];
  readonly negotiated: boolean;
  readonly errors: 'oauth2' | undefined;
  /** The configured schemes that authenticate here, in their configured order. */
  readonly schemes: readonly string[];
  readonly permissions: readonly string[];
  readonly throttleScope: string | undefined;
  readonly csrf: boolean;
  readonly browsable: boolean;
  /** What its page is called; undefined: the `title`. */
  readonly heading: string | undefined;
  /** One sentence for the home page; undefined: the first one of the description. */
  readonly lead: string | undefined;
  /** The collection of the record that `{id}` names. */
  readonly object: string | undefined;
  /** The fields of that record that are loaded; undefined: all but large ones. */
  readonly objectFields: readonly string[] | undefined;
}

export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly summary: string;
  readonly description: string;
  /** It takes an `Idempotency-Key`. */
  readonly takesKey: boolean;
  /** The scopes that it needs, by scheme. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  readonly parameters: readonly Parameter[];
  /** The request body by media type; empty when the operation takes no body. */
  readonly content: Readonly<Record<string, MediaType>>;
  /** The schema of the body: that of JSON, or of the form that it takes instead. undefined: it takes no body. */
  readonly input: Schema | undefined;
  /** The properties of `input`, flattened. */
  readonly fields: Readonly<Record<string, Schema>>;
  /** The largest body, in bytes. Infinity: only the deployment's MAX_BODY_BYTES limits it. */
  readonly maxBodyBytes: number;
  /** The schema of the JSON that it answers with on success. */
  readonly output: Schema | undefined;
  /** How a successful answer may be kept, by the `Cache-Control` that it declares; `no-store` when it declares none. */
  readonly cachePolicy: 'no-cache' | 'no-store';
}

/** Bytes, for an operation without a body: a scheme may still read a form that was sent. */
export const NO_BODY = 16 * 1024;

/** @param schemes the names of the configured schemes, in their order */
export function makeEndpoint(
  specification: Specification,
  path: string,
  item: PathItem,
  schemes: readonly string[],
): Endpoint {
  const declared = operationsOf(item);
  const operations = new Map(
    declared.map(([method, operation]) => [method, makeOperation(specification, method, operation, item)]),
  );
  const accepted = new Set(declared.flatMap(([, { security }]) => (security ?? []).flatMap(Object.keys)));
  const first = declared[0]?.[1];
  return {
    path,
    name: item['x-name'],
    title: item.summary,
    description: item.description ?? first?.description?.trim() ?? '',
    operations,
    allow: allowedMethods([...operations.keys()]),
    mediaTypes: successMediaTypes(
      specification,
      declared.map(([, operation]) => operation),
    ),
    negotiated: item['x-negotiation'] !== false,
    errors: item['x-errors'],
    schemes: schemes.filter((name) => accepted.has(name)),
    permissions: item['x-permissions'],
    throttleScope: item['x-throttle-scope'],
    csrf: item['x-csrf'] === true,
    browsable: item['x-browsable'] === true,
    heading: item['x-heading'],
    lead: item['x-lead'],
    object: item['x-object'],
    objectFields: item['x-object-fields'],
  };
}

/** HEAD comes with GET, OPTIONS always (RFC 9110, 9.3.2 and 9.3.7). */
function allowedMethods(methods: readonly Method[]): string {
  const derived = methods.includes('get') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...methods.map((method) => method.toUpperCase()), ...derived].join(', ');
}

function successMediaTypes(
  specification: Specification,
  operations: readonly OperationObject[],
): readonly string[] {
  const types = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, response]) => Object.keys(resolve(specification, response).content ?? {})),
  );
  // An operation that succeeds without a body still has error bodies.
  return types.length > 0 ? [...new Set(types)] : ['application/json', 'text/html'];
}

function successSchema(specification: Specification, operation: OperationObject): Schema | undefined {
  return success(specification, operation)?.content?.['application/json']?.schema;
}

function cachePolicyOf(specification: Specification, operation: OperationObject): Operation['cachePolicy'] {
  const declared = success(specification, operation)?.headers?.['Cache-Control'];
  const { enum: values = [] } = declared ? resolve<Header>(specification, declared).schema : {};
  return values.includes('no-cache') ? 'no-cache' : 'no-store';
}

function success(specification: Specification, { responses }: OperationObject): Response | undefined {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return found && resolve<Response>(specification, found);
}

function makeOperation(
  specification: Specification,
  method: Method,
  operation: OperationObject,
  item: PathItem,
): Operation {
  const content = operation.requestBody ? resolve(specification, operation.requestBody).content : {};
  const input = (content['application/json'] ?? Object.values(content)[0])?.schema;
  const parameters = parametersOf(specification, item, operation);
  return {
    id: operation.operationId,
    method,
    summary: operation.summary,
    description: operation.description?.trim() ?? '',
    takesKey: parameters.some(isIdempotencyKey),
    scopes: Object.assign({}, ...(operation.security ?? [])),
    parameters,
    content,
    input,
    fields: input ? flattenProperties(specification, input) : {},
    maxBodyBytes: operation['x-max-body-bytes'] ?? (input ? Number.POSITIVE_INFINITY : NO_BODY),
    output: successSchema(specification, operation),
    cachePolicy: cachePolicyOf(specification, operation),
  };
}

/** Names of headers compare without case (RFC 9110, 5.1). */
function isIdempotencyKey({ name, in: place }: Parameter): boolean {
  return place === 'header' && name.toLowerCase() === 'idempotency-key';
}
