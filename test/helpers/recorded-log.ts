/** The service's log, kept for a test to read. */
import { createLog } from '#src/observability/log.js';
import { until } from './until.js';

type LogLine = Record<string, unknown> & { msg: string };

export function recordLog() {
  const written: string[] = [];
  const lines = () => written.map((line): LogLine => JSON.parse(line));
  return {
    log: createLog('trace', { write: (line) => void written.push(line) }),
    /** Everything that was written. */
    text: (): string => written.join(''),
    /** The first line with this message that fits; waits for it, as a request's line comes after its answer. */
    line: (message: string, fits: (line: LogLine) => boolean = () => true): Promise<LogLine> =>
      until(`a line "${message}"`, () => lines().find((line) => line.msg === message && fits(line))),
  };
}
