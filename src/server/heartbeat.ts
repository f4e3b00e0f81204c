/** Finds a worker that hangs: the supervisor asks, and a worker whose event loop turns answers. */
import type { Worker } from 'node:cluster';
import type { Log } from '../observability/log.js';

const EVERY_MS = 1_000;
/** Questions without an answer, and so seconds. Counted, not timed: the supervisor itself may have been suspended. */
const PATIENCE = 5;

/** In the supervisor: kills the worker once it has not answered for 5 seconds. Its death is noticed and it is replaced. */
export function killWhenHung(worker: Worker, log: Log): void {
  let unanswered = 0;
  worker.on('message', (message: unknown) => {
    if (message === 'pong') unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered === PATIENCE) {
      log.error({ worker: worker.process.pid }, `a worker did not answer for ${PATIENCE} s, it is killed`);
      // Nothing gentler reaches a process that hangs.
      worker.process.kill('SIGKILL');
    }
    unanswered++;
    // A worker whose channel is closed is on its way out already.
    if (worker.isConnected()) worker.send('ping', () => undefined);
  }, EVERY_MS);
  worker.once('exit', () => clearInterval(timer));
}

/** In a worker. */
export function answerSupervisor(): void {
  process.on('message', (message) => {
    // The supervisor may have ended in this moment; then this process ends too.
    if (message === 'ping' && process.connected)
      process.send?.('pong', undefined, undefined, () => undefined);
  });
}
