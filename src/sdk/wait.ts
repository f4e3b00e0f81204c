// Waits that a signal or a time limit ends.

/** Timers cannot hold more: 24 days, which is as good as no limit. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * @param work gets a signal that is aborted when nobody waits for it any longer
 * @returns what `work` gives; `undefined` when the time is over
 * @throws the signal's reason as soon as it is aborted, also when `work` does not heed signals
 */
export async function within<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
      timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER), undefined);
      work(ending.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
