/** POST /snippets/, and GET, PUT and DELETE /snippets/{id}/ */
import type { Snippet } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { etagOf } from '../pipeline/conditional-requests.js';
import type { SnippetFields, SnippetRecord } from '../store/records.js';
import type { HandlerContext } from './context.js';
import { createRecord, deleteRecord, loadedRecord, replaceRecord } from './owned-records.js';
import { checkQuota } from './quota.js';
import { bytesOf, isRendered, renderInput } from './render-input.js';
import { serializerOf } from './serializer.js';

export const snippetSerializer = serializerOf<Snippet>('Snippet');

export const createSnippet: Handler<'createSnippet', HandlerContext> = ({ body }, context) =>
  storeSnippet(body, context);

/** Stores a new snippet of the user, and answers with it. */
export async function storeSnippet(body: SnippetFields, context: HandlerContext) {
  const { store, url } = context;
  const { record, isReplayed } = await createRecord(store.snippets, context, async (owned) => {
    await checkQuota(context, owned.ownerId, { snippets: 1, bytes: bytesOf(body) });
    return { ...(await renderInput(body, owned.ownerId, context)), ...owned };
  });
  return {
    status: 201 as const,
    headers: {
      Location: url('snippets:detail', { id: record._id }),
      ETag: etagOf(record),
      ...(isReplayed && { 'Idempotency-Replayed': 'true' as const }),
    },
    body: snippetSerializer(context).serialize(record),
  };
}

export const getSnippet: Handler<'getSnippet', HandlerContext> = (_input, context) => {
  const snippet = loadedRecord(context.store.snippets, context);
  const body = snippetSerializer(context).serialize(snippet);
  return { status: 200, headers: { ETag: etagOf(snippet) }, body };
};

/** Replaces what a client sets; id, owner and the place in the list stay. */
export const updateSnippet: Handler<'updateSnippet', HandlerContext> = async ({ body }, context) => {
  let rendered: ReturnType<typeof renderInput> | undefined;
  const make = async (current: SnippetRecord) => {
    // A save of the same text only counts as a save.
    if (isRendered(body, current)) return {};
    await checkQuota(context, current.ownerId, { snippets: 0, bytes: bytesOf(body) - current.bytes });
    rendered ??= renderInput(body, current.ownerId, context);
    return rendered;
  };
  const snippet = await replaceRecord(context.store.snippets, context, make);
  return {
    status: 200,
    headers: { ETag: etagOf(snippet) },
    body: snippetSerializer(context).serialize(snippet),
  };
};

export const deleteSnippet: Handler<'deleteSnippet', HandlerContext> = async (_input, context) => {
  await deleteRecord(context.store.snippets, context);
  return { status: 204 };
};
