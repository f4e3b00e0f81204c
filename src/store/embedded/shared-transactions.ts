/** Writes of one turn of the event loop share one transaction and one sync of the disk. */
import { makeBatcher, type Outcome } from '../../scheduling/make-batcher.js';

export interface Transactions {
  /** Runs the work in a transaction. @throws when the transaction failed: then nothing of it is stored */
  transact<T>(work: () => T): Promise<T>;
  /** Runs the work inside the transaction. What it changed is undone when it fails. */
  attempt<T>(work: () => T): Outcome<T>;
}

/** Of one transaction: it keeps the event loop until its end. */
const MOST = 64;
/** After so many milliseconds of work a transaction takes no more. */
const LONGEST_MS = 20;

/**
 * @returns runs work in a transaction that it may share: its effects come together or not at all, and no other work
 * sees   a part of them. It may run again when the transaction failed
 */
export function shareTransactions({ transact, attempt }: Transactions): <T>(work: () => T) => Promise<T> {
  function attemptSome(works: readonly (() => unknown)[]): Outcome<unknown>[] {
    const [only] = works;
    // One alone needs no savepoint: its failure ends the transaction.
    if (only && works.length === 1) return [{ value: only() }];
    const began = performance.now();
    const outcomes: Outcome<unknown>[] = [];
    for (const work of works) {
      outcomes.push(attempt(work));
      if (performance.now() - began > LONGEST_MS) break;
    }
    return outcomes;
  }

  const share = makeBatcher<() => unknown, unknown>({
    most: MOST,
    run: (works) => transact(() => attemptSome(works)),
  });
  // The outcome of a work is its own result.
  return (work) => share(work) as Promise<ReturnType<typeof work>>;
}
