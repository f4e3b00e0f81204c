/** PUT /snippets/{id}/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotFound, PreconditionFailed } from '../errors/index.js';
import { etagOf } from '../pipeline/conditional-requests/etag.js';
import type { HandlerContext } from './context.js';
import { LOADED, type LoadedSnippet, loadedSnippet } from './loaded-snippet.js';
import { renderInput } from './render-input.js';
import { serializeSnippet } from './serializers/snippet.js';

/** Replaces what a client sets; id, owner and the place in the list stay. */
export const updateSnippet: Handler<'updateSnippet', HandlerContext> = async (
  { parameters, body },
  context,
) => {
  const content = await renderInput(body, context);
  const { highlighted: _, words: __, ...fields } = content;
  let current: LoadedSnippet | null = loadedSnippet(context.request);
  for (; current; current = await reload(current, context)) {
    const { matchedCount } = await context.store.snippets.updateOne(
      { _id: current._id, version: current.version },
      { $set: content, $inc: { version: 1 } },
    );
    if (matchedCount === 0) {
      // Another request saved in between. If-Match guards against that; without it the last one wins.
      if (parameters.header['If-Match'] !== undefined) throw new PreconditionFailed();
      continue;
    }
    const saved: LoadedSnippet = { ...current, ...fields, version: current.version + 1 };
    return {
      status: 200,
      headers: { ETag: etagOf(saved) },
      body: serializeSnippet(saved, context.ownership),
    };
  }
  throw new NotFound();
};

function reload({ _id }: LoadedSnippet, { store }: HandlerContext): Promise<LoadedSnippet | null> {
  return store.snippets.findOne({ _id }, LOADED);
}
