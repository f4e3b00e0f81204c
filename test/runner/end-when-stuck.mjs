// Loaded into each test process: ends it when no test of it has finished for two minutes in which it hardly worked, and
// says which one runs. A test that fails before it closes what it opened would keep its process alive.
import { afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const LONGEST_MS = 120_000;
/** Microseconds of processor time: on a busy machine a test that works takes long. */
const WORKING = 3_000_000;

if (isMainThread && process.argv[1]?.endsWith('.test.js')) {
  const running = new Set();
  const timer = setTimeout(end, LONGEST_MS).unref();
  let before = process.cpuUsage();
  beforeEach(({ fullName }) => void running.add(fullName));
  afterEach(({ fullName }) => {
    running.delete(fullName);
    timer.refresh();
  });

  function end() {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (user + system > WORKING) {
      timer.refresh();
      return;
    }
    const what =
      running.size > 0
        ? `this runs: ${[...running].join(', ')}`
        : `none runs, and this is open: ${process.getActiveResourcesInfo().join(', ')}`;
    console.error(`no test of ${process.argv[1]} has finished for ${LONGEST_MS / 1000} s; ${what}`);
    process.exit(1);
  }
}
