/** The parts that the application works with; made by the start, closed by the stop. */

import type { Highlighter } from './highlighting/highlighter.js';
import type { Log } from './observability/log.js';
import type { Metrics } from './observability/metrics.js';
import type { Readiness } from './observability/readiness.js';
import type { Store } from './store/store.js';

export interface Services {
  readonly store: Store;
  readonly highlighter: Highlighter;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Signs and derives; the same on all processes of a deployment. */
  readonly secretKey: string;
}
