/** What is counted, in Prometheus' form; each application has a registry of its own. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { lastErrors } from './log.js';

export interface Metrics {
  readonly registry: Registry;
  /** Seconds by method, operationId and status. */
  readonly requests: Histogram<'method' | 'operation' | 'status'>;
  /** Snippets that were stored without highlighting, by reason. */
  readonly plain: Counter<'reason'>;
  /** The length of each queue, by its name. The part that has a queue adds it. */
  readonly queues: Map<string, () => number>;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  new Gauge({
    name: 'snippet_store_last_error_timestamp_seconds',
    help: 'When a line of level 50 or 60 was last logged, by its text.',
    labelNames: ['msg'],
    registers: [registry],
    collect() {
      for (const [msg, time] of lastErrors()) this.set({ msg }, time / 1e3);
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the last byte of the answer.',
      labelNames: ['method', 'operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    plain: new Counter({
      name: 'snippets_plain_total',
      help: 'Snippets that were stored without highlighting.',
      labelNames: ['reason'],
      registers: [registry],
    }),
    queues: new Map(),
  };
}
