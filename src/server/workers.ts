/** Runs WORKERS processes that share the port, and replaces those that die. */
import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import type { Log } from '../observability/log.js';
import { untilStopped } from './graceful-stop.js';
import { listen, listenUrl } from './listen.js';
import { obtainStore } from './obtain-store.js';
import { obtainSecretKey } from './secret-key.js';
import type { ListeningService } from './start-server.js';
import { loadCertificate } from './tls.js';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** A worker that lived this long did not die of its start. */
const HEALTHY_MS = 30_000;
/** A little more than a worker gives itself. */
const STOP_DEADLINE_MS = 9_500;

/** @param onListening told once every worker listens */
export async function superviseWorkers(
  settings: Settings,
  log: Log,
  onListening: (service: ListeningService) => Promise<void>,
): Promise<void> {
  // A certificate that cannot be used is told once, not by every worker.
  await loadCertificate(settings);
  // Secret and indexes are made here, before the workers look for them.
  const secretKey = await obtainSecretKey(settings);
  const store = await obtainStore(settings, log);
  // The workers say it.
  store.ready.catch(() => undefined);
  try {
    const port = await findPort(settings);
    const url = listenUrl(settings, port);
    const crew = new Crew({ HOST: settings.host, PORT: String(port) }, settings.workers, log);
    await crew.start();
    const stopped = untilStopped(log, () => crew.stop());
    await onListening({ store, secretKey, url });
    await stopped;
  } finally {
    await store.close();
  }
}

/** With PORT=0 a worker that is replaced must find the same port, so it is chosen once; a taken one is told here. */
async function findPort(settings: Settings): Promise<number> {
  const probe = createServer();
  const { port } = await listen(probe, settings, settings.port);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

class Crew {
  #stopping = false;
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

  /** @returns when every worker listens */
  async start(): Promise<void> {
    const workers = Array.from({ length: this.size }, () => this.#fork());
    await Promise.all(workers.map(untilListening)).catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
  }

  /** Every worker answers its requests in flight; one that does not end in time is killed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => this.#end(worker)));
    if (this.#failed) throw new OperatorError('a worker did not stop in order');
  }

  #fork(): Worker {
    const worker = cluster.fork(this.env);
    const born = Date.now();
    worker.once('exit', (code, signal) => {
      if (this.#stopping) {
        this.#failed ||= code !== 0;
        return;
      }
      this.log.error({ worker: worker.process.pid, code, signal }, 'a worker died, it is replaced');
      this.#deaths = Date.now() - born > HEALTHY_MS ? 0 : this.#deaths + 1;
      void this.#replace(Math.min(FIRST_DELAY_MS * 2 ** this.#deaths, LONGEST_DELAY_MS));
    });
    return worker;
  }

  async #replace(delay: number): Promise<void> {
    await wait(delay, undefined, { ref: false });
    if (!this.#stopping) this.#fork();
  }

  async #end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), STOP_DEADLINE_MS);
    // A worker whose channel is closed is on its way out already.
    worker.send('stop', () => undefined);
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
