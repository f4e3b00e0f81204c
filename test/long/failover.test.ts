/** Failovers of three members under eight writers that repeat with their keys: nothing is lost, nothing is done twice. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { createAlice, type Service, serve } from '../helpers/service.js';
import { startReplicaSet } from './replica-set.js';

const WRITERS = 8;
/** Answers and writes after a fault: 8 s is the driver's limit, 5 s that of an election, the rest is for a busy machine. */
const [ANSWER_MS, BACK_MS] = [15_000, 30_000];

interface Seen {
  readonly statuses: Map<number, number>;
  /** Answers that came too late, and requests without an answer. */
  readonly late: string[];
  /** When the last write was acknowledged. */
  lastDone: number;
  slowest: number;
  /** What each snippet holds, by id; undefined when it was deleted. */
  readonly expected: Map<number, string | undefined>;
}

describe('three members of MongoDB', { skip: skipWithoutMongod }, () => {
  it('fail over four times under eight writers without a lost, doubled or late write', async (test) => {
    const set = await startReplicaSet();
    test.after(() => set.stop());
    const settings = {
      MONGODB_URL: set.url,
      SECRET_KEY: 'a secret key that only tests of this project know',
      ...{ AUTH_SCHEMES: 'token', LOG_LEVEL: 'error' },
    };
    const token = await createAlice(settings);
    const service = await serve(settings);
    const seen: Seen = { statuses: new Map(), late: [], lastDone: 0, slowest: 0, expected: new Map() };
    const stop = new AbortController();
    // Also after a failure: they would keep this process alive.
    test.after(() => stop.abort());
    const writers = Array.from({ length: WRITERS }, (_, i) =>
      write(`writer ${i}`, service, token, seen, stop.signal),
    );

    const back: string[] = [];
    async function survive(name: string, fault: () => Promise<unknown>): Promise<void> {
      await sleep(4_000);
      await fault();
      const faulted = Date.now();
      while (seen.lastDone <= faulted || !(await isReady(service))) {
        assert.ok(Date.now() - faulted < 60_000, `it does not come back after ${name}`);
        await sleep(100);
      }
      const took = Date.now() - faulted;
      back.push(`${name} ${took} ms`);
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
    back.push(`not ready without a majority after ${Date.now() - asked} ms`);
    for (const member of others) member.signal('SIGCONT');
    await sleep(12_000);
    stop.abort();
    await Promise.all(writers);

    const listed = await fetch(`${service.address}/snippets/`);
    const stored = (await listed.json()) as { id: number; code: string }[];
    const found = new Map(stored.map(({ id, code }) => [id, code]));
    const lost = [...seen.expected].filter(([id, code]) => found.get(id) !== code);
    const extra = stored.filter(({ id }) => !seen.expected.has(id));
    const statuses = Object.fromEntries(seen.statuses);
    console.log(`${JSON.stringify(statuses)}, slowest ${seen.slowest} ms, back: ${back.join('; ')}`);
    const said = service.written.stderr.split('\n').filter((line) => line.includes('"level":50'));
    assert.deepEqual([lost, extra, seen.late, said], [[], [], [], []]);
    assert.equal(new Set(found.values()).size, stored.length);
    for (const status of seen.statuses.keys()) assert.ok([200, 201, 204, 503].includes(status), `${status}`);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });
});

const isReady = async ({ address }: Service) => (await fetch(`${address}/readyz`)).status === 200;

/** Creates, replaces and deletes, each until it is acknowledged, with one key for all repetitions. */
async function write(
  name: string,
  service: Service,
  token: string,
  seen: Seen,
  stop: AbortSignal,
): Promise<void> {
  const own: number[] = [];
  for (let count = 1; !stop.aborted; count++) {
    const code = `writer = "${name}"  # write ${count}`;
    const id = count % 3 === 0 ? own.at(-1) : undefined;
    if (count % 5 === 0 && own.length > 1) {
      const gone = own.shift() ?? 0;
      await untilDone('DELETE', `/snippets/${gone}/`);
      seen.expected.set(gone, undefined);
    } else if (id !== undefined) {
      await untilDone('PUT', `/snippets/${id}/`, code);
      seen.expected.set(id, code);
    } else {
      const created: { id: number } = JSON.parse(await untilDone('POST', '/snippets/', code));
      own.push(created.id);
      seen.expected.set(created.id, code);
    }
  }

  async function untilDone(method: string, path: string, code?: string): Promise<string> {
    const key = randomUUID();
    for (let isRepeated = false; ; isRepeated = true) {
      const began = Date.now();
      const response = await fetch(`${service.address}${path}`, {
        method,
        headers: {
          Authorization: `Token ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        ...(code !== undefined && { body: JSON.stringify({ code }) }),
      });
      const text = await response.text();
      const took = Date.now() - began;
      seen.slowest = Math.max(seen.slowest, took);
      if (took > ANSWER_MS) seen.late.push(`${method} ${path}: ${took} ms`);
      // It was carried out, although the answer to it was 503.
      const isGone = isRepeated && method === 'DELETE' && response.status === 404;
      const status = isGone ? 204 : response.status;
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
      if (response.ok || isGone) {
        seen.lastDone = Date.now();
        return text;
      }
      await sleep(300);
    }
  }
}
