/** How far a stored time may be trusted: the clock may have been wrong when it was written, or may be wrong now. */

/** The clocks of processes that share a store may differ by this much. */
export const CLOCK_SKEW_MS = 5_000;

/**
 * Whether something that was stored with an end still holds. An end further away than it can have been set was written
 * while the clock was ahead: it does not hold, so that nothing lives for years when the clock is set back.
 *
 * @param windowMs how long it holds from the moment when it is stored
 */
export function stillHolds(end: Date, windowMs: number): boolean {
  const left = end.getTime() - Date.now();
  return left > 0 && left <= windowMs + CLOCK_SKEW_MS;
}

/**
 * In the order in which they were stored, the last one first. A record whose end does not hold counts as the oldest, so
 * that it does not push out those that are good: its end may be further away than theirs.
 */
export function newestFirst<T extends { readonly expiresAt: Date }>(
  records: readonly T[],
  windowMs: number,
): T[] {
  const rank = ({ expiresAt }: T) => (stillHolds(expiresAt, windowMs) ? expiresAt.getTime() : 0);
  return records.toSorted((one, other) => rank(other) - rank(one));
}
