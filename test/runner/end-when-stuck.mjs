// Loaded into each test process: ends it when no test of it has finished for two minutes, and says which one runs. A test
// that fails before it closes what it opened would keep its process alive.
import { afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

const LONGEST_MS = 120_000;

if (isMainThread && process.argv[1]?.endsWith('.test.js')) {
  const running = new Set();
  const timer = setTimeout(end, LONGEST_MS).unref();
  beforeEach(({ fullName }) => void running.add(fullName));
  afterEach(({ fullName }) => {
    running.delete(fullName);
    timer.refresh();
  });

  function end() {
    const what =
      running.size > 0
        ? `this runs: ${[...running].join(', ')}`
        : `none runs, and this is open: ${process.getActiveResourcesInfo().join(', ')}`;
    console.error(`no test of ${process.argv[1]} has finished for ${LONGEST_MS / 1000} s; ${what}`);
    process.exit(1);
  }
}
