/** What is counted, and what is measured when it is read, in Prometheus' form. Each application has its own. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Readiness } from './readiness.js';

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
  const registers = [registry];
  const queues = new Map<string, () => number>();
  new Gauge({
    name: 'snippet_store_queue_length',
    help: 'How much waits in the queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, length] of queues) this.set({ queue }, length());
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the last byte of the answer.',
      labelNames: ['method', 'operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    plain: new Counter({
      name: 'snippets_plain_total',
      help: 'Snippets that were stored without highlighting.',
      labelNames: ['reason'],
      registers,
    }),
    queues,
  };
}

export function measureReadiness({ registry }: Metrics, readiness: Readiness): void {
  new Gauge({
    name: 'snippet_store_ready',
    help: '1 when the check of readiness passes, else 0.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      for (const [check, found] of Object.entries(await readiness.find()))
        this.set({ check }, found === 'ok' ? 1 : 0);
    },
  });
}
