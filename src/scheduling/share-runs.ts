/** Requests that ask for the same at the same time share one run, which begins after each of them has asked. */

/**
 * Runs the work, or shares its result with the others that wait.
 *
 * @param key what is asked for: the same key, the same result
 */
export type ShareRuns<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

interface Run<Result> {
  readonly result: Promise<Result>;
  /** Begins when this run ends. Requests that came after the beginning of this one wait for it. */
  next?: Promise<Result>;
}

/** One run of a key at a time. The failure of a run is that of its own callers, and the next one begins all the same. */
export function makeShareRuns<Result>(): ShareRuns<Result> {
  const runs = new Map<string, Run<Result>>();

  function begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const run: Run<Result> = { result: work() };
    runs.set(key, run);
    const end = () => void (run.next === undefined && runs.delete(key));
    run.result.then(end, end);
    return run.result;
  }

  return function shareRuns(key, work) {
    const run = runs.get(key);
    if (run === undefined) return begin(key, work);
    const beginNext = () => begin(key, work);
    run.next ??= run.result.then(beginNext, beginNext);
    return run.next;
  };
}
