/** The service's log, kept for a test to read. */
import { createLog } from '#src/observability/log.js';
import { until } from './until.js';

type LogLine = Record<string, unknown> & { msg: string };

export function recordLog() {
  const written: string[] = [];
  return {
    log: createLog('trace', { write: (line) => void written.push(line) }),
    /** Everything that was written. */
    text: (): string => written.join(''),
    /** The first line with this message that fits; waits for it, as a request's line comes after its answer. */
    async line(message: string, fits: (line: LogLine) => boolean = () => true): Promise<LogLine> {
      let found: LogLine | undefined;
      await until(`the log has a line "${message}"`, () => {
        const lines: LogLine[] = written.map((line) => JSON.parse(line));
        found = lines.find((line) => line.msg === message && fits(line));
        return found !== undefined;
      });
      return found as LogLine;
    },
  };
}
