/** POST /snippets/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { etagOf } from '../pipeline/conditional-requests/preconditions.js';
import { isDuplicateKey } from '../store/index.js';
import type { SnippetRecord } from '../store/records.js';
import { usageOf } from '../store/usage.js';
import type { HandlerContext } from './context.js';
import { renderInput, type SnippetFields } from './render-input.js';
import { serializeSnippet } from './serializers/snippet.js';

const FIRST_VERSION = 1;

export const createSnippet: Handler<'createSnippet', HandlerContext> = ({ body }, context) =>
  storeSnippet(body, context);

/** Stores a new snippet of the user, and answers with it. */
export async function storeSnippet(body: SnippetFields, context: HandlerContext) {
  const { ownership, caller, plan, url } = context;
  const owned = ownership ? caller.user : null;
  const owner = { ownerId: owned?.id ?? null, owner: owned?.username ?? null };
  const _id = plan?.isCarriedOut ? plan.recordId : await insert(body, owner, context);
  return {
    status: 201 as const,
    headers: { Location: url('snippets:detail', { id: _id }), ETag: etagOf({ version: FIRST_VERSION }) },
    body: serializeSnippet({ ...body, _id, owner: owner.owner }, ownership),
  };
}

type Owner = Pick<SnippetRecord, 'ownerId' | 'owner'>;

/** @returns the id of the record that is stored now */
async function insert(body: SnippetFields, owner: Owner, context: HandlerContext): Promise<number> {
  const { store, plan, quota } = context;
  let _id = plan?.recordId ?? 0;
  await quota(owner.ownerId, usageOf(body), async () => {
    // When the highlighter refuses (503), nothing is stored.
    const making = makeContent(body, owner, context);
    if (plan === undefined) {
      _id = await store.insertNext('snippets', making);
      return true;
    }
    try {
      await store.insertTogether(store.snippets, { _id, created: plan.recordCreated, ...(await making) });
      return true;
    } catch (error) {
      // An earlier run of the request has stored it with the planned id.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  });
  return _id;
}

/** @returns a record without its id and its time */
async function makeContent(
  body: SnippetFields,
  owner: Owner,
  context: HandlerContext,
): Promise<Omit<SnippetRecord, '_id' | 'created'>> {
  const content = await renderInput(body, owner.ownerId, context);
  return { ...content, ...owner, version: FIRST_VERSION };
}
