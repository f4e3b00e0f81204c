import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('hostile code becomes plain, does not block the event loop, and code that waits keeps its colours', async (t) => {
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
    { ...snippet, language: 'xml', code: embedding.html },
    { ...snippet, language: 'markdown', code: `# a\n\n${embedding.html}` },
    { ...snippet, language: 'erb', code: embedding.html },
    { ...snippet, language: 'python', code: embedding.python },
    { ...snippet, language: 'python-repl', code: `>>> ${embedding.python}` },
    { ...snippet, language: 'http', code: embedding.http },
  ];
  for (let done = 0; done < 100; ) {
    for (const { language } of inputs) {
      const { reason } = await highlighter.highlight({ ...snippet, language, code: hostile }, 'alice');
      if (reason === 'timeout') done += 1;
    }
  }
  assert.equal(started, 1);
  for (const input of inputs) {
    let page = await highlighter.highlight(input, 'alice');
    // A thread that gets no core runs out of its 5 ms of wall time.
    while (page.reason === 'timeout') page = await highlighter.highlight(input, 'alice');
    const { gzip } = await patient.highlight(input, 'alice');
    assert.equal(codeOf(await decompressPage(page.gzip)), codeOf(await decompressPage(gzip)));
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

test('close lets running snippets end, and refuses waiting and new ones', async () => {
  const highlighter = createHighlighter({ timeoutMs: 300, threads: 1 });
  const running = highlighter.highlight(endless, 'alice');
  const waiting = assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
  await highlighter.close();
  assert.equal((await running).reason, 'timeout');
  await waiting;
  await assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
});
