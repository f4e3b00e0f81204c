// Loaded into each test process: notes at its end how much processor time it took, with that of the processes that it
// started and waited for.
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { TEST_TIMES_FILE } = process.env;

if (isMainThread && TEST_TIMES_FILE && process.argv[1]?.endsWith('.test.js')) {
  process.once('exit', () => appendFileSync(TEST_TIMES_FILE, `${processorSeconds()} ${process.argv[1]}\n`));
}

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** Linux alone tells it (proc(5): cutime and cstime, in ticks of 10 ms). */
function childSeconds() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
