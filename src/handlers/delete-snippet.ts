/** DELETE /snippets/{id}/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound, PreconditionFailed } from '../errors/index.js';
import { noteSave } from '../store/keyed-saves.js';
import type { HandlerContext } from './context.js';
import { loadedSnippet } from './loaded-snippet.js';

export const deleteSnippet: Handler<'deleteSnippet', HandlerContext> = async (
  { parameters },
  { request, store },
) => {
  if (request.plan?.isCarriedOut) return { status: 204 };
  const snippet = loadedSnippet(request);
  const { _id, version } = snippet;
  const isConditional = parameters.header['If-Match'] !== undefined;
  await noteSave(store, snippet);
  const { deletedCount } = await store.snippets.deleteOne(isConditional ? { _id, version } : { _id });
  if (deletedCount === 1) return { status: 204 };
  // The snippet was deleted or changed after it was loaded.
  const isChanged = await store.snippets.findOne({ _id }, { projection: { version: 1 } });
  throw isChanged ? new PreconditionFailed() : new NotFound();
};
