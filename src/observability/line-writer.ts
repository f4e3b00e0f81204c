/** Writes lines to a file descriptor in the background. What it cannot write is lost: a log never holds the service up. */
import { fstatSync, write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../errors/error-code.js';

/** To wake a thread for a write costs as much as a small answer, so lines wait for others. */
const LONGEST_WAIT_MS = 10;
/** Of one write. A pipe takes no more as a whole (PIPE_BUF), so that lines of several workers do not mix. */
const PIPE_BYTES = 4096;
const FILE_BYTES = 65_536;
/** Of a write beyond which it does not wait for more lines. */
const ENOUGH = 3 / 4;
/** What waits while a disk or a reader is slow. */
const WAITING_BYTES = 1 << 20;
/** Before a descriptor that would block is tried again, in milliseconds; and how often once the process ends. */
const RETRY_MS = 20;
const LAST_RETRIES = 50;

/** Of lines that were refused by the descriptor (a full disk), or found too many waiting. */
export interface Loss {
  readonly lines: number;
  readonly error: Error;
}

/** Lines that are written together. */
interface Batch {
  text: string;
  bytes: number;
}

const writeInThread = promisify(write);

export class LineWriter {
  readonly #descriptor: number;
  readonly #onLoss: (loss: Loss) => void;
  readonly #batchBytes: number;
  readonly #waiting: Batch[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  #loss: Loss | undefined;
  /** The end of a line was lost after its beginning was written. */
  #isTorn = false;

  /** @param onLoss is called once lines can be written again */
  constructor(descriptor: number, onLoss: (loss: Loss) => void) {
    this.#descriptor = descriptor;
    this.#onLoss = onLoss;
    this.#batchBytes = fstatSync(descriptor).isFile() ? FILE_BYTES : PIPE_BYTES;
  }

  /** @param line with its line end */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > WAITING_BYTES) {
      this.#lose(1, new Error(`more than ${WAITING_BYTES} bytes waited to be written`));
      return;
    }
    if (this.#waitingBytes === 0) process.on('exit', this.flushSync);
    const last = this.#waiting.at(-1);
    if (last && last.bytes + bytes <= this.#batchBytes) {
      last.text += line;
      last.bytes += bytes;
    } else this.#waiting.push({ text: line, bytes });
    this.#waitingBytes += bytes;
    this.#writeSoon();
  }

  /** Writes what waits before it returns, for a process that ends. A batch on its way is left to its thread. */
  readonly flushSync = (): void => {
    let retries = LAST_RETRIES;
    for (let batch = this.#take(); batch; batch = this.#take()) {
      let rest = this.#bytesOf(batch);
      while (rest.length > 0) {
        try {
          rest = rest.subarray(writeSync(this.#descriptor, rest));
        } catch (error) {
          if (!wouldBlock(error) || retries-- === 0) break;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        }
      }
    }
  };

  #writeSoon(): void {
    if (this.#isWriting) return;
    if (this.#waitingBytes >= ENOUGH * this.#batchBytes) void this.#writeOn();
    else if (this.#waitingBytes > 0)
      this.#timer ??= setTimeout(() => void this.#writeOn(), LONGEST_WAIT_MS).unref();
  }

  async #writeOn(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#take();
    if (!batch) return;
    this.#isWriting = true;
    await this.#write(batch);
    this.#isWriting = false;
    this.#writeSoon();
  }

  /** Never fails. */
  async #write(batch: Batch): Promise<void> {
    const whole = this.#bytesOf(batch);
    let rest = whole;
    while (rest.length > 0) {
      try {
        const { bytesWritten } = await writeInThread(this.#descriptor, rest);
        rest = rest.subarray(bytesWritten);
      } catch (error) {
        if (wouldBlock(error)) {
          await sleep(RETRY_MS, undefined, { ref: false });
          continue;
        }
        this.#isTorn ||= rest.length < whole.length;
        this.#lose(
          rest.toString().split('\n').length - 1,
          error instanceof Error ? error : new Error(String(error)),
        );
        return;
      }
    }
    const loss = this.#loss;
    this.#loss = undefined;
    if (loss) this.#onLoss(loss);
  }

  #take(): Batch | undefined {
    const batch = this.#waiting.shift();
    if (batch) this.#waitingBytes -= batch.bytes;
    if (this.#waitingBytes === 0) process.off('exit', this.flushSync);
    return batch;
  }

  #bytesOf({ text }: Batch): Buffer {
    const bytes = Buffer.from(this.#isTorn ? `\n${text}` : text);
    this.#isTorn = false;
    return bytes;
  }

  #lose(lines: number, error: Error): void {
    this.#loss = { lines: lines + (this.#loss?.lines ?? 0), error };
  }
}

const wouldBlock = (error: unknown) => codeOf(error) === 'EAGAIN';
