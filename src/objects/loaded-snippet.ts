/** The snippet that a path names, without what is made of it: no representation holds that. */
import type { SnippetDocument } from '../collections/documents.js';

export type LoadedSnippet = Omit<SnippetDocument, 'highlighted' | 'words'>;

/** Reads a `LoadedSnippet`. */
export const LOADED = { projection: { highlighted: 0, words: 0 } } as const;
