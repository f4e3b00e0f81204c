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

const { values } = parseArgs({
  options: {
    timeouts: { type: 'string', default: '0' },
    limit: { type: 'string', default: '100' },
    stops: { type: 'string', default: '0' },
  },
});

const FRAGMENTS = ['/', 'a', '[{(', '<a ', '"${', '\\', "'''", '0.', '#_ '];
const hostile = FRAGMENTS.flatMap((fragment) => {
  const code = (fragment === '/' ? `/${'a'.repeat(99_999)}` : fragment.repeat(100_000)).slice(0, 100_000);
  return languages.map((language) => ({ language, code }));
});
const GOOD = [
  ['python', 'def f(x: int) -> str:\n    return f"{x}"  # one\n'],
  ['xml', '<style>a { color: red }</style>\n<script>const x = [1, "2"];</script>\n'],
  ['markdown', '# A *title*\n\n<a href="x">y</a> and `code`\n'],
  ['typescript', 'export const f = <T>(x: T): T[] => [x]; // two\n'],
].map(([language, code]) => ({ language, code: code.repeat(10) }));

async function interrupt(count, timeoutMs) {
  const patient = createHighlighter({ timeoutMs: 60_000 });
  const expected = await Promise.all(GOOD.map((input) => patient.highlight(input, 'patient')));
  await patient.close();
  const told = { timeout: 0, failed: 0, 'too-large': 0, good: 0, 'good but plain': 0 };
  const highlighter = createHighlighter({ timeoutMs, onPlain: (reason) => (told[reason] += 1) });
  const began = performance.now();
  // Code that a limit does not stop is left out of the next round.
  let round = hostile;
  let next = [];
  let at = 0;
  const report = setInterval(tell, 10_000);
  function tell() {
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${seconds} s, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB: ${JSON.stringify(told)}`);
  }
  async function attack(sender) {
    while (told.timeout < count) {
      if (at >= round.length) [round, next, at] = [next.length > 0 ? next : hostile, [], 0];
      const input = round[at++];
      const { plain } = await highlighter.highlight(input, sender);
      if (plain === 'timeout') next.push(input);
    }
  }
  async function save(sender) {
    for (let i = 0; told.timeout < count; i += 1) {
      const highlighted = await highlighter.highlight(GOOD[i % GOOD.length], sender);
      told.good += 1;
      if (highlighted.plain === 'timeout') told['good but plain'] += 1;
      else assert.deepEqual(highlighted, expected[i % GOOD.length]);
      await sleep(2);
    }
  }
  await Promise.all([...['mallory', 'eve', 'oscar'].map(attack), ...['alice', 'bob'].map(save)]);
  await highlighter.close();
  clearInterval(report);
  tell();
}

async function stopUnderLoad(dataDir) {
  const service = spawn(process.execPath, ['dist/cli.js', 'serve'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      ...{ PORT: '0', DATA_DIR: dataDir, OWNERSHIP: 'off', THROTTLE_RATES: 'none', LOG_LEVEL: 'fatal' },
      HIGHLIGHT_TIMEOUT_MS: '100',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(service, 'exit');
  let url;
  for await (const line of createInterface(service.stdout)) {
    url = /listening on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  service.stdout.resume();
  const stopped = new AbortController();
  async function attack(path, inputs) {
    while (!stopped.signal.aborted) {
      const body = JSON.stringify(inputs[Math.floor(Math.random() * inputs.length)]);
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(url + path, { method: 'POST', headers, body }).catch(() => undefined);
      await answer?.text().catch(() => undefined);
    }
  }
  const load = [1, 2, 3, 4, 5, 6].map(() => attack('/preview/', hostile)).concat(attack('/snippets/', GOOD));
  // Some of the stops come while threads start.
  await sleep(Math.random() * 1000);
  service.kill('SIGTERM');
  const [code, signal] = await exit;
  stopped.abort();
  await Promise.all(load);
  return signal ?? code;
}

async function stop(count) {
  const ends = new Map();
  for (let i = 0; i < count; i += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'stops-'));
    const end = await stopUnderLoad(dataDir);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    await rm(dataDir, { recursive: true });
  }
  console.log('exits:', Object.fromEntries(ends));
  assert.deepEqual([...ends.keys()], [0]);
}

if (Number(values.timeouts) > 0) await interrupt(Number(values.timeouts), Number(values.limit));
if (Number(values.stops) > 0) await stop(Number(values.stops));
