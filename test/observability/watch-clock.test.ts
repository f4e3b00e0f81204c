import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchClock } from '#src/observability/watch-clock.js';

it('a jump of the clock is logged once, with its length, in either direction', async (test) => {
  const lines: object[] = [];
  const stop = watchClock({ warn: (details: object) => void lines.push(details) }, 10);
  const { now } = Date;
  let ahead = 0;
  test.mock.method(Date, 'now', () => now.call(Date) + ahead);
  for (const jump of [3_600_000, -3_600_000]) {
    ahead += jump;
    await sleep(200);
  }
  stop();
  assert.deepEqual(lines, [{ seconds: 3600 }, { seconds: -3600 }]);
});
