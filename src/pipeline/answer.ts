/** An answer as a value. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** What a handler returns: one of the declared answers of its operation. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** An answer whose body is bytes. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** null: the answer has none. */
  readonly body: string | Buffer | Readable | null;
}

/** The one place that writes an answer to Koa. */
export function writeAnswer({ status, headers, body }: RenderedAnswer, ctx: Context): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ctx.res.headersSent) ctx.res.setHeader(name, String(value));
  ctx.body = body;
  // Koa sets 204 for an empty body.
  if (body === null) ctx.status = status;
  // A list that breaks off must not look complete, so the connection is closed before the end of the answer is sent.
  if (body instanceof Readable) body.once('error', () => ctx.res.destroy());
}
