import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeFaultLog, makeRecurringFaultLog } from '#src/observability/fault-log.js';
import { makeReadiness } from '#src/observability/readiness.js';
import { until } from '../helpers/until.js';

function recorder() {
  const lines: [level: string, text: string, details: Record<string, unknown>][] = [];
  const at = (level: string) => (details: object, text: string) =>
    void lines.push([level, text, details as Record<string, unknown>]);
  return { lines, log: { warn: at('warn'), info: at('info') } as Parameters<typeof makeFaultLog>[0] };
}

it('a fault has one line when it begins and one when it is over, with its duration', () => {
  const { lines, log } = recorder();
  const fault = makeFaultLog(log, 'away', 'back');
  fault.ends();
  for (const reason of ['first', 'second']) fault.begins({ reason });
  for (const count of [1, 2]) fault.ends({ count });
  fault.begins({ reason: 'third' });
  assert.deepEqual(
    lines.map(([level, text, { seconds, ...rest }]) => [level, text, rest, typeof seconds]),
    [
      ['warn', 'away', { reason: 'first' }, 'undefined'],
      ['info', 'back', { reason: 'first', count: 1 }, 'number'],
      ['warn', 'away', { reason: 'third' }, 'undefined'],
    ],
  );
});

it('a fault whose end nothing tells is over when it does not come again, with how often it came', async () => {
  const { lines, log } = recorder();
  const notice = makeRecurringFaultLog(log, 'refused', 'accepted', 50);
  for (const request of [1, 2, 3]) notice({ request });
  await until('it is over', () => lines.length === 2);
  notice({ request: 4 });
  assert.deepEqual(
    lines.map(([level, text, { seconds: _, ...rest }]) => [level, text, rest]),
    [
      ['warn', 'refused', { request: 1 }],
      ['info', 'accepted', { request: 1, count: 3 }],
      ['warn', 'refused', { request: 4 }],
    ],
  );
});

it('each check of readiness is a fault of its own', async () => {
  const { lines, log } = recorder();
  const failing = new Set(['store']);
  const run = (name: string) => () => {
    if (failing.has(name)) throw new Error(`${name} is away`);
  };
  const checks = {
    store: { problem: 'x', run: run('store') },
    disk: { problem: 'x', run: run('disk') },
  };
  const readiness = makeReadiness(checks, log);
  await readiness.find();
  await readiness.find();
  failing.delete('store');
  failing.add('disk');
  await readiness.find();
  assert.deepEqual(
    lines.map(([level, text, { check }]) => [level, text, check]),
    [
      ['warn', 'not ready', 'store'],
      ['warn', 'not ready', 'disk'],
      ['info', 'ready again', 'store'],
    ],
  );
});
