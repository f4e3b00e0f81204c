import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeProgress } from '#src/commands/progress.js';

describe('the progress of a long command', () => {
  it('shows a person the part, the rate and the time left', (t) => {
    let now = 1000;
    t.mock.method(performance, 'now', () => now);
    const lines: string[] = [];
    const progress = makeProgress({ isTTY: true, write: (text: string) => lines.push(text) > 0 });
    progress.show('stored', 0, 40_000);
    now += 2000;
    progress.show('stored', 1000, 40_000);
    now += 10;
    progress.show('stored', 2000, 40_000);
    now += 7990;
    progress.show('stored', 39_000, 40_000);
    progress.end();
    assert.deepEqual(
      lines.map((line) => line.replace('\r\x1b[K', '')),
      [
        `[${'.'.repeat(30)}] 0 % stored: 0 of 40000`,
        `[#${'.'.repeat(29)}] 2 % stored: 1000 of 40000, 500 a second, 1 min 18 s left`,
        `[${'#'.repeat(29)}.] 97 % stored: 39000 of 40000, 3900 a second, 1 s left`,
        '',
      ],
    );
  });

  it('writes nothing where nobody looks', () => {
    const progress = makeProgress({ isTTY: false, write: () => assert.fail('it has written') });
    progress.show('stored', 1, 2);
    progress.end();
  });
});
