/** The store of the service, whichever it is, and what it asks of a log. */
import type { AnyDefinitions } from './definition.js';
import type { Collections } from './definitions.js';

export interface Store extends Collections {
  readonly kind: 'mongodb' | 'embedded';
  /** What its collections were opened with, by name. */
  readonly definitions: AnyDefinitions;
  /**
   * Settles once the indexes are made and the schema version is right; rejects when it never will be
   * (StoreTooNew, or closed before). A command line waits for it; a server answers 503 meanwhile.
   */
  readonly ready: Promise<void>;
  /** Rejects while the store cannot be reached or is not ready. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Shaped as pino's. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
