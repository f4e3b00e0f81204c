// Findings 7 and 8: code that takes long to highlight, and code whose HTML is many times larger.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../bench/statistics.mjs';
import { startService } from '../start-service.mjs';
import { ask, BROTLI, basic, brotli, JSON_TYPE, tally } from './ask.mjs';
import { observe } from './observe.mjs';

/** Quadratic in its grammar: minutes of work. */
const SLOW = JSON.stringify({ language: 'livescript', code: `/${'a'.repeat(99_999)}` });
const ORDINARY = JSON.stringify({ language: 'python', code: 'print(1)\n'.repeat(20) });
/** 40 bytes with Brotli, and a table row for each line. */
const LINES = JSON.stringify({ code: `${'\n'.repeat(99_999)}x`, linenos: true });
const SAVES = 25;

export async function highlighting(report) {
  const service = await startService({
    prepare({ run }) {
      for (const name of ['alice', 'bob'])
        run(['users', 'create', name, '--password-stdin'], 'a long password');
    },
  });
  const save = (name, body, more = {}) =>
    ask(`${service.url}/snippets/`, {
      headers: { ...basic(name, 'a long password'), ...JSON_TYPE, ...more },
      body,
    });
  try {
    for (let i = 0; i < 5; i++) for (const name of ['alice', 'bob']) await save(name, ORDINARY);
    await grow(service, save, report);
    await slowDown(service, save, report);
    await compareSaves(service, save, report);
  } finally {
    await service.stop();
  }
}

/** On a busy machine a save may wait until its connection counts as idle. */
const attack = (save) => save('alice', SLOW).catch(({ code }) => ({ status: code }));

async function slowDown(service, save, report) {
  const { result, ...seen } = await observe(service, async () => {
    const hostile = Array.from({ length: 70 }, () => attack(save));
    const other = await save('bob', ORDINARY);
    return { other, hostile: await Promise.all(hostile) };
  });
  report('7', '70 slow snippets of one user at once', tally(result.hostile), seen);
  report('7', 'a save of another user meanwhile', String(result.other.status), {
    ...seen,
    ms: result.other.ms,
  });
}

/** One user sends slow code without a pause; another saves. */
async function compareSaves(service, save, report) {
  const saves = async () => {
    const times = [];
    for (let i = 0; i < SAVES; i++) {
      const { status, ms } = await save('bob', ORDINARY);
      if (status !== 201) throw new Error(`the other user's save answered ${status}`);
      times.push(ms);
    }
    return median(times);
  };
  const calm = await saves();
  let isOver = false;
  const answers = [];
  const attackers = Array.from({ length: 16 }, async () => {
    while (!isOver) answers.push(await attack(save));
  });
  const { result: busy, ...seen } = await observe(service, saves);
  isOver = true;
  await Promise.all(attackers);
  const ratio = (busy / calm).toFixed(2);
  report(
    '7',
    `median save of another user: ${calm.toFixed(1)} ms calm, ${busy.toFixed(1)} ms beside slow code at full rate: ${ratio} times`,
    tally(answers),
    seen,
  );
}

async function grow(service, save, report) {
  const size = () =>
    readdirSync(service.folder).reduce((sum, name) => sum + statSync(join(service.folder, name)).size, 0) /
    1e6;
  const before = size();
  const body = brotli(LINES);
  const { result, ...seen } = await observe(service, async () => {
    const answers = [];
    for (let i = 0; i < 24; i++) answers.push(await save('alice', body, BROTLI));
    return answers;
  });
  const grown = size() - before;
  const name = `24 snippets of ${body.length} bytes with Brotli: the store grows by ${grown.toFixed(1)} MB`;
  report('8', name, tally(result), seen);
}
