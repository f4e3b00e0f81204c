/** A newer release has upgraded the store beyond what this release knows. */
import { StoreRefused } from '../store-refused.js';

/** For requests an outage (503), because another process of the newer release can answer them. */
export class StoreTooNew extends StoreRefused {
  override readonly name = 'StoreTooNew';

  /** @param release the one that has upgraded the store, if it is known */
  constructor(found: unknown, knows: number, release?: unknown) {
    const who = typeof release === 'string' ? `release ${release}` : 'a newer release';
    super(
      `The store has schema version ${JSON.stringify(found)}, this release knows versions up to ${knows}: ` +
        `${who} has upgraded it. Start that release, or restore a backup made before it.`,
    );
  }
}
