/** What pages show of a request and of its answer, as plain values. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Endpoint, Operation } from '../../contract/contract.js';
import type { User } from '../../extension.js';
import { sessionCookie } from '../../pipeline/authentication/sessions.js';
import type { Answer } from '../../pipeline/request/answer.js';
import type { ApiRequest, LoadedRecord, PathParameters } from '../../pipeline/request/api-request.js';
import { NEW } from './records/list-url.js';

/** A request may be refused before its endpoint, its user or its record is known. */
export interface PageRequest {
  /** In the log and in `X-Request-Id`. */
  readonly id: string;
  /** GET for HEAD, so that their headers are the same (RFC 9110, 9.3.2). */
  readonly method: string;
  readonly path: string;
  /** As sent, with `?`. */
  readonly search: string;
  /** The query as it was answered, see `answeredQuery`. Copy it before you change it. */
  readonly query: URLSearchParams;
  /** The form for a new item is asked for. */
  readonly isNew: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly origin: string;
  /** The name of the session's cookie. */
  readonly sessionCookie: string;
  readonly endpoint: Endpoint | undefined;
  readonly operation: Operation | undefined;
  readonly pathParameters: PathParameters;
  /** null: anonymous. undefined: not known. */
  readonly user: User | null | undefined;
  /** The record that the path names (`x-object`). */
  readonly record: LoadedRecord | null;
  /** What was sent. */
  readonly body: unknown;
  /** The media type that the body was read from. */
  readonly mediaType: string | undefined;
  /** The body as the handler gets it: a form sends texts only. undefined until it is valid. */
  readonly validBody: unknown;
  readonly answer: {
    readonly status: number;
    /** `Not Found` */
    readonly reason: string;
    /** Of the JSON, which may have an `ETag`: pages have none, because they differ from visitor to visitor. */
    readonly headers: OutgoingHttpHeaders;
  };
}

export interface LocatedPageRequest extends PageRequest {
  readonly endpoint: Endpoint;
}

export function pageRequestOf(request: ApiRequest, { status, headers = {} }: Answer): PageRequest {
  const { ctx, found } = request;
  const { endpoint } = found;
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    id: request.id,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: request.path,
    search: ctx.search,
    query: answeredQuery(endpoint, request.query),
    isNew: request.query.has(NEW),
    headers: request.headers,
    origin: request.origin,
    sessionCookie: sessionCookie(ctx),
    endpoint,
    operation: found.operation,
    pathParameters: found.pathParameters ?? {},
    user: found.caller?.user,
    record: found.record ?? null,
    body: found.body,
    mediaType: found.mediaType,
    validBody: found.input?.body,
    answer: {
      status,
      reason: STATUS_CODES[status] ?? '',
      headers: { ...ctx.response.headers, ...Object.fromEntries(own) },
    },
  };
}

export function hasEndpoint(request: PageRequest): request is LocatedPageRequest {
  return request.endpoint !== undefined;
}

/**
 * Links repeat the query, so it is without the parameters that the service ignores: a page has a dozen links, and a
 * query may have thousands of parameters.
 *
 * @returns the parameters that the operation declares, each once: the last value, as the answer was made from it
 */
export function answeredQuery(endpoint: Endpoint | undefined, query: URLSearchParams): URLSearchParams {
  const declared = endpoint?.operations.get('get')?.parameters ?? [];
  const given = new Map(query);
  return new URLSearchParams(
    declared.flatMap(({ name, in: place }) => {
      const value = place === 'query' ? given.get(name) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * The URL of the page with another query.
 *
 * @param changes values by parameter; undefined removes it
 */
export function withQuery(
  { path, query }: Pick<PageRequest, 'path' | 'query'>,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return changed.size > 0 ? `${path}?${changed}` : path;
}

/** The text of a header of the answer; '' without it. */
export function answerHeader({ answer }: PageRequest, name: string): string {
  return String(answer.headers[name.toLowerCase()] ?? '');
}

/**
 * The endpoints below the path of a record, such as `/snippets/{id}/raw/`.
 *
 * @returns none for a list, because the paths below it are those of its items
 */
export function endpointsBelow(
  { endpoint, record }: LocatedPageRequest,
  endpoints: readonly Endpoint[],
): readonly Endpoint[] {
  if (!record) return [];
  return endpoints.filter(({ path }) => {
    const rest = path.slice(endpoint.path.length);
    // A further parameter would need a value that this page does not have.
    return rest !== '' && path.startsWith(endpoint.path) && !rest.includes('{');
  });
}

/** The path of an endpoint below that of the request. */
export function pathBelow({ endpoint, path: page }: LocatedPageRequest, { path }: Endpoint): string {
  return page + path.slice(endpoint.path.length);
}
