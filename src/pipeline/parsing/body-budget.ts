/** Bounds the memory of bodies that are still arriving: a client may send one as slowly as it likes. */
import { ServiceUnavailable } from '../../errors/index.js';
import { RETRY_AFTER, type Sender } from '../../scheduling/fair-queue.js';

const MOST_OF_A_SENDER = 32 * 1024 * 1024;
const MOST_OF_ALL = 128 * 1024 * 1024;
/** A smaller body costs about as much as its connection, and is not counted. */
const SMALL = 16 * 1024;

/**
 * @param bytes what the body may have
 * @returns gives the bytes back
 * @throws ServiceUnavailable when this sender's bodies, or those of all, take too much
 */
export type ReserveBytes = (sender: Sender, bytes: number) => () => void;

export function makeBodyBudget(): ReserveBytes {
  const taken = new Map<Sender, number>();
  let total = 0;

  function add(sender: Sender, bytes: number): void {
    const own = (taken.get(sender) ?? 0) + bytes;
    if (own > 0) taken.set(sender, own);
    else taken.delete(sender);
    total += bytes;
  }

  return function reserve(sender, bytes) {
    if (bytes <= SMALL) return () => undefined;
    const own = (taken.get(sender) ?? 0) + bytes;
    // One body alone is always read, however large MAX_BODY_BYTES is.
    const isFull = (own > MOST_OF_A_SENDER && own > bytes) || (total + bytes > MOST_OF_ALL && total > 0);
    if (isFull) throw new ServiceUnavailable(RETRY_AFTER);
    add(sender, bytes);
    return () => add(sender, -bytes);
  };
}
