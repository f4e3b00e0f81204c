/** Stage 11: turns the answer of the handler into the response, by the renderer that negotiation chose. */
import { Readable } from 'node:stream';
import { matchesWeakly } from '../pipeline/conditional-requests/etag.js';
import type { AnsweredRequest, HandlerAnswer } from '../pipeline/phases.js';
import type { Stage } from '../pipeline/stage.js';
import { json } from './json.js';

export function renderResponse(): Stage<AnsweredRequest> {
  return renderAnswer;
}

async function renderAnswer(request: AnsweredRequest): Promise<void> {
  const { ctx, renderer, answer } = request;
  ctx.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined && !(name === 'ETag' && renderer.personal)) ctx.set(name, String(value));
  }
  if (answer.body === undefined) {
    ctx.body = null;
    // Koa sets 204 for an empty body.
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
 * Whether the client's copy is up to date (RFC 9110, 13.1.2). Koa's `fresh` denies it to every `fetch`, which sends
 * `Cache-Control: no-cache` beside `If-None-Match`.
 */
function isNotModified(
  { headers, method }: AnsweredRequest['ctx'],
  { status, headers: answered }: HandlerAnswer,
): boolean {
  const ifNoneMatch = headers['if-none-match'];
  const etag = answered?.ETag;
  if (ifNoneMatch === undefined || typeof etag !== 'string' || status !== 200) return false;
  return (method === 'GET' || method === 'HEAD') && matchesWeakly(ifNoneMatch, etag);
}

/** A list that ends early must not look complete, so the connection is closed without its end. */
function abortOnFailure(stream: Readable, ctx: AnsweredRequest['ctx']): void {
  stream.once('error', () => ctx.res.destroy());
}
