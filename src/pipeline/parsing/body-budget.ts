/** Bounds the memory of bodies that are still arriving: a client may send one as slowly as it likes. */
import { ServiceUnavailable } from '../../errors/index.js';
import { RETRY_AFTER, type Sender } from '../../scheduling/fair-queue.js';

const MOST_OF_A_SENDER = 32 * 1024 * 1024;
const MOST_OF_ALL = 128 * 1024 * 1024;
/** A smaller body costs about as much as its connection, and is not counted. */
const SMALL = 16 * 1024;

/**
 * @param bytes what the body may have
 * @param cutOff called when a sender who has less needs the bytes
 * @returns gives the bytes back
 * @throws ServiceUnavailable when this sender's bodies take too much, or those of all and no sender has more
 */
export type ReserveBytes = (sender: Sender, bytes: number, cutOff: () => void) => () => void;

interface Reservation {
  readonly bytes: number;
  cutOff(): void;
}

export function makeBodyBudget(): ReserveBytes {
  const bySender = new Map<Sender, Set<Reservation>>();
  let total = 0;

  const bytesOf = (sender: Sender) => {
    let bytes = 0;
    for (const reservation of bySender.get(sender) ?? []) bytes += reservation.bytes;
    return bytes;
  };

  function give(sender: Sender, reservation: Reservation): void {
    const own = bySender.get(sender);
    if (!own?.delete(reservation)) return;
    if (own.size === 0) bySender.delete(sender);
    total -= reservation.bytes;
  }

  /** Takes the newest body of the sender who has most. @returns false when nobody has more than `own` bytes */
  function displace(own: number): boolean {
    const [most, bytes] = [...bySender.keys()]
      .map((sender) => [sender, bytesOf(sender)] as const)
      .reduce((a, b) => (b[1] > a[1] ? b : a));
    const newest = [...(bySender.get(most) ?? [])].at(-1);
    if (newest === undefined || bytes <= own) return false;
    give(most, newest);
    newest.cutOff();
    return true;
  }

  return function reserve(sender, bytes, cutOff) {
    if (bytes <= SMALL) return () => undefined;
    const own = bytesOf(sender) + bytes;
    // One body alone is always read, however large MAX_BODY_BYTES is.
    if (own > MOST_OF_A_SENDER && own > bytes) throw new ServiceUnavailable(RETRY_AFTER);
    while (total > 0 && total + bytes > MOST_OF_ALL)
      if (!displace(own)) throw new ServiceUnavailable(RETRY_AFTER);
    const reservation = { bytes, cutOff };
    bySender.set(sender, (bySender.get(sender) ?? new Set()).add(reservation));
    total += bytes;
    return () => give(sender, reservation);
  };
}
