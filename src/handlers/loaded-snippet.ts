/** The snippet that was loaded for the path, typed. */
import type { SnippetRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import type { HandlerContext } from './context.js';

/** All fields but the large ones that most reads leave out. */
const LOADED = { projection: { highlightedGzip: 0, excerpt: 0, terms: 0 } } as const;

export type LoadedSnippet = Omit<SnippetRecord, 'highlightedGzip' | 'excerpt' | 'terms'>;

/** @throws Error when the path in `openapi.yaml` lacks `x-object: snippets` */
export function loadedSnippet<Fields extends keyof SnippetRecord = keyof LoadedSnippet>({
  endpoint,
  record,
}: Pick<HandlerContext, 'endpoint' | 'record'>): Pick<SnippetRecord, Fields | '_id' | 'ownerId' | 'version'> {
  if (record === null || endpoint.object !== 'snippets')
    throw new Error(
      `openapi.yaml: ${endpoint.path} needs x-object: snippets, because its handler uses the snippet.`,
    );
  // The collection names the type of its records; `x-object-fields` names the fields, which no type can see.
  return record as unknown as SnippetRecord;
}

/** @returns the snippet as it is now; null when it is gone */
export function reloadSnippet(
  { _id }: LoadedSnippet,
  { snippets }: Pick<Store, 'snippets'>,
): Promise<LoadedSnippet | null> {
  return snippets.findOne({ _id }, LOADED);
}
