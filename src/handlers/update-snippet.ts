/** PUT /snippets/{id}/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound, PreconditionFailed } from '../errors/index.js';
import { etagOf } from '../pipeline/conditional-requests/preconditions.js';
import { usageOf } from '../store/usage.js';
import type { HandlerContext } from './context.js';
import { type LoadedSnippet, loadedSnippet, reloadSnippet } from './loaded-snippet.js';
import { isRendered, renderInput } from './render-input.js';
import { serializeSnippet } from './serializers/snippet.js';

/** Replaces what a client sets; id, owner and the place in the list stay. */
export const updateSnippet: Handler<'updateSnippet', HandlerContext> = async (
  { parameters, body },
  context,
) => {
  const loaded = loadedSnippet(context);
  const isConditional = parameters.header['If-Match'] !== undefined;
  const version = await save(body, loaded, isConditional, context);
  return {
    status: 200,
    headers: { ETag: etagOf({ version }) },
    body: serializeSnippet({ _id: loaded._id, owner: loaded.owner, ...body }, context.ownership),
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
  const { store, quota } = context;
  let rendered: Awaited<ReturnType<typeof renderInput>> | undefined;
  for (let current: LoadedSnippet | null = loaded; current; current = await reloadSnippet(current, store)) {
    // Another request saved in between. If-Match guards against that; without it the last one wins.
    if (current !== loaded && isConditional) throw new PreconditionFailed();
    const { _id, ownerId, version } = current;
    // A save of the same text only counts as a save.
    if (!isRendered(body, current, context)) rendered ??= await renderInput(body, ownerId, context);
    const change = { snippets: 0, bytes: usageOf(body).bytes - usageOf(current).bytes };
    const isSaved = await quota(ownerId, change, async () => {
      const { matchedCount } = await store.snippets.updateOne(
        { _id, version },
        { ...(rendered && { $set: rendered }), $inc: { version: 1 } },
      );
      return matchedCount === 1;
    });
    if (isSaved) return version + 1;
  }
  throw new NotFound();
}
