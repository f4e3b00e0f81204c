/** An answer as a value, and the one place that writes it to Koa. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ApiRequest } from './api-request.js';

/** What a handler returns: one of the declared answers of its operation. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** An answer whose body is bytes; null: it has none. */
export interface RenderedAnswer extends Required<Answer> {
  readonly body: string | Buffer | Readable | null;
}

/** Answers with an asset of pages. @throws NotFound for a method that does not read */
export type AnswerAsset = (request: ApiRequest) => Promise<RenderedAnswer>;

/** @throws Error for a status or a header that HTTP does not have; then nothing is written */
export function writeAnswer({ status, headers, body }: RenderedAnswer, ctx: Context): void {
  const { res } = ctx;
  try {
    ctx.status = status;
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined && !res.headersSent) res.setHeader(name, String(value));
  } catch (error) {
    for (const name of Object.keys(headers)) res.removeHeader(name);
    throw error;
  }
  ctx.body = body;
  // Koa sets 204 for an empty body.
  if (body === null) ctx.status = status;
  // A list that breaks off must not look complete, so the connection is closed before the end of the answer is sent.
  if (body instanceof Readable) body.once('error', () => res.destroy());
}
