/** The request that gives a program the JSON of this page. `request-view.ts` shows it in three ways. */
import { flattenSchema } from '../../../contract/flatten-schema.js';
import type { Method, Specification } from '../../../contract/specification.js';
import { type PageRequest, withQuery } from '../page-request.js';
import { itemProperties } from '../records/links.js';
import { type NamedCredentials, nameCredentials, selectScheme } from './named-credentials.js';

export interface ShownRequest {
  readonly method: string;
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly credentials: NamedCredentials | undefined;
  /** The members of the JSON body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The SDK's method and its arguments, without the body; undefined: the SDK has none. */
  readonly call: { readonly name: string; readonly given: Readonly<Record<string, unknown>> } | undefined;
}

const JSON_TYPE = 'application/json';

/** Headers of the request that change what it does. */
const CONDITIONS = ['If-Match', 'If-None-Match', 'Idempotency-Key'];

export function shownRequest(request: PageRequest, specification: Specification): ShownRequest {
  const { method, headers, endpoint, user } = request;
  const isSafe = method === 'GET' || method === 'OPTIONS';
  const scheme = endpoint && selectScheme(endpoint.schemes);
  const body = bodyOf(request, specification);
  const conditions = CONDITIONS.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return typeof value !== 'string' || value === '' || isSafe ? [] : [[name, value] as const];
  });
  return {
    method,
    origin: originOf(request, specification),
    // Without `format`, which asks for this page.
    target: withQuery(request, { format: undefined }),
    headers: [['Accept', JSON_TYPE], ...(body ? [['Content-Type', JSON_TYPE] as const] : []), ...conditions],
    credentials:
      scheme !== undefined && (user || !isSafe)
        ? nameCredentials(
            scheme,
            specification.components.securitySchemes[scheme],
            isSafe,
            request.sessionCookie,
          )
        : undefined,
    body,
    call: callOf(request, specification, Object.fromEntries(conditions)),
  };
}

/** The origin that clients use: BASE_URL, or that of the request. */
export function originOf({ origin }: Pick<PageRequest, 'origin'>, { servers }: Specification): string {
  const url = servers[0]?.url ?? '/';
  return url === '/' ? origin : url.replace(/\/$/, '');
}

/** Only the fields that the operation takes: a form also has a CSRF token. */
function bodyOf(request: PageRequest, specification: Specification): Record<string, unknown> | undefined {
  const { endpoint, method } = request;
  const schema = endpoint?.operations.get(method.toLowerCase() as Method)?.content[JSON_TYPE]?.schema;
  const body = request.validBody ?? request.body;
  if (!schema || typeof body !== 'object' || body === null) return undefined;
  const fields = itemProperties(schema, specification);
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)));
}

function callOf(request: PageRequest, specification: Specification, conditions: Record<string, string>) {
  const { endpoint, method, query } = request;
  const operation = endpoint?.operations.get(method.toLowerCase() as Method);
  if (!operation) return undefined;
  const given = operation.parameters.flatMap(({ name, in: place, schema }) => {
    const text =
      place === 'path'
        ? request.pathParameters[name]
        : place === 'query'
          ? query.get(name)
          : conditions[name];
    if (!text || name === 'format') return [];
    return [[name, flattenSchema(specification, schema).type === 'integer' ? Number(text) : text] as const];
  });
  return { name: operation.id, given: Object.fromEntries(given) };
}
