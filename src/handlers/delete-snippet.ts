/** DELETE /snippets/{id}/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound, PreconditionFailed } from '../errors/index.js';
import { usageOf } from '../store/usage.js';
import type { HandlerContext } from './context.js';
import { type LoadedSnippet, loadedSnippet, reloadSnippet } from './loaded-snippet.js';

export const deleteSnippet: Handler<'deleteSnippet', HandlerContext> = async ({ parameters }, context) => {
  const { store, quota } = context;
  const loaded = loadedSnippet(context);
  const isConditional = parameters.header['If-Match'] !== undefined;
  for (let current: LoadedSnippet | null = loaded; current; current = await reloadSnippet(current, store)) {
    // The snippet was changed after it was loaded.
    if (current !== loaded && isConditional) throw new PreconditionFailed();
    const { _id, version, ownerId } = current;
    const { bytes } = usageOf(current);
    const isDeleted = await quota(ownerId, { snippets: -1, bytes: -bytes }, async () => {
      const { deletedCount } = await store.snippets.deleteOne({ _id, version });
      return deletedCount === 1;
    });
    if (isDeleted) return { status: 204 };
  }
  throw new NotFound();
};
