import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceUnavailable } from '#src/errors/index.js';
import { decompressPage } from '#src/highlighting/compress-page.js';
import { createHighlighter } from '#src/highlighting/highlighter.js';
import { codeOf, textOf } from './read-html-page.js';

const snippet = { code: 'print(1)\n', language: 'python', style: 'friendly', linenos: false, title: '' };

// Quadratic in highlight.js: minutes of work at this length (a slash that never closes, a word that never ends).
const endless = { ...snippet, language: 'livescript', code: `/${'a'.repeat(99_999)}` };
const endlessToo = { ...snippet, language: 'stan', code: 'a'.repeat(100_000) };

/** More than a short snippet takes of a busy machine. */
const TIMEOUT_MS = 1500;

/** Blocks the event loop for a time, and until the other threads of this process have done their work. */
function blockUntilThreadsRest(ms: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const began = performance.now();
  for (let used = Number.POSITIVE_INFINITY; used > 5_000 || performance.now() - began < ms; ) {
    const before = process.cpuUsage();
    Atomics.wait(cell, 0, 0, 500);
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
}

/** Counts turns of the event loop while something runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const clock = setInterval(() => turns++, 5);
  await work;
  clearInterval(clock);
  return turns;
}

test('a snippet is highlighted, in the language and style that it names', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: 5000 });
  t.after(() => highlighter.close());
  const { gzip, plain, reason } = await highlighter.highlight(
    {
      ...snippet,
      style: 'github',
      language: 'c',
      code: 'int x;',
    },
    'alice',
  );
  assert.deepEqual({ plain, reason }, { plain: false, reason: undefined });
  const html = await decompressPage(gzip);
  assert.match(html, /<span class="hljs-type">int<\/span>/);
  assert.match(html, /#24292e/);
});

test('many simultaneous snippets each get their own HTML', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: 5000, threads: 2, maxQueue: 200 });
  t.after(() => highlighter.close());
  const codes = Array.from({ length: 200 }, (_, index) => `x = ${index}\n`.repeat(index + 1));
  const results = await Promise.all(
    codes.map((code) => highlighter.highlight({ ...snippet, code }, 'alice')),
  );
  assert.deepEqual(
    await Promise.all(results.map(async ({ gzip }) => textOf(codeOf(await decompressPage(gzip))))),
    codes,
  );
});

test('hostile code becomes plain, does not block the event loop, and code that waits is still highlighted', async (t) => {
  const told: string[] = [];
  const highlighter = createHighlighter({
    timeoutMs: TIMEOUT_MS,
    threads: 1,
    onPlain: (reason, language) => told.push(`${reason} ${language}`),
  });
  t.after(() => highlighter.close());
  const bad = [endless, endlessToo].map((input) => highlighter.highlight(input, 'alice'));
  const good = [1, 2, 3].map(() => highlighter.highlight({ ...snippet, linenos: true }, 'bob'));
  const turns = await turnsDuring(Promise.all([...bad, ...good]));
  assert.ok(turns > 10, `${turns} turns`);
  for (const [index, result] of bad.entries()) {
    const { gzip, plain, reason } = await result;
    const html = await decompressPage(gzip);
    assert.deepEqual({ plain, reason }, { plain: true, reason: 'timeout' });
    assert.equal(textOf(codeOf(html)), [endless, endlessToo][index]?.code);
    assert.match(html, /<!-- shown as plain text, without highlighting: timeout -->/);
  }
  for (const result of good) assert.equal((await result).plain, false);
  assert.deepEqual(told, ['timeout livescript', 'timeout stan']);
});

test('the time limit starts with the work: code that waits behind hostile code keeps its colours', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: TIMEOUT_MS, threads: 1 });
  t.after(() => highlighter.close());
  const hostile = [endless, endless].map((input) => highlighter.highlight(input, 'alice'));
  const all = [...hostile, highlighter.highlight(snippet, 'bob')];
  assert.deepEqual(
    (await Promise.all(all)).map(({ plain }) => plain),
    [true, true, false],
  );
});

test('a blocked event loop does not count as working time of a thread', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: TIMEOUT_MS, threads: 1 });
  t.after(() => highlighter.close());
  await highlighter.highlight(snippet, 'alice');
  const result = highlighter.highlight({ ...snippet, language: 'xml', code: '<a>'.repeat(20_000) }, 'alice');
  await sleep(20);
  // After a late immediate the event loop looks at its clocks before it looks at its ports.
  await new Promise(setImmediate);
  blockUntilThreadsRest(TIMEOUT_MS + 500);
  assert.equal((await result).plain, false);
});

test('a time limit shorter than the start of a thread counts from that start', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: 1, threads: 1 });
  t.after(() => highlighter.close());
  const slow = { ...snippet, language: 'xml', code: '<a>'.repeat(20_000) };
  assert.equal((await highlighter.highlight(slow, 'alice')).reason, 'timeout');
});

test('a full queue refuses with 503 and Retry-After, and accepts again when it has room', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: TIMEOUT_MS, threads: 1, maxQueue: 2 });
  t.after(() => highlighter.close());
  const taken = [endless, snippet, snippet].map((input) => highlighter.highlight(input, 'alice'));
  await assert.rejects(highlighter.highlight(snippet, 'alice'), (error) => {
    assert.ok(error instanceof ServiceUnavailable);
    assert.equal(error.status, 503);
    assert.deepEqual(error.headers, { 'Retry-After': '1' });
    return true;
  });
  await Promise.all(taken);
  assert.equal((await highlighter.highlight(snippet, 'bob')).plain, false);
});

test('a thread that runs out of memory yields plain code, and the service goes on', async (t) => {
  const told: string[] = [];
  const highlighter = createHighlighter({
    timeoutMs: 20_000,
    threads: 1,
    memoryMb: 16,
    onPlain: (reason) => told.push(reason),
  });
  t.after(() => highlighter.close());
  const hungry = { ...snippet, language: 'json', code: '[1]'.repeat(33_333) };
  const { gzip, plain, reason } = await highlighter.highlight(hungry, 'alice');
  assert.deepEqual({ plain, reason }, { plain: true, reason: 'failed' });
  assert.equal(textOf(codeOf(await decompressPage(gzip))), hungry.code);
  assert.equal((await highlighter.highlight(snippet, 'alice')).plain, false);
  assert.deepEqual(told, ['failed']);
});

test('of short snippets that go to a thread together, one that takes too long spoils no other', async (t) => {
  const told: string[] = [];
  const highlighter = createHighlighter({
    timeoutMs: 60,
    threads: 1,
    onPlain: (reason, language) => told.push(`${reason} ${language}`),
  });
  t.after(() => highlighter.close());
  // Alone, so that the thread has started. The others wait for the second one together.
  await highlighter.highlight(snippet, 'alice');
  const slow = { ...snippet, language: 'livescript', code: `/${'a'.repeat(3999)}` };
  const all = [snippet, snippet, slow, snippet, { ...snippet, title: 'last' }];
  const pages = await Promise.all(all.map((input, i) => highlighter.highlight(input, i)));
  assert.equal(pages[2]?.plain, true);
  assert.match(await decompressPage(pages.at(-1)?.gzip ?? Buffer.of()), /<h1>last<\/h1>/);
  // On a busy machine a thread may also be late with the others.
  assert.ok(told.includes('timeout livescript'));
});

test('an unknown language or style is an error before any work', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: 1000 });
  t.after(() => highlighter.close());
  await assert.rejects(
    highlighter.highlight({ ...snippet, language: 'py' }, 'alice'),
    /^Error: Unknown language: py$/,
  );
  await assert.rejects(
    highlighter.highlight({ ...snippet, style: '../x' }, 'alice'),
    /^Error: Unknown style: \.\.\/x$/,
  );
});

test('close stops running snippets and refuses waiting and new ones', async () => {
  const highlighter = createHighlighter({ timeoutMs: 60_000, threads: 1 });
  const pending = Promise.allSettled(
    [endless, snippet].map((input) => highlighter.highlight(input, 'alice')),
  );
  await sleep(50);
  await highlighter.close();
  for (const result of await pending) {
    assert.equal(result.status, 'rejected');
    assert.ok(result.status === 'rejected' && result.reason instanceof ServiceUnavailable);
  }
  await assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
});
