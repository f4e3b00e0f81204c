/** The snippet that a path names, without what is made of it: no representation holds that. */
import type { SnippetRecord } from '../../store/records.js';

export type LoadedSnippet = Omit<SnippetRecord, 'highlighted' | 'words'>;

/** Reads a `LoadedSnippet`. */
export const LOADED = { projection: { highlighted: 0, words: 0 } } as const;
