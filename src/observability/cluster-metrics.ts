/**
 * Metrics of a service with several workers. The supervisor adds up what the workers count, and every scrape gets the
 * whole, whichever worker it reaches.
 */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { withTimeout } from '../scheduling/with-timeout.js';
import type { Metrics } from './metrics.js';

/** Counts of a worker that is killed are lost if they are younger. */
const REPORT_MS = 500;
/** A worker that has not answered by then hangs: its last report is used. */
const PATIENCE_MS = 2_000;

type Values = Awaited<ReturnType<Metrics['registry']['getMetricsAsJSON']>>;

/** Between a worker and its supervisor. */
type Message =
  | { readonly metrics: 'counted'; readonly values: Values }
  | { readonly metrics: 'measure' | 'read'; readonly id: number }
  | { readonly metrics: 'measured'; readonly id: number; readonly values: Values }
  | { readonly metrics: 'text'; readonly id: number; readonly text: string };

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metrics' in message;
}

/** What is counted for the whole service. Everything else is measured, and carries the label of its worker. */
function countsOf({ requests, plain }: Metrics): Promise<Values> {
  return Promise.all([requests.get(), plain.get()]);
}

const isCount = ({ name }: Values[number]): boolean => COUNTED.has(name);
const COUNTED: ReadonlySet<string> = new Set(['http_request_duration_seconds', 'snippets_plain_total']);

/** In a worker: reports to the supervisor, and asks it for the metrics of all. @returns sends the last report */
export function reportMetrics(metrics: Metrics): () => Promise<void> {
  const asked = new Map<number, (text: string) => void>();
  let reported = '';
  let ids = 0;

  const send = (message: Message) => {
    // The supervisor may have ended in this moment; then this process ends too.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };

  async function report(): Promise<void> {
    const values = await countsOf(metrics);
    const text = JSON.stringify(values);
    if (text === reported) return;
    reported = text;
    send({ metrics: 'counted', values });
  }

  process.on('message', async (message) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'text') asked.get(message.id)?.(message.text);
    if (message.metrics === 'measure') {
      // What cannot be measured must not end the worker.
      const values = await metrics.registry.getMetricsAsJSON().catch(() => countsOf(metrics));
      send({ metrics: 'measured', id: message.id, values });
    }
  });

  metrics.read = () =>
    new Promise((resolve) => {
      const id = ids++;
      asked.set(id, (text) => {
        asked.delete(id);
        resolve(text);
      });
      send({ metrics: 'read', id });
    });

  const timer = setInterval(() => void report(), REPORT_MS).unref();
  return async () => {
    clearInterval(timer);
    await report();
  };
}

interface Follower {
  readonly worker: Worker;
  /** Its last report. */
  counts: Values;
  readonly measuring: Map<number, (values: Values) => void>;
}

/** In the supervisor. */
export class ClusterMetrics {
  /** By the place of the worker, which its replacement takes over. */
  readonly #followed = new Map<number, Follower>();
  /** The counts of workers that have died. */
  #past: Promise<Values> = Promise.resolve([]);
  #ids = 0;

  /** @param own the metrics of the supervisor itself */
  constructor(private readonly own: Metrics) {
    own.read = () => this.read();
  }

  follow(worker: Worker, place: number): void {
    const follower: Follower = { worker, counts: [], measuring: new Map() };
    this.#followed.set(place, follower);
    worker.on('message', async (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.metrics === 'counted') follower.counts = message.values;
      if (message.metrics === 'measured') {
        follower.counts = message.values.filter(isCount);
        follower.measuring.get(message.id)?.(message.values);
      }
      if (message.metrics === 'read') {
        const text: Message = { metrics: 'text', id: message.id, text: await this.read() };
        if (worker.isConnected()) worker.send(text, () => undefined);
      }
    });
    // All that it has sent is read by now.
    worker.once('disconnect', () => {
      this.#followed.delete(place);
      this.#past = this.#past.then((past) => sum([past, follower.counts]).getMetricsAsJSON());
    });
  }

  /** @returns Prometheus' text format */
  async read(): Promise<string> {
    const own = await this.own.registry.getMetricsAsJSON();
    const others = await Promise.all(
      [...this.#followed].map(async ([place, follower]) =>
        withWorker(await this.#measure(follower), String(place)),
      ),
    );
    const measured = withWorker(
      own.filter((metric) => !isCount(metric)),
      'supervisor',
    );
    return sum([await this.#past, measured, ...others]).metrics();
  }

  async #measure(follower: Follower): Promise<Values> {
    const { worker, measuring } = follower;
    const id = this.#ids++;
    const answer = new Promise<Values>((resolve) => measuring.set(id, resolve));
    const message: Message = { metrics: 'measure', id };
    if (worker.isConnected()) worker.send(message, () => undefined);
    const measured = await withTimeout(PATIENCE_MS, answer, undefined);
    measuring.delete(id);
    return measured ?? follower.counts;
  }
}

function withWorker(values: Values, worker: string): Values {
  return values.map((metric) =>
    isCount(metric)
      ? metric
      : { ...metric, values: metric.values.map((one) => ({ ...one, labels: { ...one.labels, worker } })) },
  );
}

/** Adds up what has the same name and the same labels. */
function sum(all: readonly Values[]) {
  return AggregatorRegistry.aggregate(
    all.map((values) => values.map((metric) => ({ ...metric, aggregator: 'sum' }))),
  );
}
