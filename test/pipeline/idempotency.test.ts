/** A request with an `Idempotency-Key` creates once; its repetitions are answered with what it has created. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { temporaryFolder } from '../helpers/service.js';
import { countOf, databaseOf, describeOnBothStores } from '../helpers/stores.js';

const folder = await temporaryFolder();

const REUSED = { detail: 'This Idempotency-Key was used for another request.' };

interface Sent {
  readonly as?: TestUser;
  readonly key?: string;
  readonly body?: object;
}

async function send(app: TestApp, method: string, path: string, { as, key, body }: Sent = {}) {
  const isForm = body instanceof URLSearchParams;
  const response = await app.fetch(path, {
    method,
    headers: {
      ...(!isForm && { 'Content-Type': 'application/json' }),
      ...(as && basicHeader(as)),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const { status, headers } = response;
  return {
    status,
    isReplay: headers.get('Idempotency-Replayed') === 'true',
    location: headers.get('Location') ?? '',
    etag: headers.get('ETag'),
    body: status === 204 ? undefined : await response.json(),
  };
}

describeOnBothStores('Idempotency-Key', (store) => {
  let app: TestApp;
  /** Another process of the deployment. */
  let other: TestApp;
  let alice: TestUser;
  before(async () => {
    const url = await databaseOf(store);
    const env = { DATA_DIR: join(folder, store), ...(url !== undefined && { MONGODB_URL: url }) };
    app = await startApp({ store, env });
    other = await startApp({ store, env });
    alice = await app.addUser('alice');
  });
  after(async () => {
    await app.close();
    await other.close();
  });
  const create = (sent: Sent, to = app) => send(to, 'POST', '/snippets/', { as: alice, ...sent });
  const tenTimes = (make: (i: number) => Sent) =>
    Promise.all(Array.from({ length: 10 }, (_, i) => create(make(i), i % 2 ? app : other)));
  const count = () => countOf(app.store.snippets);

  it('answers with the snippet as it is now, and creates anew once it is deleted', async () => {
    const request = { key: randomUUID(), body: { code: 'print(1)' } };
    const first = await create(request);
    await send(app, 'PUT', first.location, { as: alice, body: { code: 'print(2)' } });
    const again = await create(request);
    assert.deepEqual([again.location, again.body.code], [first.location, 'print(2)']);
    assert.match(again.etag ?? '', /^"2-/);
    await send(app, 'DELETE', first.location, { as: alice });
    const anew = await create(request);
    assert.deepEqual([anew.status, anew.isReplay], [201, false]);
    assert.notEqual(anew.location, first.location);
  });

  it('lets one of ten equal requests to two processes create, and answers all with its snippet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await count();
      const request = { key: randomUUID(), body: { code: `once(${round})` } };
      const answers = await tenTimes(() => request);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(answers.filter(({ isReplay }) => !isReplay).length, 1);
      assert.equal(new Set(answers.map(({ location }) => location)).size, 1);
      assert.equal(await count(), before + 1);
    }
  });

  it('lets ten different requests with one key create one snippet and refuses the others', async () => {
    const before = await count();
    const key = randomUUID();
    const answers = await tenTimes((i) => ({ key, body: { code: `other(${i})` } }));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(422)]);
    assert.deepEqual(answers.find(({ status }) => status === 422)?.body, REUSED);
    assert.equal(await count(), before + 1);
  });

  const SENT = { title: 'T', code: 'x', linenos: true, language: 'python', style: 'friendly' };
  const { style: _style, ...WITHOUT_DEFAULT } = SENT;
  for (const [name, body, isSame] of [
    ['the members in another order', Object.fromEntries(Object.entries(SENT).reverse()), true],
    ['a form', new URLSearchParams({ ...SENT, linenos: 'on', csrfmiddlewaretoken: 'a' }), true],
    ['another value', { ...SENT, title: 'U' }, false],
    ['a default left out', WITHOUT_DEFAULT, false],
    ['a member that is ignored', { ...SENT, future: 1 }, false],
  ] as const)
    it(`takes ${name} for ${isSame ? 'the same' : 'another'} request`, async () => {
      const key = randomUUID();
      const first = await create({ key, body: SENT });
      const second = await send(app, 'POST', '/snippets/?format=json', { as: alice, key, body });
      if (isSame) assert.deepEqual(second, { ...first, isReplay: true });
      else assert.deepEqual([second.status, second.body], [422, REUSED]);
    });

  it('belongs to its user, is looked at after permission and validation, and is free after a refusal', async () => {
    const bob = await app.addUser('bob');
    const key = randomUUID();
    const body = { code: 'the same' };
    assert.equal((await create({ key, body: {} })).status, 400);
    for (const as of [alice, bob]) {
      const created = await create({ as, key, body });
      assert.deepEqual([created.status, created.isReplay], [201, false]);
    }
    assert.equal((await send(app, 'POST', '/snippets/', { key, body })).status, 401);
    assert.equal((await create({ key, body: {} })).status, 400);
  });

  it('is ignored by PUT and DELETE', async () => {
    const { location } = await create({ body: { code: 'first' } });
    const sent = { as: alice, key: randomUUID() };
    for (const code of ['second', 'third']) {
      const { status, isReplay } = await send(app, 'PUT', location, { ...sent, body: { code } });
      assert.deepEqual([status, isReplay], [200, false]);
    }
    const deleted = await Promise.all([1, 2].map(() => send(app, 'DELETE', location, sent)));
    assert.deepEqual(deleted.map(({ status }) => status).sort(), [204, 404]);
  });
});

describe('Idempotency-Key', () => {
  it('is not refused by a quota that its own snippet has filled', async (test) => {
    const app = await startApp({ env: { QUOTA_SNIPPETS: '1' } }, test);
    const request = { as: await app.addUser('alice'), key: randomUUID(), body: { code: 'x' } };
    const statuses = [];
    for (const sent of [request, request, { ...request, key: randomUUID() }])
      statuses.push((await send(app, 'POST', '/snippets/', sent)).status);
    assert.deepEqual(statuses, [201, 201, 403]);
  });

  it('belongs to the deployment without ownership', async (test) => {
    const app = await startApp({ env: { OWNERSHIP: 'off' } }, test);
    const request = { key: randomUUID(), body: { code: 'x' } };
    const first = await send(app, 'POST', '/snippets/', request);
    const second = await send(app, 'POST', '/snippets/', { ...request, as: await app.addUser('carol') });
    assert.deepEqual(second, { ...first, isReplay: true });
  });
});
