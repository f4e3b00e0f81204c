/** A path of the effective specification, with everything about it that is known before a request arrives. */
import {
  type DereferencedOperation,
  type DereferencedPath,
  type DereferencedResponse,
  type MediaType,
  type Method,
  operationsOf,
  type Parameter,
  type Schema,
  THROTTLE_SCOPES,
  type ThrottleScope,
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
  /** `Accept` and `?format=` count, also for errors: people come here, so it answers with HTML too. */
  readonly negotiated: boolean;
  readonly errors: 'oauth2' | undefined;
  /** The configured schemes that authenticate here, in their configured order. */
  readonly schemes: readonly string[];
  readonly permissions: readonly string[];
  /** Open to everybody, whatever the deployment asks for elsewhere. */
  readonly isPublic: boolean;
  readonly throttleScope: ThrottleScope;
  readonly csrf: boolean;
  readonly browsable: boolean;
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
  /** The properties of `input`. */
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

/** @throws Error for what a path has to say and does not, so that nothing is open or without a limit by mistake */
export function makeEndpoint(path: string, item: DereferencedPath, schemes: readonly string[]): Endpoint {
  const declared = operationsOf(item);
  const operations = new Map(
    declared.map(([method, operation]) => [method, makeOperation(method, operation)] as const),
  );
  const accepted = new Set(declared.flatMap(([, { security = [] }]) => security.flatMap(Object.keys)));
  const { 'x-throttle-scope': scope, 'x-permissions': permissions } = item;
  const throttleScope = THROTTLE_SCOPES.find((known) => known === scope);
  if (throttleScope === undefined)
    throw new Error(
      `openapi.yaml: ${path} has the x-throttle-scope ${scope}, not ${THROTTLE_SCOPES.join(', ')}.`,
    );
  if (!Array.isArray(permissions) || permissions.length === 0)
    throw new Error(`openapi.yaml: ${path} has no x-permissions. AllowAny opens it to everybody.`);
  const unsaid = declared.find(([, { security }]) => security === undefined);
  if (unsaid)
    throw new Error(`openapi.yaml: ${unsaid[0]} ${path} has no security. An empty list: no scheme.`);
  const mediaTypes = successMediaTypes(declared.map(([, operation]) => operation));
  const isPage = mediaTypes.includes('text/html');
  // A page that everybody may open still shows who opens it. The login starts a session itself.
  if (isPage && accepted.size === 0 && !item['x-csrf']) accepted.add('session');
  return {
    path,
    name: item['x-name'],
    title: item.summary,
    description: item.description ?? declared[0]?.[1].description?.trim() ?? '',
    operations,
    allow: allowedMethods([...operations.keys()]),
    mediaTypes,
    negotiated: isPage,
    errors: item['x-errors'],
    schemes: schemes.filter((name) => accepted.has(name)),
    permissions,
    isPublic: item['x-public'] === true,
    throttleScope,
    csrf: item['x-csrf'] === true,
    browsable: item['x-browsable'] === true,
    object: item['x-object'],
    objectFields: item['x-object-fields'],
  };
}

/** HEAD comes with GET, OPTIONS always (RFC 9110, 9.3.2 and 9.3.7). */
function allowedMethods(methods: readonly Method[]): string {
  const derived = methods.includes('get') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...methods.map((method) => method.toUpperCase()), ...derived].join(', ');
}

function successMediaTypes(operations: readonly DereferencedOperation[]): readonly string[] {
  const types = operations.flatMap((operation) =>
    successes(operation).flatMap(({ content = {} }) => Object.keys(content)),
  );
  // An operation that succeeds without a body still has error bodies.
  return types.length > 0 ? [...new Set(types)] : ['application/json', 'text/html'];
}

function successes({ responses }: DereferencedOperation): DereferencedResponse[] {
  return Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? response : []));
}

function makeOperation(method: Method, operation: DereferencedOperation): Operation {
  const {
    operationId: id,
    summary,
    description = '',
    security = [],
    parameters = [],
    requestBody,
  } = operation;
  const content = requestBody?.content ?? {};
  const input = (content['application/json'] ?? Object.values(content)[0])?.schema;
  const [success] = successes(operation);
  const kept = success?.headers?.['Cache-Control']?.schema.enum ?? [];
  return {
    id,
    method,
    summary,
    description: description.trim(),
    // Names of headers compare without case (RFC 9110, 5.1).
    takesKey: parameters.some(
      ({ name, in: place }) => place === 'header' && name.toLowerCase() === 'idempotency-key',
    ),
    scopes: Object.assign({}, ...security),
    parameters,
    content,
    input,
    fields: input?.properties ?? {},
    maxBodyBytes: operation['x-max-body-bytes'] ?? (input ? Number.POSITIVE_INFINITY : NO_BODY),
    output: success?.content?.['application/json']?.schema,
    cachePolicy: kept.includes('no-cache') ? 'no-cache' : 'no-store',
  };
}

/** What people call a property. */
export const labelOf = (name: string, { title }: Schema): string =>
  title ?? (name === 'id' ? 'ID' : name.charAt(0).toUpperCase() + name.slice(1));
