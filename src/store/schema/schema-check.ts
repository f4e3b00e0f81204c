/** The check of readiness that a newer release makes fail. */
import type { Check } from '../../observability/readiness.js';
import { withTimeout } from '../../scheduling/with-timeout.js';
import type { SchemaWatch } from './schema-watch.js';
import { StoreTooNew } from './store-too-new.js';

/** Less than readiness gives a check: a store that is late fails its own check, and says nothing about releases. */
const PATIENCE_MS = 1_000;

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
