/** The log: JSON lines on standard error, so that standard output holds what a person or a script reads. */
import { type DestinationStream, destination, type Logger, pino } from 'pino';
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

/** @param to default: standard error; lines are written in the background and flushed when the process exits */
export function createLog(
  level: LogLevel,
  to: DestinationStream = destination({ dest: 2, sync: false }),
): Log {
  return pino({ level, redact: { paths: SECRETS, censor: '[secret]' } }, to);
}
