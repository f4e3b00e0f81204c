/**
 * Looks for what only many repetitions show: a process that hostile code ends, wrong markup after an interruption.
 *
 *   node test/highlighting/hostile-load.mjs --timeouts 2000 --limit 100     hostile code in all languages, good code beside it
 *   node test/highlighting/hostile-load.mjs --stops 200                     SIGTERM to a service under such a load
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createHighlighter } from '#src/highlighting/highlighter.js';
import { languages } from '#src/highlighting/languages.js';

const option = { type: 'string', default: '0' };
const { values } = parseArgs({ options: { timeouts: option, limit: option, stops: option } });
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const FRAGMENTS = ['a', '[{(', '<a ', '"${', '\\', "'''", '0.', '#_ '];
const hostile = [`/${'a'.repeat(99_999)}`, ...FRAGMENTS.map((one) => one.repeat(1e5).slice(0, 1e5))].flatMap(
  (code) => languages.map((language) => ({ language, code })),
);
const good = [
  ['python', 'def f(x: int) -> str:\n    return f"{x}"  # one\n'],
  ['xml', '<style>a { color: red }</style>\n<script>const x = [1, "2"];</script>\n'],
  ['markdown', '# A *title*\n\n<a href="x">y</a> and `code`\n'],
  ['typescript', 'export const f = <T>(x: T): T[] => [x]; // two\n'],
].map(([language = '', code = '']) => ({ language, code: code.repeat(10) }));

/** @param {number} count @param {number} timeoutMs */
async function interrupt(count, timeoutMs) {
  const patient = createHighlighter({ timeoutMs: 60_000 });
  const expected = await Promise.all(good.map((input) => patient.highlight(input, 'patient')));
  await patient.close();
  const told = { timeout: 0, failed: 0, 'too-large': 0, good: 0, 'good but plain': 0 };
  const highlighter = createHighlighter({
    timeoutMs,
    onPlain(reason) {
      told[reason] += 1;
    },
  });
  const tell = () =>
    console.log(`${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB: ${JSON.stringify(told)}`);
  const telling = setInterval(tell, 10_000);
  // Code that the limit does not stop is left out of the next round.
  let [round, next] = [[...hostile], hostile.slice(0, 0)];
  async function attack(sender) {
    while (told.timeout < count) {
      if (round.length === 0) [round, next] = [next.length > 0 ? next : [...hostile], []];
      const input = round.pop() ?? good[0];
      if ((await highlighter.highlight(input, sender)).plain === 'timeout') next.push(input);
    }
  }
  async function save(sender) {
    for (let i = 0; told.timeout < count; i = (i + 1) % good.length) {
      const highlighted = await highlighter.highlight(good[i], sender);
      told.good += 1;
      if (highlighted.plain === 'timeout') told['good but plain'] += 1;
      else assert.deepEqual(highlighted, expected[i]);
      await sleep(2);
    }
  }
  await Promise.all([...['mallory', 'eve', 'oscar'].map(attack), ...['alice', 'bob'].map(save)]);
  await highlighter.close();
  clearInterval(telling);
  tell();
}

/** @returns the exit code, or the signal that ended it */
async function stopUnderLoad() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'stops-'));
  const settings = {
    PORT: '0',
    DATA_DIR,
    OWNERSHIP: 'off',
    THROTTLE_RATES: 'none',
    HIGHLIGHT_TIMEOUT_MS: '100',
  };
  const service = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...process.env, ...settings, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(service, 'exit');
  let address = '';
  for await (const line of createInterface(service.stdout)) {
    address = /listening on (http:\S+)/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  let isStopped = false;
  async function post(path, inputs) {
    for (let i = Math.floor(Math.random() * inputs.length); !isStopped; i = (i + 1) % inputs.length) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify(inputs[i]);
      await fetch(address + path, { method: 'POST', headers, body }).then((answer) => answer.text(), String);
    }
  }
  const load = [1, 2, 3, 4, 5, 6].map(() => post('/preview/', hostile)).concat(post('/snippets/', good));
  // Some of the stops come while threads start.
  await sleep(Math.random() * 1000);
  service.kill('SIGTERM');
  const [code, signal] = await exit;
  isStopped = true;
  await Promise.allSettled(load);
  await rm(DATA_DIR, { recursive: true });
  return signal ?? code;
}

if (values.timeouts !== '0') await interrupt(Number(values.timeouts), Number(values.limit));
const ends = [];
for (let i = 0; i < Number(values.stops); i += 1) ends.push(await stopUnderLoad());
assert.deepEqual(
  ends.filter((end) => end !== 0),
  [],
);
