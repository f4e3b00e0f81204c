/** Stage 11: turns the answer of the handler into the response, by the renderer that negotiation chose. */
import { Readable } from 'node:stream';
import { cacheControlOf } from '../pipeline/cache-control.js';
import { matchedTag } from '../pipeline/conditional-requests/etag.js';
import { isEncodedText } from '../pipeline/content-coding.js';
import type { AnsweredRequest, HandlerAnswer } from '../pipeline/phases.js';
import type { Stage } from '../pipeline/stage.js';
import { json } from './json.js';

export function renderResponse(): Stage<AnsweredRequest> {
  return renderAnswer;
}

async function renderAnswer(request: AnsweredRequest): Promise<void> {
  const { ctx, renderer, answer } = request;
  ctx.status = answer.status;
  request.setHeader('Cache-Control', cacheControlOf(request));
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined && !(name === 'ETag' && renderer.personal))
      request.setHeader(name, String(value));
  }
  if (answer.body === undefined) {
    ctx.body = null;
    // Koa sets 204 for an empty body.
    ctx.status = answer.status;
    return;
  }
  const unchanged = renderer.personal ? undefined : unchangedTag(ctx, answer);
  if (unchanged !== undefined) {
    ctx.status = 304;
    request.setHeader('ETag', unchanged);
    // The client has the body: a 304 carries only what a cache needs (RFC 9110, 15.4.5).
    for (const name of ['Link', 'Content-Security-Policy']) ctx.remove(name);
    return;
  }
  if (isEncodedText(answer.body)) {
    const { coding, bytes } = answer.body;
    request.setHeader('Content-Type', renderer.contentType);
    request.setHeader('Content-Encoding', coding);
    ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return;
  }
  const { render, contentType } = renderer.textOnly && typeof answer.body !== 'string' ? json : renderer;
  // Set before rendering, because pages show the headers of the response.
  request.setHeader('Content-Type', contentType);
  const rendered = await render(answer.body, request);
  ctx.body = rendered;
  if (rendered instanceof Readable) abortOnFailure(rendered, ctx);
}

/**
 * The tag of the client's copy, if the copy is up to date (RFC 9110, 13.1.2). `fresh` of Koa never finds it up to date
 * for a `fetch`, because `fetch` sends `Cache-Control: no-cache` with every `If-None-Match`.
 */
function unchangedTag(
  { headers, method }: AnsweredRequest['ctx'],
  { status, headers: answered }: HandlerAnswer,
): string | undefined {
  const etag = answered?.ETag;
  if (typeof etag !== 'string' || status !== 200) return undefined;
  return method === 'GET' || method === 'HEAD' ? matchedTag(headers, etag) : undefined;
}

/** A list that breaks off must not look complete, so the connection is closed before the end of the answer is sent. */
function abortOnFailure(stream: Readable, ctx: AnsweredRequest['ctx']): void {
  stream.once('error', () => ctx.res.destroy());
}
