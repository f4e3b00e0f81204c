/** The interface of the store, MongoDB or embedded, and of the log that it needs. */
import type { AnyDefinitions } from './definition.js';
import type { Collections } from './definitions.js';

export interface Store extends Collections {
  readonly kind: 'mongodb' | 'embedded';
  /** The definitions of its collections, by name. */
  readonly definitions: AnyDefinitions;
  /**
   * Resolves when the indexes exist and the schema version is right. Rejects when that can never happen
   * (StoreTooNew, or the store was closed). Commands wait for it; a server answers 503 until then.
   */
  readonly ready: Promise<void>;
  /** Rejects while the store cannot be reached or is not ready. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The part of pino's interface that the store uses. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
