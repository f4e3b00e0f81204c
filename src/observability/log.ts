/** The log, on standard error: standard output holds what a person or a script reads. */
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/index.js';

export type Log = Logger;

/** Never in a log, wherever an object that is logged holds one. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secretKey',
  'headers.authorization',
  'headers.cookie',
  '*.headers.authorization',
  '*.headers.cookie',
  '*.password',
  '*.secretKey',
];

const STANDARD_ERROR = 2;
/** To wake a thread for a write costs as much as a small answer, so lines wait for others, or for the time. */
const ENOUGH_BYTES = 12_288;
const LONGEST_WAIT_MS = 50;
/** While a disk is full or a reader is slow. Further lines are lost: a log never holds the service up. */
const MOST_WAITING_BYTES = 1 << 20;
/** At the end of the process, how often a reader that takes nothing is tried again, every 100 ms. */
const LAST_RETRIES = 10;

/** @param to default: standard error, as lines of JSON */
export function createLog(level: LogLevel, to?: DestinationStream): Log {
  const log: Log = pino(
    { level, redact: { paths: SECRETS, censor: '[secret]' } },
    to ?? writeInBackground((lines, err) => log.warn({ lines, err }, 'lines of the log were lost')),
  );
  return log;
}

/** @returns text for a person, where standard error is a terminal and pino-pretty is installed; else undefined */
export async function terminal(): Promise<DestinationStream | undefined> {
  if (!isatty(STANDARD_ERROR)) return undefined;
  const pretty = await import('pino-pretty').catch(() => undefined);
  return pretty?.default({
    destination: STANDARD_ERROR,
    sync: true,
    ignore: 'pid,hostname',
    singleLine: true,
  });
}

/** @param onLoss called once lines can be written again */
function writeInBackground(onLoss: (lines: number, error: Error | undefined) => void): DestinationStream {
  let lost = 0;
  let error: Error | undefined;
  let retries = Number.POSITIVE_INFINITY;
  // Before pino's own listener, which would try a full disk without end, and fail for a reader that takes nothing.
  process.once('exit', () => {
    retries = LAST_RETRIES;
    try {
      if (error === undefined) stream.flushSync();
    } catch {
      // The last lines are lost.
    }
    stream.destroy();
  });
  const stream = pino.destination({
    dest: STANDARD_ERROR,
    sync: false,
    // It counts the bytes of a text that waits anew with each line; of buffers it knows them.
    contentMode: 'buffer',
    minLength: ENOUGH_BYTES,
    periodicFlush: LONGEST_WAIT_MS,
    maxLength: MOST_WAITING_BYTES,
    retryEAGAIN: () => retries-- > 0,
  });
  stream.on('drop', () => {
    lost += 1;
  });
  // What could not be written stays in the buffer, and is tried again with the next flush.
  stream.on('error', (reason: Error) => {
    error = reason;
  });
  stream.on('drain', () => {
    if (lost > 0) onLoss(lost, error);
    lost = 0;
    error = undefined;
  });
  // Its types know texts alone.
  return { write: (line) => void stream.write(Buffer.from(line) as unknown as string) };
}
