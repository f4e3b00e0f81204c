/** Several processes that share a store share the counting: together they allow exactly the rate. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHere, serve } from '../../commands/snippet-store.js';
import { skipWithoutMongod } from '../../helpers/mongod.js';
import { databaseOf } from '../../helpers/stores.js';

const SECRET_KEY = 'a secret key that only tests of this project know';

/** Connections of their own, so that the processes behind one port get their share. */
const ask = async (address: string, headers: Record<string, string> = {}) =>
  (await fetch(address, { headers: { Connection: 'close', ...headers } })).status;

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`,
});

/** @param addresses asked in turn, `requests` at the same time */
async function askAll(addresses: readonly string[], requests: number, headers?: Record<string, string>) {
  const targets = Array.from({ length: requests }, (_, i) => addresses[i % addresses.length] ?? '');
  return Promise.all(targets.map((address) => ask(`${address}/`, headers)));
}

describe('two processes on one MongoDB', { skip: skipWithoutMongod }, () => {
  it('allow exactly the rate together, for readers and for guesses', async () => {
    const MONGODB_URL = (await databaseOf('mongodb')) ?? '';
    const settings = {
      ...{ MONGODB_URL, SECRET_KEY, AUTH_SCHEMES: 'basic', LOG_LEVEL: 'warn' },
      THROTTLE_RATES: 'anon=10/hour,login=6/hour',
    };
    const services = await Promise.all([serve(settings), serve(settings)]);
    const addresses = services.map(({ address }) => address);
    await runHere(['users', 'create', 'alice', '--password-stdin'], settings, 'right');

    const reads = await askAll(addresses, 30);
    assert.deepEqual([count(reads, 200), count(reads, 429)], [10, 20]);
    const guesses = await askAll(addresses, 16, basic('wrong'));
    assert.deepEqual([count(guesses, 401), count(guesses, 429)], [6, 10]);
    for (const address of addresses) assert.equal(await ask(`${address}/`, basic('right')), 429);
    for (const { signal } of services) signal('SIGTERM');
    for (const { ended } of services) assert.equal((await ended).code, 0);
  });
});
