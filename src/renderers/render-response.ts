/** Stage 11: turns what the handler answered into the response, by the renderer that negotiation chose. */
import { Readable } from 'node:stream';
import type { ApiRequest } from '../api-request.js';
import { matchesWeakly } from '../conditions/etag.js';
import { json } from './json/json.js';

/** What a handler returns: one of the declared answers of its operation. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

export async function renderResponse(request: ApiRequest, answer: HandlerAnswer): Promise<void> {
  const { http, renderer } = request;
  http.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined && !(name === 'ETag' && renderer?.personal)) http.set(name, String(value));
  }
  if (answer.body === undefined || renderer === undefined) {
    http.body = null;
    // Koa takes an empty body for 204.
    http.status = answer.status;
    return;
  }
  if (!renderer.personal && isNotModified(http, answer)) {
    http.status = 304;
    return;
  }
  const { render, contentType } = renderer.textOnly && typeof answer.body !== 'string' ? json : renderer;
  // Pages show the response's own headers.
  http.set('Content-Type', contentType);
  const rendered = await render(answer.body, request);
  http.body = rendered;
  if (rendered instanceof Readable) abortOnFailure(rendered, http);
}

/**
 * Whether the client's copy is still good (RFC 9110, 13.1.2). Koa's `fresh` would say no to every `fetch`, which sends
 * `Cache-Control: no-cache` beside `If-None-Match`.
 */
function isNotModified(
  { headers, method }: ApiRequest['http'],
  { status, headers: answered }: HandlerAnswer,
): boolean {
  const ifNoneMatch = headers['if-none-match'];
  const etag = answered?.ETag;
  if (ifNoneMatch === undefined || typeof etag !== 'string' || status !== 200) return false;
  return (method === 'GET' || method === 'HEAD') && matchesWeakly(ifNoneMatch, etag);
}

/** A list that breaks off must not look whole: the connection is cut instead of ended. */
function abortOnFailure(stream: Readable, http: ApiRequest['http']): void {
  stream.once('error', () => http.res.destroy());
}
