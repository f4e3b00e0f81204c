/** The log, on standard error: standard output holds what a person or a script reads. */
import { isatty } from 'node:tty';
import { type DestinationStream, destination, type Logger, pino } from 'pino';
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

/**
 * Of one write. Each costs a thread of its own as much as a small answer costs this one. No more than a pipe takes whole
 * (PIPE_BUF), so that lines of several workers do not mix.
 */
const BYTES = { minLength: 3072, maxWrite: 4096 };
/** How long a line waits for others, in milliseconds. */
const LONGEST_WAIT_MS = 10;

/** @param to default: standard error, as text on a terminal, else as lines of JSON */
export function createLog(level: LogLevel, to: DestinationStream = standardError()): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, to);
}

/** Lines of JSON are written in the background, several at once, and flushed when the process exits. */
function standardError(): DestinationStream {
  return isatty(STANDARD_ERROR)
    ? readable(process.stderr)
    : flushing(destination({ dest: STANDARD_ERROR, sync: false, ...BYTES }));
}

/** Its own periodic flush would also write when there is nothing to write. */
function flushing(to: ReturnType<typeof destination>): DestinationStream & { flushSync(): void } {
  let isWaiting = false;
  return {
    write(line) {
      to.write(line);
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        to.flush();
      }, LONGEST_WAIT_MS).unref();
    },
    // pino calls it after a fatal line.
    flushSync: () => to.flushSync(),
  };
}
