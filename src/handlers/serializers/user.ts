/** Makes the representation of a user. */
import type { User } from '#generated/sdk/types.gen.js';
import type { UserRecord } from '../../store/records.js';

/** @param snippets the ids of the user's snippets, ascending */
export function serializeUser(
  { _id: id, username }: Pick<UserRecord, '_id' | 'username'>,
  snippets: number[],
): User {
  return { id, username, snippets };
}
