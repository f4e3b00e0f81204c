import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceUnavailable } from '#src/errors/index.js';
import { highlightTurn } from '#src/highlighting/highlight.js';
import { createHighlighter, type HighlighterOptions } from '#src/highlighting/highlighter.js';
import { wholeMarkup } from '#src/highlighting/markup.js';
import { textOf } from './read-markup.js';

const snippet = { code: 'print(1)\n', language: 'python' };
// Quadratic in highlight.js: minutes of work at this length (a slash that never closes, a word that never ends).
const endless = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };
const endlessToo = { language: 'stan', code: 'a'.repeat(100_000) };

/** @param timeoutMs more than a short snippet takes of a busy machine */
function make(t: TestContext, options: Partial<HighlighterOptions> = {}) {
  const highlighter = createHighlighter({ timeoutMs: 1500, threads: 1, ...options });
  t.after(() => highlighter.close());
  return highlighter;
}

test('many simultaneous snippets each get their own markup', async (t) => {
  const highlighter = make(t, { timeoutMs: 60_000, threads: 2, maxQueue: 200 });
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
  const highlighter = make(t, { onPlain: (reason, language) => told.push(`${reason} ${language}`) });
  let turns = 0;
  const clock = setInterval(() => turns++, 5);
  const [bad, good] = await Promise.all([
    highlighter.highlight(endless, 'alice'),
    highlighter.highlight(snippet, 'bob'),
  ]);
  clearInterval(clock);
  assert.ok(turns > 10, `${turns} turns`);
  assert.deepEqual([bad.plain, good.plain], ['timeout', null]);
  assert.equal(textOf(wholeMarkup(bad)), endless.code);
  assert.deepEqual(told, ['timeout livescript']);
});

/** `INTERRUPTIONS=2000 npm test -- highlighting/highlighter` shows what only many repetitions do. */
const INTERRUPTIONS = Number(process.env.INTERRUPTIONS ?? 100);

test(`${INTERRUPTIONS} interruptions end no thread, and it gives the right markup afterwards`, async (t) => {
  let started = 0;
  const count = () => (started += 1);
  process.on('worker', count);
  t.after(() => process.off('worker', count));
  const highlighter = make(t, { timeoutMs: 5 });
  const html = '<style>a { color: red }</style>\n<script>const x = "1"</script>\n<?php echo 1 ?>\n';
  const inputs = [
    { language: 'xml', code: html },
    { language: 'markdown', code: `# a\n\n${html}` },
    { language: 'erb', code: html },
    { language: 'python-repl', code: '>>> def f(x: int) -> str:\n    return f"{x}"  # 1\n' },
    { language: 'http', code: 'POST / HTTP/1.1\nContent-Type: application/json\n\n{"code": "print(1)"}\n' },
  ];
  const hostile = '<a b="${[{(/*\'"""#'.repeat(6000);
  for (let done = 0; done < INTERRUPTIONS; )
    for (const { language } of inputs) {
      const { plain } = await highlighter.highlight({ language, code: hostile }, 'alice');
      if (plain === 'timeout') done += 1;
    }
  assert.equal(started, 1);
  const patient = make(t, { timeoutMs: 60_000 });
  for (const input of inputs) {
    let highlighted = await highlighter.highlight(input, 'alice');
    // A thread that gets no core runs out of its 5 ms of wall time.
    while (highlighted.plain === 'timeout') highlighted = await highlighter.highlight(input, 'alice');
    assert.deepEqual(highlighted, await patient.highlight(input, 'alice'));
  }
});

test('a turn has one time limit: what is interrupted in the time of others comes first in the next', () => {
  const snippets = [snippet, endless, snippet, snippet, endlessToo, snippet];
  const highlighted: ReturnType<typeof highlightTurn> = [];
  const turns: number[] = [];
  while (highlighted.length < snippets.length) {
    const done = highlightTurn(snippets.slice(highlighted.length), 300);
    highlighted.push(...done);
    turns.push(done.length);
  }
  assert.deepEqual(turns, [1, 1, 2, 1, 1]);
  assert.deepEqual(
    highlighted.map(({ plain }) => plain),
    [null, 'timeout', null, null, 'timeout', null],
  );
  assert.deepEqual(
    highlighted.map((one) => textOf(wholeMarkup(one))),
    snippets.map(({ code }) => code),
  );
});

