/** Who sees a record: a private one exists for its owner alone. Every read for a caller asks this, in one of two forms. */

interface Owned {
  readonly ownerId: number | null;
  readonly private?: unknown;
}

/** @param userId of who asks; null: nobody is known. @returns a filter of the records that this user sees */
export function visibleTo(userId: number | null): object {
  const isPublic = { private: { $ne: true } };
  return userId === null ? isPublic : { $or: [isPublic, { ownerId: userId }] };
}

/** The same of a record that was read. */
export const isVisibleTo = ({ ownerId, private: isPrivate }: Owned, userId: number | null): boolean =>
  isPrivate !== true || (userId !== null && ownerId === userId);
