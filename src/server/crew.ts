/** The workers of a service: replaces those that die or hang, and stops them in order. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../errors/operator-error.js';
import type { Log } from '../observability/log.js';
import { killWhenHung } from './heartbeat.js';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** A worker that lived this long did not die of its start. */
const HEALTHY_MS = 30_000;
/** Less than the supervisor's own deadline (until-stopped.ts), so that the end of a stuck worker is logged. */
const STOP_DEADLINE_MS = 9_500;

export class Crew {
  readonly #stop = new AbortController();
  /** Until a worker listens it has no request in flight, and does not hear the message `stop`. */
  readonly #starting = new Set<Worker>();
  #failed = false;
  #deaths = 0;

  constructor(
    private readonly env: Record<string, string>,
    private readonly size: number,
    private readonly log: Log,
  ) {
    // Options of the command line are in `env` by now.
    cluster.setupPrimary({ args: ['serve'] });
  }

  /** @returns whether every worker listens; false when a stop came first */
  async start(): Promise<boolean> {
    const workers = Array.from({ length: this.size }, () => this.#fork());
    try {
      await Promise.all(workers.map(untilListening));
      return !this.#stop.signal.aborted;
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      await this.stop();
      throw error;
    }
  }

  /** Every worker answers its requests in flight; one that does not end in time is killed. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => this.#end(worker)));
    if (this.#failed) throw new OperatorError('a worker did not stop in order');
  }

  #fork(): Worker {
    const worker = cluster.fork(this.env);
    const born = Date.now();
    this.#starting.add(worker);
    worker.once('listening', () => {
      this.#starting.delete(worker);
      killWhenHung(worker, this.log);
    });
    worker.once('exit', (code, signal) => {
      const wasStarting = this.#starting.delete(worker);
      if (this.#stop.signal.aborted) {
        this.#failed ||= code !== 0 && !wasStarting;
        return;
      }
      this.log.error({ worker: worker.process.pid, code, signal }, 'a worker died, it is replaced');
      this.#deaths = Date.now() - born > HEALTHY_MS ? 0 : this.#deaths + 1;
      void this.#replace(Math.min(FIRST_DELAY_MS * 2 ** this.#deaths, LONGEST_DELAY_MS));
    });
    return worker;
  }

  async #replace(delay: number): Promise<void> {
    const { signal } = this.#stop;
    // Keeps the supervisor alive: when all workers have died, nothing else does.
    await wait(delay, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!signal.aborted) this.#fork();
  }

  async #end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), STOP_DEADLINE_MS);
    if (this.#starting.has(worker)) worker.process.kill('SIGTERM');
    // A worker whose channel is closed is on its way out already.
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
