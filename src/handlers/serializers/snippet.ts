/** The public representation of a snippet (specification.md, Resources). */
import type { Snippet } from '#generated/sdk/types.gen.js';
import type { SnippetRecord } from '../../store/records.js';

export type Representable = Pick<
  SnippetRecord,
  '_id' | 'owner' | 'title' | 'code' | 'linenos' | 'language' | 'style'
>;

/** The fields that a representation is made of: what a list reads. */
export const REPRESENTED = { owner: 1, title: 1, code: 1, linenos: 1, language: 1, style: 1 } as const;

/** @param ownership false leaves `owner` out: the first, unauthenticated version of the API */
export function representSnippet(document: Representable, ownership: boolean): Snippet {
  const { _id: id, owner, title, code, linenos } = document;
  // Stored values were validated against the same enums that the type is made of.
  const { language, style } = document as Pick<Snippet, 'language' | 'style'>;
  if (ownership) return { id, owner: owner ?? '', title, code, linenos, language, style };
  // The effective document has no `owner` then; the generated type is that of the authoritative one.
  return { id, title, code, linenos, language, style } as Snippet;
}
