/** What is measured when the metrics are read. */
import { X509Certificate } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge } from 'prom-client';
import { release } from '../config/release.js';
import { lostLines } from './log.js';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** How many connections to MongoDB are open and in use, and how many operations wait for one. */
export interface Connections {
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

export interface Measured {
  readonly readiness: Readiness;
  /** Those to MongoDB. */
  readonly connections: Connections | undefined;
  /** The folder of the embedded store. */
  readonly dataDir: string | undefined;
  /** In PEM. */
  readonly certificate: Buffer | undefined;
}

/** Milliseconds between two looks at the event loop. A loop that is not late needs as long. */
const RESOLUTION = 20;

/** @returns ends the measurement */
export function addGauges(
  { registry, queues }: Metrics,
  { readiness, connections, dataDir, certificate }: Measured,
): () => void {
  const registers = [registry];
  new Gauge({
    name: 'snippet_store_ready',
    help: '1 when the check of readiness passes, else 0.',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const [check, found] of Object.entries(await readiness.find()))
        this.set({ check }, found === 'ok' ? 1 : 0);
    },
  });
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  new Gauge({
    name: 'snippet_store_event_loop_delay_seconds',
    help: 'How late the event loop was since the metrics were last read, in 99 of 100 turns at most.',
    registers,
    collect() {
      this.set(Math.max(0, delay.percentile(99) / 1e9 - RESOLUTION / 1e3));
      delay.reset();
    },
  });
  new Gauge({
    name: 'snippet_store_queue_length',
    help: 'How much waits in the queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, length] of queues) this.set({ queue }, length());
    },
  });
  new Gauge({
    name: 'snippet_store_mongodb_connections',
    help: 'Connections to MongoDB that are open and busy, and operations that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'snippet_store_info',
    help: '1, with the release of the service.',
    labelNames: ['release'],
    registers,
  }).set({ release }, 1);
  new Gauge({
    name: 'snippet_store_clock_offset_seconds',
    help: 'How far the clock has moved since the start, beside the time that has passed.',
    registers,
    collect() {
      this.set((Date.now() - performance.timeOrigin - performance.now()) / 1e3);
    },
  });
  new Counter({
    name: 'snippet_store_log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(lostLines());
    },
  });
  const expiry = new Gauge({
    name: 'snippet_store_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of TLS_CERT expires.',
    labelNames: ['setting'],
    registers,
  });
  if (certificate !== undefined)
    expiry.set({ setting: 'TLS_CERT' }, Date.parse(new X509Certificate(certificate).validTo) / 1e3);
  if (dataDir !== undefined) {
    new Gauge({
      name: 'snippet_store_disk_free_bytes',
      help: 'Free space where the embedded store is; absent when it cannot be reached.',
      registers,
      async collect() {
        // While the folder cannot be reached, the other metrics tell most.
        const found = await statfs(dataDir).catch(() => undefined);
        if (found) this.set(found.bsize * found.bavail);
        else this.remove();
      },
    });
  }
  return () => delay.disable();
}
