// Which test files take long: files by the time of their tests, and the processor time of all processes, which says the
// same on a busy machine.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Processes that node:test starts after this call note their processor time.
 *
 * @returns {{ note(event: object): void, print(): void }} `note` takes the events test:pass and test:fail
 */
export function collectTimes() {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-times-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const noted = join(folder, 'times');
  process.env.TEST_TIMES_FILE = noted;
  // node:test starts the process of each file with the options of this one.
  process.execArgv.push('--import', new URL('note-time.mjs', import.meta.url).href);
  const seconds = new Map();
  let previous = '';

  return {
    note({ nesting, file, name, details }) {
      // A file that runs no test passes as one test of its own name.
      if (!file || name === file) return;
      // A suite that a helper opens is reported after its tests, which have the file that is meant.
      const owner = file.includes('/helpers/') ? previous : file;
      previous = owner;
      if (nesting === 0) seconds.set(owner, (seconds.get(owner) ?? 0) + details.duration_ms / 1000);
    },
    /** LONGEST files (default 10). */
    print() {
      const processor = readFileSync(noted, 'utf8')
        .trim()
        .split('\n')
        .map((line) => /^(\S+) (.*)$/.exec(line))
        .map(([, time, file]) => [file, Number(time)]);
      const total = processor.reduce((sum, [, time]) => sum + time, 0);
      printLongest(
        `\nprocessor seconds of ${processor.length} test processes: ${total.toFixed(0)}, the most:`,
        processor,
      );
      printLongest('the longest files, in seconds:', [...seconds]);
    },
  };
}

function printLongest(title, times) {
  console.log(title);
  const longest = times.toSorted((a, b) => b[1] - a[1]).slice(0, Number(process.env.LONGEST ?? 10));
  for (const [file, time] of longest) {
    const name = file.replace(/^.*\/(dist-)?test\//, 'test/').replace(/\.js$/, '.ts');
    console.log(`${time.toFixed(1).padStart(7)}  ${name}`);
  }
}
