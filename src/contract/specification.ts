/** The parts of an OpenAPI 3.0.3 specification that the service reads, with the extensions of `openapi.yaml`. */

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch' | 'options' | 'head' | 'trace';

/** The methods of a Path Item Object, in the order in which `Allow` lists them. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;

/**
 * Names of configured schemes, `ownership`, `privateSnippets`, `securityContact`, `oidc` and `passwords`: all must be
 * present.
 */
export type Requirements = readonly string[];

/**
 * `api`: the rate `user` by user, `anon` by ip, and the limits of the deployment. `login`: failed passwords alone count,
 * where they are checked. `preview`: the handler counts, by user. `none`: nothing counts.
 */
export const THROTTLE_SCOPES = ['api', 'login', 'preview', 'none'] as const;
export type ThrottleScope = (typeof THROTTLE_SCOPES)[number];

export interface Reference {
  $ref: string;
}

/** A JSON Schema as OpenAPI 3.0 writes it. */
export interface Schema {
  $ref?: string;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  format?: string;
  enum?: readonly unknown[];
  default?: unknown;
  title?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: readonly Schema[];
  /** The name of the schema whose choices it has, beside the empty text; the service adds the pattern. */
  'x-or-blank'?: string;
  /** What the deployment must have for this property or schema to exist. */
  'x-requires'?: Requirements;
  [keyword: string]: unknown;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  /** What the deployment must have for this parameter to exist. */
  'x-requires'?: Requirements;
  description?: string;
  required?: boolean;
  /** Blank counts as not given. */
  allowEmptyValue?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Header {
  description?: string;
  required?: boolean;
  schema: Schema;
  /** The one media type whose answers have it, always. */
  'x-only-with'?: string;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface RequestBody {
  content: Record<string, MediaType>;
  required?: boolean;
}

export type SecurityRequirement = Record<string, readonly string[]>;

export interface OperationObject {
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses: Record<string, Response | Reference>;
  /** What the deployment must have for this operation to exist. */
  'x-requires'?: Requirements;
  /** The largest body, in bytes. Default: the deployment's MAX_BODY_BYTES. */
  'x-max-body-bytes'?: number;
}

export type PathItem = { [M in Method]?: OperationObject } & {
  /** The name of the resource in `OPTIONS` and on pages. */
  summary: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  /** The reverse name (`snippets:detail`). */
  'x-name': string;
  /** What the deployment must have for this path to exist. */
  'x-requires'?: Requirements;
  /** It answers with HTML pages too; the effective specification declares them. */
  'x-browsable'?: boolean;
  /** The setting that replaces a prefix of this path. */
  'x-mount'?: { setting: 'tokenPath' | 'loginPrefix'; prefix: string };
  /** `oauth2`: errors have the form of RFC 6749, 5.2. */
  'x-errors'?: 'oauth2';
  /** Names of permissions (`src/pipeline/permissions.ts`). All must allow. */
  'x-permissions': string[];
  /** Open to everybody, whatever the deployment asks for elsewhere. */
  'x-public'?: boolean;
  /** One of `THROTTLE_SCOPES`. */
  'x-throttle-scope': string;
  /** Its forms need the CSRF token of the page, because no scheme protects it. */
  'x-csrf'?: boolean;
  /** The collection whose record `{id}` names; loaded before object permissions are checked. */
  'x-object'?: string;
  /** The fields of that record that are loaded, beside its owner and version. Default: all but large ones. */
  'x-object-fields'?: readonly string[];
};

export interface Specification {
  openapi: string;
  info: { title: string; version: string; description?: string; [member: string]: unknown };
  servers: { url: string; description?: string }[];
  security?: SecurityRequirement[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  components: {
    securitySchemes: Record<string, SecurityScheme>;
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    requestBodies: Record<string, RequestBody>;
    responses: Record<string, Response>;
  };
  'x-derived-responses': Record<
    'unknownPath' | 'unknownMethod' | 'options',
    Record<string, Response | Reference>
  >;
}

/** A Security Scheme Object (OpenAPI 3.0.3, 4.7.23). */
export interface SecurityScheme {
  type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect';
  description?: string;
  flows?: Record<string, { authorizationUrl?: string; tokenUrl?: string; refreshUrl?: string }>;
  /** A scheme with requirements is not configured itself: it is present when they are. */
  'x-requires'?: Requirements;
  /** Custom schemes are alternatives wherever this scheme is one. */
  'x-custom-alternatives'?: boolean;
  [member: string]: unknown;
}

type WithoutReferences<T> = T extends Reference
  ? never
  : T extends object
    ? { [Member in keyof T]: WithoutReferences<T[Member]> }
    : T;

/** A specification without references and without `allOf`. */
export type Dereferenced = WithoutReferences<Specification>;
export type DereferencedPath = Dereferenced['paths'][string];
export type DereferencedOperation = NonNullable<DereferencedPath[Method]>;
export type DereferencedResponse = DereferencedOperation['responses'][string];

/** The operations of a path, with their methods, in the order of `METHODS`. */
export function operationsOf<Operation>(
  item: { readonly [M in Method]?: Operation },
): (readonly [Method, Operation])[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [[method, operation] as const] : [];
  });
}
