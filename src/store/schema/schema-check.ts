/** The check of readiness that a newer release makes fail. */
import type { Check } from '../../observability/readiness.js';
import type { SchemaWatch } from './schema-watch.js';
import { StoreTooNew } from './store-too-new.js';

export function schemaCheck(watch: Pick<SchemaWatch, 'check'>): Check {
  return {
    problem: 'A newer release has upgraded the store. Start that release.',
    async run() {
      try {
        await watch.check();
      } catch (error) {
        // That the store does not answer is told by another check.
        if (error instanceof StoreTooNew) throw error;
      }
    },
  };
}
