/** The one place that writes an answer to Koa. */
import { Readable } from 'node:stream';
import type { RenderedAnswer } from './answer.js';
import type { ApiRequest } from './api-request.js';

export function writeAnswer({ status, headers, body }: RenderedAnswer, request: ApiRequest): void {
  const { ctx } = request;
  ctx.status = status;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) request.setHeader(name, String(value));
  ctx.body = body;
  // Koa sets 204 for an empty body.
  if (body === null) ctx.status = status;
  // A list that breaks off must not look complete, so the connection is closed before the end of the answer is sent.
  if (body instanceof Readable) body.once('error', () => ctx.res.destroy());
}
