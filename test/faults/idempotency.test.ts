/** SIGKILL at the two worst moments of a request with an `Idempotency-Key`: its repetition still does it once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { openStore, type Store } from '#src/store/index.js';
import { createAlice, type Service, type Settings, serve } from '../commands/snippet-store.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { recordingLog } from '../store/samples.js';
import { pauseEmbedded, pauseMongodb } from './pause-remembering.js';

/** Keeps the highlighter busy for more than a minute. */
const SLOW = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };
const QUICK = { language: 'python', code: 'print(1)' };

interface Sent {
  readonly body: object;
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

  const send = (service: Service, key: string, { body }: Sent) =>
    fetch(`${service.address}/snippets/`, {
      method: 'POST',
      headers: {
        Authorization: `Token ${token}`,
        'Idempotency-Key': key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });

  const countSnippets = () => store.snippets.countDocuments();
  const isClaimed = async () =>
    (await store.idempotencyKeys.find({}).toArray()).some(({ isDone }) => !isDone);

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

  it('between claim and write has done nothing, so the repetition does it at once', async () => {
    const key = randomUUID();
    const request = { body: SLOW };
    const first = await serve({ ...settings, HIGHLIGHT_TIMEOUT_MS: '60000' });
    const cutOff = outcomeOf(send(first, key, request));
    await until('the claim', isClaimed);
    await kill(first, cutOff);
    assert.equal(await countSnippets(), 0);

    const second = await serve(settings);
    const response = await send(second, key, request);
    assert.deepEqual([response.status, response.headers.get('Idempotency-Replayed')], [201, null]);
    const again = await send(second, key, request);
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    assert.deepEqual(await again.json(), await response.json());
    assert.equal(await countSnippets(), 1);
    second.signal('SIGKILL');
    await second.ended;
  });

  it('between write and answer has created the snippet, so the repetition only answers', async () => {
    const key = randomUUID();
    const first = await serve(settings);
    const before = await countSnippets();
    const request = { body: { ...QUICK, title: 'Second' } };

    const goOn = await pause();
    const cutOff = outcomeOf(send(first, key, request));
    await until('the write', async () => (await countSnippets()) === before + 1);
    await kill(first, cutOff);
    await goOn();
    assert.ok(await isClaimed(), 'that it was answered is not noted');

    const second = await serve(settings);
    const response = await send(second, key, request);
    assert.deepEqual([response.status, response.headers.get('ETag')], [201, '"1"']);
    const { id } = (await response.json()) as { id: number };
    assert.ok(await store.snippets.findOne({ _id: id }), 'it names the snippet that there is');
    assert.equal(await countSnippets(), before + 1);
    second.signal('SIGKILL');
    await second.ended;
  });
});
