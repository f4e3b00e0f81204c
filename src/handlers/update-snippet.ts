/** PUT /snippets/{id}/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound, PreconditionFailed } from '../errors/index.js';
import { etagOf } from '../pipeline/conditional-requests/etag.js';
import { noteSave, savedVersionOf } from '../store/keyed-saves.js';
import { usageOf } from '../store/usage.js';
import type { HandlerContext } from './context.js';
import { type LoadedSnippet, loadedSnippet, reloadSnippet } from './loaded-snippet.js';
import { renderInput } from './render-input.js';
import { serializeSnippet } from './serializers/snippet.js';

/** Replaces what a client sets; id, owner and the place in the list stay. */
export const updateSnippet: Handler<'updateSnippet', HandlerContext> = async (
  { parameters, body },
  context,
) => {
  const { request, ownership } = context;
  const loaded = loadedSnippet(request);
  const isConditional = parameters.header['If-Match'] !== undefined;
  const version = request.plan?.savedVersion ?? (await save(body, loaded, isConditional, context));
  return {
    status: 200,
    headers: { ETag: etagOf({ version }) },
    body: serializeSnippet({ _id: loaded._id, owner: loaded.owner, ...body }, ownership),
  };
};

type Input = Parameters<typeof updateSnippet>[0]['body'];

/** @returns the version that the save made */
async function save(
  body: Input,
  loaded: LoadedSnippet,
  isConditional: boolean,
  context: HandlerContext,
): Promise<number> {
  const { store, request, quota } = context;
  const { plan } = request;
  const content = await renderInput(body, context);
  for (let current: LoadedSnippet | null = loaded; current; current = await reloadSnippet(current, store)) {
    if (current !== loaded) {
      const saved = plan && (await savedVersionOf(store, plan.mark, current));
      if (saved !== undefined) return saved;
      // Another request saved in between. If-Match guards against that; without it the last one wins.
      if (isConditional) throw new PreconditionFailed();
    }
    const version = current.version + 1;
    if (plan) await noteSave(store, current);
    const { _id, ownerId } = current;
    const change = { snippets: 0, bytes: usageOf(body).bytes - usageOf(current).bytes };
    const isSaved = await quota(ownerId, change, async () => {
      const { matchedCount } = await store.snippets.updateOne(
        { _id, version: version - 1 },
        {
          $set: { ...content, ...(plan && { savedWith: { ...plan.mark, version } }) },
          $unset: { highlighted: '' },
          $inc: { version: 1 },
        },
      );
      return matchedCount === 1;
    });
    if (isSaved) return version;
  }
  throw new NotFound();
}
