/** SIGKILL at the two worst moments of a request with an `Idempotency-Key`: its repetition still does it once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '#src/store/index.js';
import { createAlice, type Service, type Settings, serve } from '../commands/snippet-store.js';
import { isFull } from '../helpers/full.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { recordingLog } from '../store/samples.js';
import { pauseEmbedded, pauseMongodb } from './pause-remembering.js';

/** Keeps the highlighter busy for more than a minute. */
const SLOW = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };
const QUICK = { language: 'python', code: 'print(1)' };

interface Sent {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

describeOnBothStores('a killed service', (kind) => {
  let DATA_DIR: string;
  let settings: Settings;
  let store: Store;
  let token: string;
  let pause: ReturnType<typeof pauseEmbedded>;
  before(async () => {
    // Not by temporaryFolder(): within a hook, `after` runs when the hook ends.
    DATA_DIR = await mkdtemp(join(tmpdir(), 'snippet-store-idempotency-'));
    const MONGODB_URL = await databaseOf(kind);
    settings = {
      DATA_DIR,
      LOG_LEVEL: 'warn',
      AUTH_SCHEMES: 'token',
      ...(MONGODB_URL && { MONGODB_URL, SECRET_KEY: 'a secret key that only tests of this project know' }),
    };
    token = await createAlice(settings);
    store = await openStore({ mongodbUrl: MONGODB_URL, dataDir: DATA_DIR }, recordingLog());
    await store.ready;
    pause = MONGODB_URL === undefined ? pauseEmbedded(DATA_DIR) : pauseMongodb(MONGODB_URL);
  });
  after(async () => {
    await store.close();
    await rm(DATA_DIR, { recursive: true, force: true });
  });

  const send = (service: Service, key: string | undefined, { method, path, body, headers }: Sent) =>
    fetch(`${service.address}${path}`, {
      method,
      headers: {
        Authorization: `Token ${token}`,
        ...(key && { 'Idempotency-Key': key }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const countSnippets = () => store.snippets.countDocuments();
  const isClaimed = async () =>
    (await store.idempotencyKeys.find({}).toArray()).some(({ answer }) => !answer);

  async function kill(service: Service, cutOff: Promise<string>): Promise<void> {
    service.signal('SIGKILL');
    await service.ended;
    assert.equal(await cutOff, 'cut off');
  }

  const outcomeOf = (response: Promise<Response>) =>
    response.then(
      ({ status }) => `answered ${status}`,
      () => 'cut off',
    );

  /** As if their 10 seconds were over. */
  async function endLeases(): Promise<void> {
    for (const { _id, answer } of await store.idempotencyKeys.find({}).toArray())
      if (!answer) await store.idempotencyKeys.updateOne({ _id }, { $set: { leaseUntil: new Date(0) } });
  }

  /** As a client does: again while the answer is 409, which lasts as long as the lease. */
  async function repeat(service: Service, key: string, request: Sent, { waitsForLease = isFull } = {}) {
    const waits: (string | null)[] = [];
    for (;;) {
      const response = await send(service, key, request);
      if (response.status !== 409) return { response, waits };
      waits.push(response.headers.get('Retry-After'));
      assert.ok(waits.length < 15, 'the lease lasts 10 s');
      await (waitsForLease ? sleep(1000) : endLeases());
    }
  }

  it('between claim and write has done nothing, so the repetition does it, once the lease is over', async () => {
    const key = randomUUID();
    const request: Sent = { method: 'POST', path: '/snippets/', body: SLOW };
    const first = await serve({ ...settings, HIGHLIGHT_TIMEOUT_MS: '60000' });
    const cutOff = outcomeOf(send(first, key, request));
    await until('the claim', isClaimed);
    await kill(first, cutOff);
    assert.equal(await countSnippets(), 0);

    const second = await serve(settings);
    // No store changes how long a lease lasts.
    const options = kind === 'embedded' ? { waitsForLease: true } : {};
    const { response, waits } = await repeat(second, key, request, options);
    assert.deepEqual([response.status, response.headers.get('Idempotency-Replayed')], [201, null]);
    assert.ok(
      waits.every((seconds) => seconds === '1'),
      String(waits),
    );
    const again = await send(second, key, request);
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    assert.deepEqual(await again.json(), await response.json());
    assert.equal(await countSnippets(), 1);
    second.signal('SIGKILL');
    await second.ended;
  });

  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    it(`between write and answer has done the ${method}, so the repetition only answers`, async () => {
      const key = randomUUID();
      const first = await serve(settings);
      const made = await send(first, undefined, { method: 'POST', path: '/snippets/', body: QUICK });
      const path = made.headers.get('Location') ?? assert.fail(await made.text());
      const { id } = (await made.json()) as { id: number };
      const before = await countSnippets();
      const isWritten = {
        POST: async () => (await countSnippets()) === before + 1,
        PUT: async () => (await store.snippets.findOne({ _id: id }))?.version === 2,
        DELETE: async () => (await countSnippets()) === before - 1,
      }[method];
      const request: Sent = {
        POST: { method, path: '/snippets/', body: { ...QUICK, title: 'Second' } },
        PUT: { method, path, body: { ...QUICK, title: 'Replaced' }, headers: { 'If-Match': '"1"' } },
        DELETE: { method, path, headers: { 'If-Match': '"1"' } },
      }[method];

      const goOn = await pause();
      const cutOff = outcomeOf(send(first, key, request));
      await until('the write', isWritten);
      const after = await countSnippets();
      await kill(first, cutOff);
      await goOn();
      assert.ok(await isClaimed(), 'the answer was not kept');

      const second = await serve(settings);
      const { response } = await repeat(second, key, request);
      assert.equal(response.status, { POST: 201, PUT: 200, DELETE: 204 }[method]);
      assert.equal(response.headers.get('Idempotency-Replayed'), 'true');
      assert.equal(response.headers.get('ETag'), { POST: '"1"', PUT: '"2"', DELETE: null }[method]);
      if (method === 'POST') {
        const body = (await response.json()) as { id: number };
        assert.ok(await store.snippets.findOne({ _id: body.id }), 'it names the snippet that there is');
      }
      assert.equal(await countSnippets(), after);
      assert.equal(
        (await store.snippets.findOne({ _id: id }))?.version,
        { POST: 1, PUT: 2, DELETE: undefined }[method],
      );
      second.signal('SIGKILL');
      await second.ended;
    });
  }
});
