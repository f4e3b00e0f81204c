/** GET /snippets/{id}/ and the two views of its code. */
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound } from '../errors/index.js';
import { etagOf } from '../pipeline/conditional-requests/etag.js';
import type { HandlerContext } from './context.js';
import { serializeSnippet } from './serializers/snippet.js';

export const getSnippet: Handler<'getSnippet', HandlerContext> = (_input, { request, ownership }) => {
  if (!request.object) throw new NotFound();
  return {
    status: 200,
    headers: { ETag: etagOf(request.object) },
    body: serializeSnippet(request.object, ownership),
  };
};

/** The stored document runs no script, loads nothing and is nobody's origin, wherever it is opened. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export const getSnippetHighlight: Handler<'getSnippetHighlight', HandlerContext> = async (
  { parameters },
  { store },
) => {
  const found = await store.snippets.findOne({ _id: parameters.path.id }, { projection: { highlighted: 1 } });
  if (!found) throw new NotFound();
  return { status: 200, headers: { 'Content-Security-Policy': SANDBOX }, body: found.highlighted };
};

export const getSnippetRaw: Handler<'getSnippetRaw', HandlerContext> = async ({ parameters }, { store }) => {
  const found = await store.snippets.findOne({ _id: parameters.path.id }, { projection: { code: 1 } });
  if (!found) throw new NotFound();
  return { status: 200, body: found.code };
};
