/** Stage 11: turns what the handler answered into the response, by the renderer that negotiation chose. */
import { Readable } from 'node:stream';
import type { ApiRequest } from '../api-request.js';

/** What a handler returns: one of the declared answers of its operation. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

export function renderResponse({ http, renderer }: ApiRequest, answer: HandlerAnswer): void {
  http.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined) http.set(name, String(value));
  }
  if (answer.body === undefined || renderer === undefined) {
    http.body = null;
    return;
  }
  // The client's copy may still be good (RFC 9110, 13.1.2); Koa asks this of GET and HEAD alone.
  if (answer.status === 200 && http.fresh) {
    http.status = 304;
    return;
  }
  const rendered = renderer.render(answer.body);
  http.set('Content-Type', renderer.contentType);
  http.body = rendered;
  if (rendered instanceof Readable) abortOnFailure(rendered, http);
}

/** A list that breaks off must not look whole: the connection is cut instead of ended. */
function abortOnFailure(stream: Readable, http: ApiRequest['http']): void {
  stream.once('error', () => http.res.destroy());
}
