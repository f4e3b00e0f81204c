/** Failovers of three members under eight writers that repeat with their keys: nothing is lost, nothing is done twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, token } from 'snippet-store/sdk';
import { holdPromises, startWriting, writesOf } from '../faults/writing-client.js';
import { skipWithoutMongod, startReplicaSet } from '../helpers/mongod.js';
import { freePort, prepareAlice, type Service, serve, stop as stopService } from '../helpers/service.js';

const WRITERS = 8;
/** Answers and writes after a fault: 8 s is the driver's limit, 5 s that of an election, the rest is for a busy machine. */
const [ANSWER_MS, BACK_MS] = [15_000, 30_000];

describe('three members of MongoDB', { skip: skipWithoutMongod }, () => {
  it('fail over four times under eight writers without a lost, doubled or late write', async (test) => {
    const set = await startReplicaSet([await freePort(), await freePort(), await freePort()]);
    test.after(() => set.stop());
    const MONGODB_URL = set.url.replace('/?', '/snippets?');
    const prepared = await prepareAlice({ MONGODB_URL, LOG_LEVEL: 'error' });
    const auth = token(prepared.token);
    const service = await serve(prepared.settings);
    const statuses = new Set<number>();
    const late: string[] = [];
    async function send(...sent: Parameters<typeof fetch>): Promise<Response> {
      const request = new Request(...sent);
      const began = Date.now();
      const response = await fetch(request);
      const took = Date.now() - began;
      if (took > ANSWER_MS) late.push(`${request.method} ${request.url}: ${took} ms`);
      statuses.add(response.status);
      return response;
    }
    // Each write is repeated under its key until it is acknowledged.
    const repeats = { retries: 1000, retryDelay: 300 };
    const client = createClient({ baseUrl: service.address, auth, fetch: send, ...repeats });
    const stop = new AbortController();
    // Also after a failure: they would keep this process alive.
    test.after(() => stop.abort());
    const writers = Array.from({ length: WRITERS }, (_, i) =>
      startWriting(`writer ${i}`, async () => client, stop.signal),
    );

    async function survive(name: string, fault: () => Promise<unknown>): Promise<void> {
      await sleep(4_000);
      await fault();
      const [faulted, before] = [Date.now(), writesOf(writers)];
      while (writesOf(writers) === before || !(await isReady(service))) {
        assert.ok(Date.now() - faulted < 60_000, `it does not come back after ${name}`);
        await sleep(100);
      }
      const took = Date.now() - faulted;
      assert.ok(took < BACK_MS, `back ${took} ms after ${name}`);
    }
    for (const name of ['first kill', 'second kill']) {
      const primary = await set.primary();
      await survive(name, () => primary.kill());
      primary.start();
    }
    await survive('step-down', () => set.stepDown());
    const frozen = await set.primary();
    await survive('freeze', async () => {
      frozen.signal('SIGSTOP');
      void sleep(10_000).then(() => frozen.signal('SIGCONT'));
    });
    await sleep(10_000);
    // A primary that has lost the majority steps down by itself.
    const primary = await set.primary();
    const others = set.members.filter((member) => member !== primary);
    for (const member of others) member.signal('SIGSTOP');
    const asked = Date.now();
    while (await isReady(service)) {
      assert.ok(Date.now() - asked < BACK_MS, 'a primary without a majority is still ready');
      await sleep(100);
    }
    for (const member of others) member.signal('SIGCONT');
    await sleep(12_000);
    stop.abort();
    await Promise.all(writers.map(({ ended }) => ended));

    assert.equal(holdPromises(writers, await client.listSnippets().toArray()), 0);
    const said = service.written.stderr.split('\n').filter((line) => line.includes('"level":50'));
    assert.deepEqual([late, said], [[], []]);
    for (const status of statuses) assert.ok([200, 201, 204, 404, 503].includes(status), `${status}`);
    await stopService(service);
  });
});

const isReady = async ({ address }: Service) => (await fetch(`${address}/readyz`)).status === 200;
