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
  // When the highlighter refuses (503), nothing is stored and the id stays unused.
  const [content, _id] = await Promise.all([renderInput(body, context), nextId(store, 'snippets')]);
  const owner = ownership ? request.user : null;
  const record: SnippetRecord = {
    _id,
    created: new Date(),
    ...content,
    ownerId: owner?.id ?? null,
    owner: owner?.username ?? null,
    version: 1,
  };
  await store.snippets.insertOne(record);
  return {
    status: 201,
    headers: { Location: url('snippets:detail', { id: record._id }), ETag: etagOf(record) },
    body: serializeSnippet(record, ownership),
  };
};
