/** The stored forms of snippets: which of them this release reads, and how it brings older ones to its own. */
import type { SnippetRecord } from '../records.js';

export interface Form {
  /** The form that it leads to, from the one before. */
  readonly number: number;
  /** @returns the changed fields; it may run again, and beside other processes. Terms and form follow by themselves */
  bringForward(snippet: SnippetRecord): Partial<SnippetRecord> | Promise<Partial<SnippetRecord>>;
}

export interface Schema {
  /** The oldest form that a release has written. */
  readonly oldest: number;
  /** The newest form that this release reads, and writes once the store has it. */
  readonly knows: number;
  /** The form that this release brings a store to. The release before knows it too, so that both run side by side. */
  readonly writes: number;
  /** The steps to `writes`, in ascending order. */
  readonly forms: readonly Form[];
}

/** Form 4 is that of the first release. Builds before it wrote 1 to 3: `import` takes their exports. */
const FIRST = 4;

/** A new form takes two releases (docs/store.md): the first one knows it, the second one writes it. */
export const schema: Schema = { oldest: FIRST, knows: FIRST, writes: FIRST, forms: [] };
