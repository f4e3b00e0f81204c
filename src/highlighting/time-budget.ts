/** The time for one snippet of a sender. Repeated timeouts reduce it. */
import type { Sender } from '../scheduling/fair-queue.js';

/** The smallest budget in milliseconds. Enough to highlight ordinary code. */
const SMALLEST_MS = 100;
/** The number of senders to remember. The one with the oldest timeout is forgotten first. */
const MOST_SENDERS = 1_000;

export interface TimeBudgets {
  /** Returns the milliseconds for the sender's next snippet. */
  of(sender: Sender): number;
  /** Whether the sender's last snippets timed out. */
  isSlow(sender: Sender): boolean;
  /** Halves the budget after a timeout, and doubles it after a snippet without one. */
  record(sender: Sender, timedOut: boolean): void;
}

/** @param timeoutMs the budget of a sender without timeouts */
export function makeTimeBudgets(timeoutMs: number): TimeBudgets {
  const timeouts = new Map<Sender, number>();
  return {
    of: (sender) => Math.max(Math.min(SMALLEST_MS, timeoutMs), timeoutMs / 2 ** (timeouts.get(sender) ?? 0)),
    isSlow: (sender) => timeouts.has(sender),
    record(sender, timedOut) {
      const count = (timeouts.get(sender) ?? 0) + (timedOut ? 1 : -1);
      // Deleted and set again, so that the map keeps the order of the last timeouts.
      timeouts.delete(sender);
      if (count <= 0) return;
      timeouts.set(sender, Math.min(count, 10));
      const [oldest] = timeouts.keys();
      if (timeouts.size > MOST_SENDERS && oldest !== undefined) timeouts.delete(oldest);
    },
  };
}
