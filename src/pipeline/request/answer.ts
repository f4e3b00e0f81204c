/** An answer as a value. */
import type { Readable } from 'node:stream';

/** What a handler returns: one of the declared answers of its operation. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** An answer whose body is bytes. */
export interface RenderedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** null: the answer has none. */
  readonly body: string | Buffer | Readable | null;
}