test('a sender whose snippets take long leaves a thread to others', async (t) => {
  const highlighter = make(t, { timeoutMs: 1000, threads: 2 });
  // Both threads start.
  await Promise.all(['carol', 'dave'].map((who) => highlighter.highlight(snippet, who)));
  const ended: string[] = [];
  const alices = [endless, endlessToo].map((input) => ['alice', input] as const);
  await Promise.all(
    [...alices, ['bob', snippet] as const].map(async ([who, input]) => {
      await highlighter.highlight(input, who);
      ended.push(who);
    }),
  );
  assert.deepEqual(ended, ['bob', 'alice', 'alice']);
});

test('two senders of slow short snippets hold the threads for a turn, and not for all that they have sent', async (t) => {
  const highlighter = make(t, { timeoutMs: 50, threads: 3 });
  // Each takes longer than the limit.
  const slow = { ...endless, code: endless.code.slice(0, 4000) };
  const ended: string[] = [];
  const send = async (who: string, input: typeof snippet) => {
    await highlighter.highlight(input, who);
    ended.push(who);
  };
  const sent = ['alice', 'bob'].flatMap((who) => Array.from({ length: 16 }, () => send(who, slow)));
  await nextTurn();
  await Promise.all([...sent, send('carol', snippet)]);
  // Turns of all snippets that were sent together would end first.
  assert.ok(ended.indexOf('carol') < 12, ended.join(' '));
});

test('a language is found in the thread, under the same limit, where the snippet has none', async (t) => {
  const told: string[] = [];
  const highlighter = make(t, { onPlain: (reason, language) => told.push(`${reason} ${language}`) });
  const codes = ['SELECT a, b FROM c WHERE d = 1;\n', 'Buy milk and eggs.', `SELECT ${'{'.repeat(99_993)}`];
  const found = await Promise.all(codes.map((code) => highlighter.highlight({ code }, 'alice')));
  assert.deepEqual(
    found.map(({ language, plain }) => [language, plain]),
    [
      ['sql', null],
      ['plaintext', null],
      ['plaintext', null],
    ],
  );
  assert.match(found[0]?.excerpt ?? '', /hljs-keyword/);
  assert.deepEqual(told, []);
});

test('a full queue refuses with 503 and Retry-After, and accepts again when it has room', async (t) => {
  const highlighter = make(t, { timeoutMs: 300, maxQueue: 2 });
  const running = highlighter.highlight(endless, 'alice');
  await nextTurn();
  const waiting = [endless, endless].map((input) => highlighter.highlight(input, 'alice'));
  const refusal = await highlighter.highlight(snippet, 'alice').catch((error: unknown) => error);
  assert.ok(refusal instanceof ServiceUnavailable);
  assert.deepEqual([refusal.status, refusal.headers], [503, { 'Retry-After': '1' }]);
  await Promise.all([running, ...waiting]);
  await highlighter.highlight(snippet, 'bob');
});

test('a thread that runs out of memory fails its snippet only', async (t) => {
  const told: string[] = [];
  const highlighter = make(t, {
    timeoutMs: 20_000,
    memoryMb: 12,
    onPlain: (reason) => told.push(reason),
  });
  const hungry = { language: 'json', code: '{'.repeat(100_000) };
  const [failed, next] = await Promise.all([hungry, snippet].map((it) => highlighter.highlight(it, 'alice')));
  assert.deepEqual([failed?.plain, next?.plain, told], ['failed', null, ['failed']]);
});

test('close lets running snippets end, and refuses waiting and new ones', async (t) => {
  const highlighter = make(t, { timeoutMs: 300 });
  const running = highlighter.highlight(endless, 'alice');
  await nextTurn();
  const waiting = assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
  await highlighter.close();
  assert.equal((await running).plain, 'timeout');
  await waiting;
  await assert.rejects(highlighter.highlight(snippet, 'alice'), ServiceUnavailable);
});
