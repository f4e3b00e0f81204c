/** GET /snippets/ */
import type { Snippet } from '#generated/sdk/types.gen.js';
import type { Handler, HandlerRequest } from '#generated/server/handlers.gen.js';
import { textOf } from '../highlighting/markup.js';
import type { Row } from '../renderers/html/snippets/rows.js';
import { soughtTerms } from '../store/terms.js';
import type { HandlerContext } from './context.js';
import { listRecords } from './list-records.js';
import { snippetSerializer } from './snippets.js';

export const listSnippets: Handler<'listSnippets', HandlerContext> = ({ parameters: { query } }, context) => {
  const { snippets } = context.store;
  const { fields, serialize } = snippetSerializer(context);
  const list = {
    collection: snippets,
    filter: () => filterOf(query, context),
    sameForEverybody: true,
  } as const;
  if (context.renderer.pageSize === undefined)
    return listRecords(query, context, { ...list, fields, toItem: serialize });
  // A page reads the beginning of the code, and never all of it.
  const { code: _, ...shown } = fields;
  return listRecords(query, context, {
    ...list,
    fields: { ...shown, created: 1, excerpt: 1 },
    toItem({ created, excerpt, ...row }): Snippet & Row {
      return {
        ...serialize({ ...row, code: '' }),
        created,
        excerpt,
        // Only the JSON shows it.
        get code() {
          return textOf(excerpt);
        },
      };
    },
  });
};

/** A blank value counts as not given, as in forms. */
async function filterOf(
  query: HandlerRequest<'listSnippets'>['parameters']['query'],
  { store }: HandlerContext,
) {
  const { q, owner } = query;
  const user = owner
    ? await store.users.findOne({ username: owner }, { projection: { username: 1 } })
    : undefined;
  // Ids begin at 1: nobody has a snippet of an unknown user.
  const ownerId = owner ? (user?._id ?? 0) : undefined;
  const terms = soughtTerms(q?.trim() ? q : undefined, { ...query, ownerId });
  return terms && { terms: { $all: terms } };
}
