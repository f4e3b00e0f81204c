/** Makes the representation of a snippet. */
import type { Snippet } from '#generated/sdk/types.gen.js';
import type { SnippetRecord } from '../../store/records.js';

/** The stored fields that the representation consists of, in its order: what a list reads. */
export const SERIALIZED = { owner: 1, title: 1, code: 1, linenos: 1, language: 1, style: 1 } as const;

export type SerializedFields = Pick<SnippetRecord, '_id' | keyof typeof SERIALIZED>;

/** @param ownership false leaves `owner` out: the first, unauthenticated version of the API */
export function serializeSnippet(record: SerializedFields, ownership: boolean): Snippet {
  const { owner, title, code, linenos, language, style } = record;
  const snippet = {
    id: record._id,
    ...(ownership && { owner: owner ?? '' }),
    title,
    code,
    linenos,
    language,
    style,
  };
  // Stored values passed the enums of the type. Without ownership the specification has no `owner`; the type has.
  return snippet as Snippet;
}
