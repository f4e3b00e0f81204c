/** Waits for work no longer than a time. The work goes on, and its result is ignored then. */
import { setTimeout as wait } from 'node:timers/promises';

/** @returns what the work gives; `late` when it gives nothing within `ms` milliseconds */
export async function withTimeout<T, L>(ms: number, work: Promise<T> | T, late: L): Promise<Awaited<T> | L> {
  const stop = new AbortController();
  const timeout = wait(ms, late, { ref: false, signal: stop.signal });
  // The abort rejects it.
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    stop.abort();
  }
}
