/** The log, on standard error: standard output holds what a person or a script reads. */
import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/index.js';
import { LineWriter } from './line-writer.js';
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
export function createLog(level: LogLevel, to?: DestinationStream): Log {
  if (to) return writeTo(to, level);
  if (isatty(STANDARD_ERROR)) return writeTo(readable(process.stderr), level);
  const log = writeTo(
    new LineWriter(STANDARD_ERROR, ({ lines, error }) =>
      log.warn({ lines, err: error }, 'lines of the log were lost'),
    ),
    level,
  );
  return log;
}

function writeTo(to: DestinationStream, level: LogLevel): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, to);
}
