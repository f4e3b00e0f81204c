/** The log, on standard error: standard output holds what a person or a script reads. */
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import type { LogLevel } from '../config/index.js';
import { readable } from './readable.js';

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
/** Bytes of one write. A pipe takes no more as a whole (PIPE_BUF), so that lines of several processes do not mix. */
const OF_PIPE = 4096;
const OF_FILE = 65_536;
/** To wake a thread for a write costs as much as a small answer, so lines wait for others, or for the time. */
const ENOUGH = 3 / 4;
const LONGEST_WAIT_MS = 50;
/**
 * Of lines that wait while a disk is full or a reader is slow. Further lines are lost: a log never holds the service up.
 */
const WAITING_BYTES = 1 << 20;
/** At the end of the process, how often a reader that takes nothing is tried again, every 100 ms. */
const LAST_RETRIES = 10;

/** @param to default: standard error, as text on a terminal, else as lines of JSON */
export function createLog(level: LogLevel, to?: DestinationStream): Log {
  if (to) return writeTo(to, level);
  if (isatty(STANDARD_ERROR)) return writeTo(readable(process.stderr), level);
  const log = writeTo(
    writeInBackground((lines, err) => log.warn({ lines, err }, 'lines of the log were lost')),
    level,
  );
  return log;
}

function writeTo(to: DestinationStream, level: LogLevel): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, to);
}

/** @param onLoss called once lines can be written again */
function writeInBackground(onLoss: (lines: number, error: Error | undefined) => void): DestinationStream {
  let lost = 0;
  let error: Error | undefined;
  let retries = Number.POSITIVE_INFINITY;
  const bytes = fstatSync(STANDARD_ERROR).isFile() ? OF_FILE : OF_PIPE;
  const stream = new sonicBoom.SonicBoom({
    fd: STANDARD_ERROR,
    minLength: ENOUGH * bytes,
    periodicFlush: LONGEST_WAIT_MS,
    maxWrite: bytes,
    maxLength: WAITING_BYTES,
    // Of text that waits it counts the bytes anew with each line.
    contentMode: 'buffer',
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
  process.on('exit', () => {
    // flushSync tries again without end on an error other than EAGAIN.
    if (error !== undefined) return;
    retries = LAST_RETRIES;
    try {
      stream.flushSync();
    } catch {
      // The reader takes nothing.
    }
  });
  // In this mode it takes buffers alone, which its types do not say.
  return { write: (line) => void stream.write(Buffer.from(line) as unknown as string) };
}
