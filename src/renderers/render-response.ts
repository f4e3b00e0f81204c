/** Stage 11: turns what the handler answered into the response, by the renderer that negotiation chose. */
import { Readable } from 'node:stream';
import type { ApiRequest } from '../pipeline/api-request.js';
import { matchesWeakly } from '../pipeline/conditional-requests/etag.js';
import { json } from './json.js';

/** What a handler returns: one of the declared answers of its operation. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

export async function renderResponse(request: ApiRequest, answer: HandlerAnswer): Promise<void> {
  const { ctx, renderer } = request;
  ctx.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined && !(name === 'ETag' && renderer?.personal)) ctx.set(name, String(value));
  }
  if (answer.body === undefined || renderer === undefined) {
    ctx.body = null;
    // Koa takes an empty body for 204.
    ctx.status = answer.status;
    return;
  }
  if (!renderer.personal && isNotModified(ctx, answer)) {
    ctx.status = 304;
    return;
  }
  const { render, contentType } = renderer.textOnly && typeof answer.body !== 'string' ? json : renderer;
  // Pages show the response's own headers.
  ctx.set('Content-Type', contentType);
  const rendered = await render(answer.body, request);
  ctx.body = rendered;
  if (rendered instanceof Readable) abortOnFailure(rendered, ctx);
}

/**
 * Whether the client's copy is still good (RFC 9110, 13.1.2). Koa's `fresh` would say no to every `fetch`, which sends
 * `Cache-Control: no-cache` beside `If-None-Match`.
 */
function isNotModified(
  { headers, method }: ApiRequest['ctx'],
  { status, headers: answered }: HandlerAnswer,
): boolean {
  const ifNoneMatch = headers['if-none-match'];
  const etag = answered?.ETag;
  if (ifNoneMatch === undefined || typeof etag !== 'string' || status !== 200) return false;
  return (method === 'GET' || method === 'HEAD') && matchesWeakly(ifNoneMatch, etag);
}

/** A list that breaks off must not look whole: the connection is cut instead of ended. */
function abortOnFailure(stream: Readable, ctx: ApiRequest['ctx']): void {
  stream.once('error', () => ctx.res.destroy());
}
