/** Records that were stored to make a later search slow: the search holds nobody up for long. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainMarkup } from '#src/highlighting/markup.js';
import type { Store } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { snippet } from '../store/samples.js';
import { leastOfThree, mainThreadMs, skipWithoutSchedstat, slowness } from './measure.js';

/** Milliseconds of the main thread, on the machine of the calibration. */
const LIMIT = 50;

/** As many one-letter words as the longest search has. */
const LETTERS = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x4e00 + index));
/** The longest word. It begins like the text in which it is looked for, wherever one begins to look. */
const NEAR_MISS = [`${'z1'.repeat(49)}b`];
const FURTHER_LETTERS = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x5e00 + index));
/** Each begins more terms than a search names in place of a beginning. */
const FREQUENT_LETTERS = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x3400 + index));
const FREQUENT_PAIRS = FREQUENT_LETTERS.flatMap((letter) =>
  Array.from({ length: 210 }, (_, index) => letter + String.fromCodePoint(0x6000 + index)),
);
/** Terms that one record has room for, beside the last characters of the pairs. */
const PAIRS_OF_A_RECORD = 3500;

/** Records that are stored at once. */
const TOGETHER = 50;

const PREPARED: readonly { readonly count: number; codeOf(index: number): string }[] = [
  // Each lacks one of the last words, so that nearly all of them are looked up in each.
  { count: 4000, codeOf: (index) => LETTERS.toSpliced(-1 - (index % 4), 1).join(' ') },
  // The beginning, where the page looks for a match, has none.
  { count: 50, codeOf: () => `${'z_1_'.repeat(950)}\n${NEAR_MISS}` },
  // Each letter that the page shows is a match.
  { count: 50, codeOf: () => `${FURTHER_LETTERS.join(' ')}\n${FURTHER_LETTERS.join(' ')}` },
  {
    count: Math.ceil(FREQUENT_PAIRS.length / PAIRS_OF_A_RECORD),
    codeOf: (index) =>
      FREQUENT_PAIRS.slice(index * PAIRS_OF_A_RECORD, (index + 1) * PAIRS_OF_A_RECORD).join(' '),
  },
];

describe('a search over records that were prepared for it', () => {
  it('gives its turn away while it looks, and makes its page in little time', {
    skip: skipWithoutSchedstat,
  }, async (t) => {
    // In this process, so that the turns of its event loop can be told apart.
    const app = await startApp();
    t.after(() => app.close());
    await prepare(app.store);
    const limit = slowness() * LIMIT;
    for (let i = 0; i < 20; i++) await ask(app, ['b']);

    for (const letters of [LETTERS, FREQUENT_LETTERS]) {
      assert.equal(await ask(app, letters), '[]');
      const longest = await leastOfThree(() => longestTurn(() => ask(app, letters)));
      console.log(`a search for fifty letters: ${longest.toFixed(0)} ms at once of ${limit.toFixed(0)}`);
      assert.ok(longest < limit, `${longest.toFixed(0)} ms at once for ${letters.slice(0, 3)}`);
    }

    for (const words of [NEAR_MISS, FURTHER_LETTERS]) {
      const total = await leastOfThree(() => totalTime(() => ask(app, words, 'text/html')));
      console.log(`a page of prepared rows: ${total.toFixed(0)} ms of ${limit.toFixed(0)}`);
      assert.ok(total < limit, `${total.toFixed(0)} ms for the page of ${words.slice(0, 3)}`);
    }
  });
});

async function prepare({ snippets }: Store): Promise<void> {
  let id = 0;
  for (const { count, codeOf } of PREPARED) {
    for (let begun = 0; begun < count; begun += TOGETHER) {
      const codes = Array.from({ length: Math.min(TOGETHER, count - begun) }, (_, i) => codeOf(begun + i));
      await Promise.all(
        codes.map((code) => {
          id += 1;
          const title = code.slice(0, 100);
          return snippets.insertOne(
            snippet(id, {
              title,
              code,
              terms: termsOf(snippet(id, { title, code })),
              ...plainMarkup(code, 'timeout'),
            }),
          );
        }),
      );
    }
  }
}

async function ask({ url }: TestApp, words: readonly string[], Accept = 'application/json'): Promise<string> {
  const query = new URLSearchParams({ q: words.join(' ') });
  const response = await fetch(`${url}/snippets/?${query}`, { headers: { Accept } });
  assert.equal(response.status, 200);
  return response.text();
}

/** The most processor time in one turn of the event loop, while the task runs. */
async function longestTurn(task: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = task().finally(() => {
    isDone = true;
  });
  let longest = 0;
  let before = mainThreadMs(process.pid);
  while (!isDone) {
    await nextTurn();
    const now = mainThreadMs(process.pid);
    longest = Math.max(longest, now - before);
    before = now;
  }
  await done;
  return longest;
}

async function totalTime(task: () => Promise<unknown>): Promise<number> {
  const before = mainThreadMs(process.pid);
  await task();
  return mainThreadMs(process.pid) - before;
}
