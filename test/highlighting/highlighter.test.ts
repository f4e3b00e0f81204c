import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceUnavailable } from '#src/errors/index.js';
import { createHighlighter } from '#src/highlighting/highlighter.js';
import { wholeMarkup } from '#src/highlighting/markup.js';
import { textOf } from './read-markup.js';

const snippet = { code: 'print(1)\n', language: 'python' };

// Quadratic in highlight.js: minutes of work at this length (a slash that never closes, a word that never ends).
const endless = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };
const endlessToo = { language: 'stan', code: 'a'.repeat(100_000) };

/** More than a short snippet takes of a busy machine. */
const TIMEOUT_MS = 1500;

/** Counts turns of the event loop while something runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const clock = setInterval(() => turns++, 5);
  await work;
  clearInterval(clock);
  return turns;
}

test('many simultaneous snippets each get their own markup', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: 60_000, threads: 2, maxQueue: 200 });
  t.after(() => highlighter.close());
  const codes = Array.from({ length: 200 }, (_, index) => `x = ${index}\n`.repeat(index + 1));
  const results = await Promise.all(
    codes.map((code) => highlighter.highlight({ ...snippet, code }, 'alice')),
  );
  assert.deepEqual(
    results.map((result) => textOf(wholeMarkup(result))),
    codes,
  );
  assert.match(results[0]?.excerpt ?? '', /<span class="hljs-number">0<\/span>/);
});

test('hostile code becomes plain, does not block the event loop, and code that waits keeps its colours', async (t) => {
  const told: string[] = [];
  const highlighter = createHighlighter({
    timeoutMs: TIMEOUT_MS,
    threads: 1,
    onPlain: (reason, language) => told.push(`${reason} ${language}`),
  });
  t.after(() => highlighter.close());
  const bad = [endless, endlessToo].map((input) => highlighter.highlight(input, 'alice'));
  const good = [1, 2, 3].map(() => highlighter.highlight(snippet, 'bob'));
  const turns = await turnsDuring(Promise.all([...bad, ...good]));
  assert.ok(turns > 10, `${turns} turns`);
  for (const [index, result] of bad.entries()) {
    const highlighted = await result;
    assert.equal(highlighted.plain, 'timeout');
    assert.equal(textOf(wholeMarkup(highlighted)), [endless, endlessToo][index]?.code);
  }
  for (const result of good) assert.equal((await result).plain, null);
  assert.deepEqual(told, ['timeout livescript', 'timeout stan']);
});

test('a hundred interruptions end no thread, and it gives the right markup afterwards', async (t) => {
  let started = 0;
  const count = () => (started += 1);
  process.on('worker', count);
  const highlighter = createHighlighter({ timeoutMs: 5, threads: 1, maxQueue: 100 });
  const patient = createHighlighter({ timeoutMs: 60_000, threads: 1 });
  t.after(() => Promise.all([highlighter.close(), patient.close()]));
  t.after(() => process.off('worker', count));
  const hostile = '<a b="${[{(/*\'"""#'.repeat(6000);
  const embedding = {
    html: '<style>a { color: red }</style>\n<script>const x = "1"</script>\n<?php echo 1 ?>\n',
    python: 'def f(x: int) -> str:\n    return f"{x}"  # 1\n',
    http: 'POST / HTTP/1.1\nContent-Type: application/json\n\n{"code": "print(1)"}\n',
  };
  const inputs = [
    { language: 'xml', code: embedding.html },
    { language: 'markdown', code: `# a\n\n${embedding.html}` },
    { language: 'erb', code: embedding.html },
    { language: 'python', code: embedding.python },
    { language: 'python-repl', code: `>>> ${embedding.python}` },
    { language: 'http', code: embedding.http },
  ];
  for (let done = 0; done < 100; ) {
    for (const { language } of inputs) {
      const { plain } = await highlighter.highlight({ language, code: hostile }, 'alice');
      if (plain === 'timeout') done += 1;
    }
  }
  assert.equal(started, 1);
  for (const input of inputs) {
    let highlighted = await highlighter.highlight(input, 'alice');
    // A thread that gets no core runs out of its 5 ms of wall time.
    while (highlighted.plain === 'timeout') highlighted = await highlighter.highlight(input, 'alice');
    assert.deepEqual(highlighted, await patient.highlight(input, 'alice'));
  }
});

test('a sender whose snippets take long leaves a thread to others', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: TIMEOUT_MS, threads: 2 });
  t.after(() => highlighter.close());
  const ended: string[] = [];
  const note = (who: string) => () => ended.push(who);
  await Promise.all([
    highlighter.highlight(endless, 'alice').then(note('alice')),
    highlighter.highlight(endlessToo, 'alice').then(note('alice')),
    highlighter.highlight(snippet, 'bob').then(note('bob')),
  ]);
  assert.deepEqual(ended, ['bob', 'alice', 'alice']);
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
  assert.equal((await highlighter.highlight(snippet, 'bob')).plain, null);
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
  const hungry = { language: 'json', code: '[1]'.repeat(33_333) };
  const highlighted = await highlighter.highlight(hungry, 'alice');
  assert.equal(highlighted.plain, 'failed');
  assert.equal(textOf(wholeMarkup(highlighted)), hungry.code);
  assert.equal((await highlighter.highlight(snippet, 'alice')).plain, null);
  assert.deepEqual(told, ['failed']);
});

test('an unknown language is an error before any work', async (t) => {
  const highlighter = createHighlighter({ timeoutMs: 1000 });
  t.after(() => highlighter.close());
  const highlighting = highlighter.highlight({ ...snippet, language: 'py' }, 'alice');
  await assert.rejects(highlighting, /^Error: Unknown language: py$/);
});

test('close lets running snippets end, and refuses waiting and new ones', async () => {
  const highlighter = createHighlighter({ timeoutMs: 300, threads: 1 });
  const running = highlighter.highlight(endless, 'alice');
  const waiting = assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
  await highlighter.close();
  assert.equal((await running).plain, 'timeout');
  await waiting;
  await assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
});
