import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeReadiness } from '#src/observability/readiness.js';
import { recordLog } from '../helpers/recorded-log.js';

it('each check of readiness is logged once when it begins to fail, and once when it passes again', async () => {
  const recorded = recordLog();
  const failing = new Set(['store']);
  const run = (name: string) => () => {
    if (failing.has(name)) throw new Error(`${name} is away`);
  };
  const readiness = makeReadiness(
    {
      store: { problem: 'x', run: run('store') },
      highlighter: { problem: 'y', run: run('highlighter') },
    },
    recorded.log,
  );
  await readiness.find();
  assert.deepEqual(await readiness.find(), { store: 'x', highlighter: 'ok' });
  failing.delete('store');
  failing.add('highlighter');
  await readiness.find();
  const lines = recorded.text().trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ level, msg, check, reason }) => [level, msg, check, reason]),
    [
      [40, 'not ready', 'store', 'Error: store is away'],
      [40, 'not ready', 'highlighter', 'Error: highlighter is away'],
      [30, 'ready again', 'store', undefined],
    ],
  );
});
