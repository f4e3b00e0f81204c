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

/** @param to default: standard error, as text on a terminal, else as lines of JSON */
export function createLog(level: LogLevel, to: DestinationStream = standardError()): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, to);
}

/** Lines of JSON are written in the background and flushed when the process exits. */
function standardError(): DestinationStream {
  return isatty(STANDARD_ERROR)
    ? readable(process.stderr)
    : destination({ dest: STANDARD_ERROR, sync: false });
}
