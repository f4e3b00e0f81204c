/** The public representation of a user (specification.md, Resources). */
import type { User } from '#generated/sdk/types.gen.js';
import type { UserDocument } from '../collections/documents.js';

/** @param snippets the ids of the user's snippets, ascending */
export function representUser(
  { _id: id, username }: Pick<UserDocument, '_id' | 'username'>,
  snippets: number[],
): User {
  return { id, username, snippets };
}
