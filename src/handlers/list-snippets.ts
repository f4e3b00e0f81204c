/** GET /snippets/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { REPRESENTED, representSnippet } from '../representations/snippet.js';
import type { HandlerContext } from './context.js';

export const listSnippets: Handler<'listSnippets', HandlerContext> = async (_input, { store, ownership }) => {
  const found = await store.snippets
    .find({}, { projection: REPRESENTED, sort: { created: 1, _id: 1 } })
    .toArray();
  return { status: 200, body: found.map((snippet) => representSnippet(snippet, ownership)) };
};
