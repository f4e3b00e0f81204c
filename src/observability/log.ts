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

/** How late a line may come when few are written. */
const LATEST_MS = 100;

/** @param to default: standard error, as text on a terminal, else as lines of JSON */
export function createLog(level: LogLevel, to: DestinationStream = standardError()): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, to);
}

/** Lines of JSON are written in the background, several at once, and flushed when the process exits or crashes. */
function standardError(): DestinationStream {
  return isatty(STANDARD_ERROR)
    ? readable(process.stderr)
    : destination({ dest: STANDARD_ERROR, sync: false, minLength: 4096, periodicFlush: LATEST_MS });
}
