/** Notices that a newer release has upgraded the store while this process runs. */
import type { Check } from '../../observability/readiness.js';
import { withTimeout } from '../../scheduling/with-timeout.js';
import type { Collections } from '../definitions.js';
import { readForm, type Schema, StoreTooNew } from './schema.js';

/** How long a reading is good. What is written in an older form meanwhile is brought forward later. */
const GOOD_FOR_MS = 1000;

export class SchemaWatch {
  readonly #meta: Collections['meta'];
  readonly #schema: Schema;
  readonly #onTooNew: (error: StoreTooNew) => void;
  #version: number | undefined;
  #refusal: StoreTooNew | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** @param onTooNew called when the store becomes too new */
  constructor(meta: Collections['meta'], schema: Schema, onTooNew: (error: StoreTooNew) => void) {
    this.#meta = meta;
    this.#schema = schema;
    this.#onTooNew = onTooNew;
  }

  /** The form that this process writes: it changes when a newer release, which this one knows, upgrades the store. */
  get version(): number {
    return this.#version ?? this.#schema.writes;
  }

  /** Whether the last reading found the store too new. */
  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  /**
   * Call it before the store is used for a request. A process that stood still reads the version before it goes on.
   *
   * @returns undefined when the last reading is good; otherwise a promise that rejects with StoreTooNew, or with the
   *   error of an unreachable store
   */
  check(): Promise<void> | undefined {
    if (performance.now() - this.#readAt < GOOD_FOR_MS) {
      return this.#refusal && Promise.reject(this.#refusal);
    }
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    try {
      this.#version = (await readForm(this.#meta, this.#schema)) ?? this.#version;
      this.#refusal = undefined;
      this.#readAt = began;
    } catch (error) {
      if (!(error instanceof StoreTooNew)) throw error;
      if (!this.#refusal) this.#onTooNew(error);
      this.#refusal = error;
      this.#readAt = began;
      throw error;
    }
  }
}

/** Less than readiness gives a check: a store that is late fails its own check, and says nothing about releases. */
const PATIENCE_MS = 1_000;

/** The check of readiness that a newer release makes fail. */
export function schemaCheck(watch: Pick<SchemaWatch, 'check'>): Check {
  return {
    problem: 'A newer release has upgraded the store. Start that release.',
    async run() {
      try {
        await withTimeout(PATIENCE_MS, watch.check(), undefined);
      } catch (error) {
        // That the store does not answer is told by another check.
        if (error instanceof StoreTooNew) throw error;
      }
    },
  };
}
