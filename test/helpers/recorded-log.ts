/** The service's log, kept for a test to read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog, type Log } from '#src/observability/log.js';

export type LogLine = Record<string, unknown> & { msg: string };

export interface RecordedLog {
  readonly log: Log;
  /** Everything that was written. */
  text(): string;
  /** The first line with this message that fits; waits for it, as a request's line comes after its answer. */
  line(message: string, fits?: (line: LogLine) => boolean): Promise<LogLine>;
}

export function recordLog(): RecordedLog {
  const written: string[] = [];
  return {
    log: createLog('trace', { write: (line) => void written.push(line) }),
    text: () => written.join(''),
    async line(message, fits = () => true) {
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
