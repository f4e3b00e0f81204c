/** The request of a page, as a program sends it for the JSON answer: to be copied as HTTP, as curl line or as SDK call. */
import { flattenSchema } from '../../../contract/flatten-schema.js';
import type { Method, Specification } from '../../../contract/specification.js';
import type { ApiRequest } from '../../../pipeline/api-request.js';
import { sessionCookie } from '../../../pipeline/authentication/sessions/session-cookie.js';
import { isLocated } from '../../../pipeline/phases.js';
import { repeatedQuery, shownMethod, targetWith } from '../page-request.js';
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

export function shownRequest(request: ApiRequest, specification: Specification): ShownRequest {
  const { ctx, endpoint, user } = request;
  const method = shownMethod(request);
  const isSafe = method === 'GET' || method === 'OPTIONS';
  const scheme = endpoint && selectScheme(endpoint.schemes);
  const body = bodyOf(request, specification);
  const conditions = CONDITIONS.flatMap((name) => {
    const value = ctx.get(name);
    return value === '' || isSafe ? [] : [[name, value] as const];
  });
  return {
    method,
    origin: originOf(request, specification),
    target: targetOf(request),
    headers: [['Accept', JSON_TYPE], ...(body ? [['Content-Type', JSON_TYPE] as const] : []), ...conditions],
    credentials:
      scheme !== undefined && (user || !isSafe)
        ? nameCredentials(
            scheme,
            specification.components.securitySchemes[scheme],
            isSafe,
            sessionCookie(ctx),
          )
        : undefined,
    body,
    call: callOf(request, specification, Object.fromEntries(conditions)),
  };
}

/** Behind a proxy, BASE_URL says what clients use. */
export function originOf({ origin }: Pick<ApiRequest, 'origin'>, { servers }: Specification): string {
  const url = servers[0]?.url ?? '/';
  return url === '/' ? origin : url.replace(/\/$/, '');
}

/** Without `format`, which asks for this page. */
function targetOf(request: ApiRequest): string {
  const asked = repeatedQuery(request);
  asked.delete('format');
  return targetWith(request.ctx.path, asked);
}

/** Only the fields that the operation takes: a form also has a CSRF token. */
function bodyOf(request: ApiRequest, specification: Specification): Record<string, unknown> | undefined {
  const { endpoint, ctx } = request;
  const schema = endpoint?.operations.get(ctx.method.toLowerCase() as Method)?.content[JSON_TYPE]?.schema;
  // As validated, because a form sends texts only.
  const body = 'input' in request && isValid(request.input) ? request.input.body : request.body;
  if (!schema || typeof body !== 'object' || body === null) return undefined;
  const fields = itemProperties(schema, specification);
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)));
}

const isValid = (input: unknown): input is { body: unknown } =>
  typeof input === 'object' && input !== null && 'body' in input;

function callOf(request: ApiRequest, specification: Specification, conditions: Record<string, string>) {
  const { endpoint } = request;
  const query = repeatedQuery(request);
  const operation = endpoint?.operations.get(shownMethod(request).toLowerCase() as Method);
  if (!operation || !isLocated(request)) return undefined;
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
