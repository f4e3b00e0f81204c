/** Supervises the workers of a service: replaces those that die or hang, and stops them in order. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../errors/operator-error.js';
import type { ClusterMetrics } from '../observability/cluster-metrics.js';
import type { Log } from '../observability/log.js';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** A worker that lived this long did not die of its start. */
const HEALTHY_MS = 30_000;
/** Less than the supervisor's own deadline (until-stopped.ts), so that the end of a stuck worker is logged. */
const STOP_DEADLINE_MS = 9_500;
/** A worker answers every ping while its event loop turns. */
const PING_MS = 1_000;
/** Pings without an answer, and so seconds. Counted, not timed: the supervisor itself may have been suspended. */
const MOST_UNANSWERED = 5;

export class WorkerSupervisor {
  readonly #stop = new AbortController();
  /** Workers that do not listen yet: they have no request in flight, and do not read the message `stop`. */
  readonly #starting = new Set<Worker>();
  #failed = false;
  #deaths = 0;

  constructor(
    private readonly env: Record<string, string>,
    private readonly size: number,
    private readonly log: Log,
    private readonly metrics: ClusterMetrics,
  ) {
    // Options of the command line are in `env` by now.
    cluster.setupPrimary({ args: ['serve'] });
  }

  /** @returns true when every worker listens, false when a stop came first */
  async start(): Promise<boolean> {
    const workers = Array.from({ length: this.size }, (_, index) => this.#fork(index + 1));
    try {
      await Promise.all(workers.map(untilListening));
      return !this.#stop.signal.aborted;
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      await this.stop();
      throw error;
    }
  }

  /** Lets every worker answer its requests in flight, and kills one that does not end in time. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => this.#end(worker)));
    if (this.#failed) throw new OperatorError('a worker did not stop in order');
  }

  /**
   * @param place of the worker, which its replacement takes over
   * @param died when the worker before it died
   */
  #fork(place: number, died?: number): Worker {
    const worker = cluster.fork(this.env);
    this.metrics.follow(worker, place);
    const born = Date.now();
    this.#starting.add(worker);
    worker.once('listening', () => {
      this.#starting.delete(worker);
      killWhenHung(worker, this.log);
      if (died !== undefined) {
        const seconds = Math.round((performance.now() - died) / 100) / 10;
        this.log.info({ worker: worker.process.pid, seconds }, 'the worker is replaced');
      }
    });
    worker.once('exit', (code, signal) => {
      const wasStarting = this.#starting.delete(worker);
      if (this.#stop.signal.aborted) {
        this.#failed ||= code !== 0 && !wasStarting;
        return;
      }
      this.log.error({ worker: worker.process.pid, code, signal }, 'a worker died, it is replaced');
      this.#deaths = Date.now() - born > HEALTHY_MS ? 0 : this.#deaths + 1;
      void this.#replace(place, Math.min(FIRST_DELAY_MS * 2 ** this.#deaths, LONGEST_DELAY_MS));
    });
    return worker;
  }

  async #replace(place: number, delay: number): Promise<void> {
    const { signal } = this.#stop;
    const died = performance.now();
    // Keeps the supervisor alive: when all workers have died, nothing else does.
    await wait(delay, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!signal.aborted) this.#fork(place, died);
  }

  async #end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), STOP_DEADLINE_MS);
    if (this.#starting.has(worker)) worker.process.kill('SIGTERM');
    // A worker whose channel is closed is ending already.
    else worker.send('stop', () => undefined);
    await gone;
    clearTimeout(deadline);
  }
}

function untilListening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new OperatorError('a worker could not start, its log says why')));
  });
}

/** The worker's death is noticed, and it is replaced. */
function killWhenHung(worker: Worker, log: Log): void {
  let unanswered = 0;
  worker.on('message', (message: unknown) => {
    if (message === 'pong') unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered === MOST_UNANSWERED) {
      log.error(
        { worker: worker.process.pid, seconds: MOST_UNANSWERED },
        'a worker did not answer, it is killed',
      );
      // A process that hangs handles no other signal.
      worker.process.kill('SIGKILL');
    }
    unanswered++;
    // A worker whose channel is closed is ending already.
    if (worker.isConnected()) worker.send('ping', () => undefined);
  }, PING_MS);
  worker.once('exit', () => clearInterval(timer));
}

/** Call it in a worker. */
export function answerPings(): void {
  process.on('message', (message) => {
    // The supervisor may have ended in this moment; then this process ends too.
    if (message === 'ping' && process.connected)
      process.send?.('pong', undefined, undefined, () => undefined);
  });
}
