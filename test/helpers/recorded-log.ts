/** The service's log, kept for a test to read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '#src/observability/log.js';

type LogLine = Record<string, unknown> & { msg: string };

export function recordLog() {
  const written: string[] = [];
  return {
    log: createLog('trace', { write: (line) => void written.push(line) }),
    /** Everything that was written. */
    text: (): string => written.join(''),
    /** The first line with this message that fits; waits for it, as a request's line comes after its answer. */
    async line(message: string, fits: (line: LogLine) => boolean = () => true): Promise<LogLine> {
      for (let attempt = 0; attempt < 100; attempt++) {
        const lines: LogLine[] = written.map((line) => JSON.parse(line));
        const found = lines.find((line) => line.msg === message && fits(line));
        if (found) return found;
        await sleep(20);
      }
      throw new Error(`no line "${message}" in\n${written.join('')}`);
    },
  };
}
