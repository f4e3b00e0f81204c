/**
 * A thread that uses SQLite, and what its module does with the messages. No thread is ended from outside: that aborts the
 * process when it meets a statement.
 */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../errors.js';
import { enter, leave, ProcessEnds, state } from './connection.js';

/** A task by its number; the number alone gives it up; null closes the thread. */
type Message<Task> = readonly [number, Task?] | null;

/** An error: a message between threads would leave out what it has beside its text. */
export interface Failure {
  readonly message: string;
  readonly errcode?: unknown;
  readonly stack?: string;
}

interface Answer {
  readonly number: number;
  readonly result?: unknown;
  readonly failure?: Failure;
}

/** The number of the message that says that the thread has started. */
const STARTED = 0;

interface Asked {
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

export class Thread<Task, Result> {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Asked>();
  #number = STARTED;
  #hasStarted = false;
  #isClosing = false;
  #isEnded = false;

  /** @param module that the thread runs, beside this one */
  constructor(module: string, path: string) {
    // Left by the thread: its start loads native code.
    enter();
    this.#worker = new Worker(new URL(module, import.meta.url), { workerData: { path, state } });
    // A store that nobody closed lets the process end. A task that is awaited does not.
    this.#worker.unref();
    this.#worker.on('message', ({ number, result, failure }: Answer) => {
      if (number === STARTED) this.#hasStarted = true;
      const asked = this.#take(number);
      if (failure) asked?.reject(fromThread(failure));
      else asked?.resolve(result);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end());
  }

  /** Its tasks have failed, and so would others. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** How many it works on. */
  get tasks(): number {
    return this.#asked.size;
  }

  /** @param signal gives the task up: the promise rejects at once, and the thread stops at its next step */
  ask(task: Task, signal?: AbortSignal): Promise<Result> {
    this.#number += 1;
    const number = this.#number;
    const giveUp = () => {
      this.#worker.postMessage([number]);
      this.#take(number)?.reject(signal?.reason);
    };
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#asked.set(number, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage([number, task]);
      signal?.addEventListener('abort', giveUp);
    });
    // Its module gives the result of the task.
    return answer.finally(() => signal?.removeEventListener('abort', giveUp)) as Promise<Result>;
  }

  /** Tasks under way fail. Resolves when its connection is closed. */
  async close(): Promise<void> {
    if (this.#isEnded) return;
    this.#isClosing = true;
    this.#fail('The embedded store is closed.');
    this.#worker.ref();
    this.#worker.postMessage(null);
    await once(this.#worker, 'exit').catch(() => undefined);
  }

  #take(number: number): Asked | undefined {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    if (this.#asked.size === 0 && !this.#isClosing) this.#worker.unref();
    return asked;
  }

  #end(cause: unknown = 'A thread of the store has ended.'): void {
    if (!this.#isEnded && !this.#hasStarted) leave();
    this.#isEnded = true;
    this.#fail(cause);
  }

  #fail(cause: unknown): void {
    const { message } = toMain(cause);
    for (const { reject } of this.#asked.values()) reject(new StoreUnavailable(message, { cause }));
    this.#asked.clear();
  }
}

/** Called by the module of a thread. @param run gives the result of a task, or throws */
export function serveThread<Task>(
  run: (task: Task, signal: AbortSignal) => unknown,
  close: () => void,
): void {
  const running = new Map<number, AbortController>();
  async function answer(number: number, task: Task): Promise<void> {
    const gone = new AbortController();
    running.set(number, gone);
    try {
      parentPort?.postMessage({ number, result: await run(task, gone.signal) });
    } catch (error) {
      if (!(error instanceof ProcessEnds)) parentPort?.postMessage({ number, failure: toMain(error) });
    } finally {
      running.delete(number);
    }
  }
  parentPort?.on('message', (message: Message<Task>) => {
    if (message === null) {
      for (const gone of running.values()) gone.abort();
      close();
      parentPort?.close();
    } else if (message[1] === undefined) running.get(message[0])?.abort();
    else void answer(message[0], message[1]);
  });
  leave();
  parentPort?.postMessage({ number: STARTED });
}

/** @returns what `fromThread` makes an error of */
export function toMain(error: unknown): Failure {
  const { message = String(error), errcode, stack }: Partial<Failure> = Object(error);
  return { message, errcode, ...(stack !== undefined && { stack }) };
}

export const fromThread = ({ message, ...others }: Failure): Error =>
  Object.assign(new Error(message), others);
