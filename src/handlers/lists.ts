/** What the handlers of lists share between requests. */
import type { HandlerResponse } from '#generated/server/handlers.gen.js';
import { makeEncodeList } from '../pipeline/encoded-list.js';
import { makeShareRuns } from '../scheduling/share-runs.js';

export type Lists = ReturnType<typeof makeLists>;

export function makeLists() {
  return {
    snippets: makeShareRuns<HandlerResponse<'listSnippets'>>(),
    users: makeShareRuns<HandlerResponse<'listUsers'>>(),
    user: makeShareRuns<HandlerResponse<'getUser'>>(),
    encode: makeEncodeList(),
  };
}

/** A stream, so that the answer to HEAD has no `Content-Length` of an empty list. */
export async function* noItems(): AsyncGenerator<never[]> {}
