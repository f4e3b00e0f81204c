/** POST /snippets/, and GET, PUT and DELETE /snippets/{id}/ */
import type { Snippet } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { QuotaReached } from '../errors/index.js';
import { etagOf } from '../http/etag.js';
import { senderOf } from '../http/sender.js';
import { yieldToEventLoop } from '../scheduling/event-loop.js';
import type { OwnedRecord, SnippetFields, SnippetRecord } from '../store/records.js';
import { termsOf } from '../store/terms.js';
import type { HandlerContext } from './context.js';
import { createRecord, deleteRecord, loadedRecord, replaceRecord } from './owned-records.js';
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
      ETag: etagOf(record, context.operation.output),
      ...(isReplayed && { 'Idempotency-Replayed': 'true' as const }),
    },
    body: snippetSerializer(context).serialize(record),
  };
}

export const getSnippet: Handler<'getSnippet', HandlerContext> = (_input, context) =>
  answerWith(loadedRecord(context.store.snippets, context), context);

/** Replaces what a client sets; id, owner and the place in the list stay. */
export const updateSnippet: Handler<'updateSnippet', HandlerContext> = async ({ body }, context) => {
  let rendered: Promise<Rendered> | undefined;
  const make = async (current: SnippetRecord) => {
    // A save of the same text only counts as a save.
    if (isRendered(body, current)) return {};
    await checkQuota(context, current.ownerId, { snippets: 0, bytes: bytesOf(body) - current.bytes });
    rendered ??= renderInput(body, current.ownerId, context);
    return rendered;
  };
  return answerWith(await replaceRecord(context.store.snippets, context, make), context);
};

export const deleteSnippet: Handler<'deleteSnippet', HandlerContext> = async (_input, context) => {
  await deleteRecord(context.store.snippets, context);
  return { status: 204 };
};

function answerWith(snippet: SnippetRecord, context: HandlerContext) {
  const body = snippetSerializer(context).serialize(snippet);
  return { status: 200 as const, headers: { ETag: etagOf(snippet, context.operation.output) }, body };
}

/**
 * Counts what a user has stored, before a write. Writes that are under way at once may exceed a quota by themselves.
 *
 * @param more what the write adds; what becomes less is always allowed
 */
async function checkQuota(
  { settings: { quotaSnippets, quotaBytes }, store }: HandlerContext,
  ownerId: number | null,
  more: { readonly snippets: number; readonly bytes: number },
): Promise<void> {
  const mostSnippets = more.snippets > 0 ? quotaSnippets : undefined;
  const mostBytes = more.bytes > 0 ? quotaBytes : undefined;
  if (ownerId === null || (mostSnippets === undefined && mostBytes === undefined)) return;
  const { snippets, bytes } = (await store.usage.findOne({ _id: ownerId })) ?? { snippets: 0, bytes: 0 };
  if (mostSnippets !== undefined && snippets + more.snippets > mostSnippets)
    throw new QuotaReached(mostSnippets, 'snippet');
  if (mostBytes !== undefined && bytes + more.bytes > mostBytes) throw new QuotaReached(mostBytes, 'byte');
}

/** UTF-16 code units of code. */
const LONG = 10_000;

/** What is stored of valid input. */
type Rendered = Omit<SnippetRecord, keyof OwnedRecord>;

/** Makes what is stored of valid input. @throws ServiceUnavailable when the highlighter's queue is full */
async function renderInput(
  fields: SnippetFields,
  ownerId: number | null,
  context: HandlerContext,
): Promise<Rendered> {
  const { highlighter, request } = context;
  // A save whose client goes while it waits for its turn has stored nothing, and is given up.
  const highlighting = highlighter.highlight(fields, senderOf(context), request.signal);
  // Awaited below: the terms are made while a thread highlights.
  highlighting.catch(() => undefined);
  // The terms of long code take some ten milliseconds: those of saves that come together must not share a turn.
  if (fields.code.length > LONG) await yieldToEventLoop();
  const terms = termsOf({ ...fields, ownerId });
  const { markup, excerpt, plain } = await highlighting;
  return { ...fields, markup, excerpt, plain, bytes: bytesOf(fields), terms };
}

/** What a snippet counts for QUOTA_BYTES. */
const bytesOf = ({ title, code }: SnippetFields): number =>
  Buffer.byteLength(title) + Buffer.byteLength(code);

/** Whether what follows from the fields is stored already: they are the same, and the code was highlighted. */
function isRendered(input: SnippetFields, stored: SnippetRecord): boolean {
  const isSame = Object.entries(input).every(([field, value]) => value === Reflect.get(stored, field));
  return isSame && stored.plain === null;
}
