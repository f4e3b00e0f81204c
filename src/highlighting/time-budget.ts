/** How long a thread may work on one snippet: a sender whose snippets keep timing out gets less and less. */
import type { Sender } from '../scheduling/fair-queue.js';

/** Milliseconds. No budget is halved below this, so that ordinary code is still coloured. */
const SMALLEST_MS = 100;
/** Senders that are remembered; the one who timed out longest ago is forgotten first. */
const MOST_SENDERS = 1_000;

export interface TimeBudgets {
  /** Milliseconds for the sender's next snippet. */
  of(sender: Sender): number;
  /** Whether the sender's last snippets timed out. */
  isSlow(sender: Sender): boolean;
  /** Halves the budget after a timeout, doubles it after a snippet in time. */
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
      // Set anew, so that the map stays in the order of the last timeouts.
      timeouts.delete(sender);
      if (count <= 0) return;
      timeouts.set(sender, Math.min(count, 10));
      const [oldest] = timeouts.keys();
      if (timeouts.size > MOST_SENDERS && oldest !== undefined) timeouts.delete(oldest);
    },
  };
}
