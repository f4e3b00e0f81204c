/** The schema versions: what each changed in the stored records, and which of them this release reads and writes. */
import type { Collections } from '../definitions.js';
import { compressHtml } from './compress-html.js';
import { storeWords } from './store-words.js';

export interface Step {
  /** The version that it leads to. */
  readonly version: number;
  /** Several processes may run it at once, or run it again after a crash, so it must be safe to repeat. */
  bringForward(collections: Collections): Promise<void>;
}

export interface Schema {
  /** The newest version whose records this release reads and, once the store has it, writes. */
  readonly knows: number;
  /** The version that this release brings a store to. The release before knows it too, so that both run side by side. */
  readonly writes: number;
  /** The steps to `writes`, in ascending order. */
  readonly steps: readonly Step[];
  /** Milliseconds after which no request of another process writes the form of an older version any more. */
  readonly settleMs: number;
}

const steps: readonly Step[] = [
  { version: 2, bringForward: storeWords },
  {
    version: 3,
    async bringForward(collections) {
      await storeWords(collections);
      await compressHtml(collections);
    },
  },
];

const writes = steps.at(-1)?.version ?? 1;

/**
 * A new form takes two releases (docs/store.md): the first only knows it (`knows` is one more than `writes`), the second
 * writes it. No release has written an older version, so this one writes what it knows.
 */
export const schema: Schema = { knows: writes, writes, steps, settleMs: 10_000 };
