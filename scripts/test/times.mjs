// Which test files take long: their processes note it, and a run prints it at its end.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files that node:test starts after this call note their times. @returns {{ print(): void }} */
export function collectTimes() {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-times-'));
  const noted = join(folder, 'times');
  process.env.TEST_TIMES_FILE = noted;
  // node:test starts the process of each file with the options of this one.
  process.execArgv.push('--import', new URL('note-time.mjs', import.meta.url).href);

  return {
    /** LONGEST files (default 10), by processor time: it says the same on a busy machine, a clock does not. */
    print() {
      const times = readFileSync(noted, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      rmSync(folder, { recursive: true, force: true });
      const total = times.reduce((sum, { processor }) => sum + processor, 0);
      const longest = times
        .toSorted((a, b) => b.processor - a.processor)
        .slice(0, Number(process.env.LONGEST ?? 10));
      console.log(
        `\nprocessor seconds of ${times.length} test files: ${total.toFixed(0)}; the longest, with their wall time:`,
      );
      for (const { file, processor, seconds } of longest) {
        const name = file.replace(/^.*\/dist-test\//, 'test/').replace(/\.js$/, '.ts');
        console.log(`${processor.toFixed(1).padStart(7)} ${seconds.toFixed(1).padStart(7)}  ${name}`);
      }
    },
  };
}
