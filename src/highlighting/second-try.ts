/**
 * Highlights snippets again that became plain text because the service was busy: one at a time, while the highlighter
 * has nothing else to do.
 */
import type { Log } from '../observability/log.js';
import type { SnippetRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import { storedHtmlOf } from './compress-page.js';
import type { Highlighter } from './highlighter.js';
import { inputOf, plainReasonOf } from './html-page.js';

export interface SecondTries {
  /** Call it whenever a snippet is saved or shown. It does nothing for one that has its colours, or had its try. */
  offer(snippet: Offered): void;
  /** Snippets that wait, for the metrics. */
  readonly waiting: number;
  /** Resolves when the try that runs has ended. Snippets that wait are offered again when they are next shown. */
  close(): Promise<void>;
}

export type Offered = Pick<SnippetRecord, '_id' | 'plain' | 'version' | 'triedAgain'>;

export interface SecondTryOptions {
  readonly store: Pick<Store, 'snippets'>;
  readonly highlighter: Pick<Highlighter, 'highlightWhenIdle'>;
  readonly log: Log;
  /** How many snippets may wait. More are forgotten until they are next shown. Default: 1000. */
  readonly capacity?: number;
  /** Before each try. Default: 1 second. */
  readonly pauseMs?: number;
}

/** The pause after a try, as a multiple of its time: code that is always too slow costs a tenth of a thread. */
const REST = 9;

export function makeSecondTries({
  store: { snippets },
  highlighter,
  log,
  capacity = 1000,
  pauseMs = 1000,
}: SecondTryOptions): SecondTries {
  const ids = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  function schedule(ms: number): void {
    if (closed || timer !== undefined || running !== undefined || ids.size === 0) return;
    // Tries do not keep the process alive.
    timer = setTimeout(start, ms).unref();
  }

  function start(): void {
    timer = undefined;
    const began = performance.now();
    running = tryFirst().finally(() => {
      running = undefined;
      schedule(Math.max(pauseMs, REST * (performance.now() - began)));
    });
  }

  async function tryFirst(): Promise<void> {
    const [id] = ids;
    if (id === undefined) return;
    try {
      if (await tryAgain(id)) ids.delete(id);
    } catch (err) {
      // The store does not answer, or the service stops.
      ids.delete(id);
      if (!closed) log.warn({ err, id }, 'a plain snippet could not be highlighted again');
    }
  }

  /** @returns false if the highlighter is busy */
  async function tryAgain(id: number): Promise<boolean> {
    const snippet = await snippets.findOne({ _id: id });
    if (snippet === null || !mayTry(snippet)) return true;
    const { version } = snippet;
    const stored = await storedHtmlOf(snippet);
    // Code that is too large, or that the grammar fails on, would be plain again.
    const isSlow = stored !== undefined && plainReasonOf(stored) === 'timeout';
    const page = isSlow ? await highlighter.highlightWhenIdle(inputOf(snippet)) : null;
    if (page === undefined) return false;
    // The version stays: nothing changed that an author could have a conflict with. A save in between wins.
    await snippets.updateOne(
      { _id: id, version },
      page !== null && !page.plain
        ? { $set: { highlightedGzip: page.gzip, plain: false }, $unset: { highlighted: '' } }
        : { $set: { triedAgain: version } },
    );
    return true;
  }

  return {
    offer(snippet) {
      if (closed || !mayTry(snippet) || ids.size >= capacity) return;
      ids.add(snippet._id);
      schedule(pauseMs);
    },

    get waiting() {
      return ids.size;
    },

    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Whether the snippet is plain and has had no second try since its last save. */
export function mayTry({ plain, version, triedAgain }: Offered): boolean {
  return plain && triedAgain !== version;
}
