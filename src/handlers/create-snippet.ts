/** POST /snippets/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { etagOf } from '../pipeline/conditional-requests/etag.js';
import { nextId } from '../store/index.js';
import type { SnippetRecord } from '../store/records.js';
import type { HandlerContext } from './context.js';
import { renderInput } from './render-input.js';
import { serializeSnippet } from './serializers/snippet.js';

export const createSnippet: Handler<'createSnippet', HandlerContext> = async ({ body }, context) => {
  const { store, ownership, request, url } = context;
  // Highlighting may be refused (503): then nothing is stored, and an id is spent in vain.
  const [content, _id] = await Promise.all([renderInput(body, context), nextId(store, 'snippets')]);
  const owner = ownership ? request.user : null;
  const document: SnippetRecord = {
    _id,
    created: new Date(),
    ...content,
    ownerId: owner?.id ?? null,
    owner: owner?.username ?? null,
    version: 1,
  };
  await store.snippets.insertOne(document);
  return {
    status: 201,
    headers: { Location: url('snippets:detail', { id: document._id }), ETag: etagOf(document) },
    body: serializeSnippet(document, ownership),
  };
};
