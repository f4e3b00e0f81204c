/** A request with an `Idempotency-Key` is carried out once; its repetitions get the first answer again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { makeCommentsApi } from '../../fixtures/comments/api.js';
import { basicHeader, startApp, startAppWithUsers, type TestApp, type TestUser } from '../../helpers/app.js';
import { describeOnAnyStore, describeOnBothStores, type StoreKind } from '../../helpers/stores.js';

const REUSED = { detail: 'This Idempotency-Key was used for another request.' };

interface Sent {
  readonly as?: TestUser;
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

function senderTo(app: () => TestApp) {
  return (method: string, path: string, { as, key, body, headers }: Sent = {}) =>
    app().fetch(path, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(as && basicHeader(as)),
        ...(key && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** Everything that a repetition repeats. */
async function answerOf(response: Response): Promise<unknown> {
  const { status, headers } = response;
  return {
    status,
    location: headers.get('Location'),
    etag: headers.get('ETag'),
    body: await response.text(),
  };
}

const isReplay = ({ headers }: Response) => headers.get('Idempotency-Replayed') === 'true';

describeOnBothStores('Idempotency-Key', (store: StoreKind) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  before(async () => {
    ({ app, alice, bob } = await startAppWithUsers({ store }));
  });
  after(() => app.close());
  const send = senderTo(() => app);
  const key = () => randomUUID();
  const count = async () => (await (await send('GET', '/snippets/')).json()).length;
  async function create(code = 'first'): Promise<string> {
    const created = await send('POST', '/snippets/', { as: alice, body: { code } });
    return created.headers.get('Location') ?? assert.fail(`${created.status}`);
  }
  const codeOf = async (path: string) => (await (await send('GET', path)).json()).code;
  const etagOf = async (path: string) => (await send('GET', path)).headers.get('ETag') ?? '';

  it('repeats the answer of a POST, and stores one snippet', async () => {
    const before = await count();
    const request = { as: alice, key: key(), body: { code: 'print(1)', title: 'One' } };
    const first = await send('POST', '/snippets/', request);
    const second = await send('POST', '/snippets/', request);
    assert.deepEqual([first.status, isReplay(first), isReplay(second)], [201, false, true]);
    assert.deepEqual(await answerOf(second), await answerOf(first));
    assert.equal(await count(), before + 1);
  });

  it('repeats the answer of a POST although the snippet has been replaced, and deleted, since', async () => {
    const request = { as: alice, key: key(), body: { code: 'print(1)' } };
    const first = await send('POST', '/snippets/', request);
    const path = first.headers.get('Location') ?? '';
    const expected = await answerOf(first);
    await send('PUT', path, { as: alice, body: { code: 'print(2)' } });
    assert.deepEqual(await answerOf(await send('POST', '/snippets/', request)), expected);
    await send('DELETE', path, { as: alice });
    assert.deepEqual(await answerOf(await send('POST', '/snippets/', request)), expected);
    assert.equal((await send('GET', path)).status, 404);
  });

  it('refuses the key of another request: other values', async () => {
    const used = key();
    const first = await send('POST', '/snippets/', { as: alice, key: used, body: { code: 'a' } });
    assert.equal(first.status, 201);
    const second = await send('POST', '/snippets/', { as: alice, key: used, body: { code: 'b' } });
    assert.equal(second.status, 422);
    assert.deepEqual(await second.json(), REUSED);
  });

  it('is ignored by PUT and DELETE, which can be repeated without it', async () => {
    const path = await create();
    const used = key();
    const put = { as: alice, key: used, body: { code: 'second' } };
    const answers = [
      await send('PUT', path, put),
      await send('PUT', path, { ...put, body: { code: 'third' } }),
    ];
    assert.deepEqual(
      answers.map((answer) => [answer.status, isReplay(answer)]),
      [
        [200, false],
        [200, false],
      ],
    );
    assert.deepEqual([await codeOf(path), await etagOf(path)], ['third', '"3"']);
    const removals = [
      await send('DELETE', path, { as: alice, key: used }),
      await send('DELETE', path, { as: alice, key: used }),
    ];
    assert.deepEqual(
      removals.map(({ status }) => status),
      [204, 404],
    );
  });

  it('compares validated values: a form, other member order, defaults and ignored members are the same', async () => {
    const used = key();
    const fields = { title: 'T', code: 'x', linenos: true, language: 'python', style: 'friendly' };
    const first = await send('POST', '/snippets/', { as: alice, key: used, body: fields });
    const expected = await answerOf(first);
    const { title, code } = fields;
    const bodies = [
      { id: 9, style: 'friendly', linenos: true, code, title, owner: 'bob' },
      { code, linenos: true, title, language: 'python' },
    ];
    for (const body of bodies)
      assert.deepEqual(
        await answerOf(await send('POST', '/snippets/', { as: alice, key: used, body })),
        expected,
      );
    const form = await app.fetch('/snippets/?format=json', {
      method: 'POST',
      headers: { ...basicHeader(alice), 'Idempotency-Key': used },
      body: new URLSearchParams({ title, code, linenos: 'on', language: 'python', style: '' }),
    });
    assert.deepEqual([isReplay(form), await answerOf(form)], [true, expected]);
  });

  it('belongs to its user: another may use the same key for anything', async () => {
    const used = key();
    const first = await send('POST', '/snippets/', { as: alice, key: used, body: { code: 'of alice' } });
    const second = await send('POST', '/snippets/', { as: bob, key: used, body: { code: 'of bob' } });
    assert.deepEqual([first.status, second.status, isReplay(second)], [201, 201, false]);
    assert.notEqual(first.headers.get('Location'), second.headers.get('Location'));
  });

  it('is looked at after permission, body and validation, and is free again after an error', async () => {
    const used = key();
    await send('POST', '/snippets/', { as: alice, key: used, body: { code: 'x' } });
    const refused = [
      await send('POST', '/snippets/', { key: used, body: { code: 'y' } }),
      await send('POST', '/snippets/', { as: alice, key: used, body: {} }),
      await send('POST', '/snippets/', { as: alice, key: used, body: { code: 'y' } }),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [401, 400, 422],
    );
    const other = key();
    assert.equal((await send('POST', '/snippets/', { as: alice, key: other, body: {} })).status, 400);
    const created = await send('POST', '/snippets/', { as: alice, key: other, body: { code: 'y' } });
    assert.deepEqual([created.status, isReplay(created)], [201, false]);
  });

  it('lets exactly one of many equal requests at once create the snippet', async () => {
    const before = await count();
    const request = { as: alice, key: key(), body: { code: 'once' } };
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => send('POST', '/snippets/', request)),
    );
    const made = responses.filter(({ status }) => status === 201);
    const running = responses.filter(({ status }) => status === 409);
    assert.equal(made.length + running.length, 40);
    assert.equal(made.filter((response) => !isReplay(response)).length, 1);
    assert.equal(new Set(made.map(({ headers }) => headers.get('Location'))).size, 1);
    for (const { headers } of running) assert.equal(headers.get('Retry-After'), '1');
    assert.equal(await count(), before + 1);
  });

  it('is remembered for 24 hours, and then starts anew although no sweep has removed it', async () => {
    const request = { as: alice, key: key(), body: { code: 'x' } };
    const first = await send('POST', '/snippets/', request);
    const [kept] = await keysOf(app);
    const hours = ((kept?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, `${hours} hours`);
    await changeLast(app, { expiresAt: new Date(Date.now() - 1) });
    const second = await send('POST', '/snippets/', request);
    assert.deepEqual([second.status, isReplay(second)], [201, false]);
    assert.notEqual(second.headers.get('Location'), first.headers.get('Location'));
  });

  it('answers 409 while the lease of an unanswered claim lasts, also to a process that did not make it', async () => {
    const request = { as: alice, key: key(), body: { code: 'x' } };
    await send('POST', '/snippets/', request);
    await changeLast(app, { leaseUntil: new Date(Date.now() + 10_000), isDone: false });
    const response = await send('POST', '/snippets/', request);
    assert.deepEqual([response.status, response.headers.get('Retry-After')], [409, '1']);
    assert.deepEqual(await response.json(), {
      detail: 'The first request with this Idempotency-Key is still running.',
    });
  });

  describe('of a process that died before it answered', () => {
    const died = () => changeLast(app, { leaseUntil: new Date(0), isDone: false });

    it('finds the snippet that a POST created, also when it was replaced since', async () => {
      const before = await count();
      const request = { as: alice, key: key(), body: { code: 'x' } };
      const first = await send('POST', '/snippets/', request);
      await died();
      const path = first.headers.get('Location') ?? '';
      await send('PUT', path, { as: alice, body: { code: 'y' } });
      const second = await send('POST', '/snippets/', request);
      assert.deepEqual(await answerOf(second), await answerOf(first));
      assert.deepEqual([await codeOf(path), await count()], ['y', before + 1]);
    });

    it('creates a snippet again under its id that was deleted since', async () => {
      const request = { as: alice, key: key(), body: { code: 'x' } };
      const first = await send('POST', '/snippets/', request);
      await died();
      const path = first.headers.get('Location') ?? '';
      await send('DELETE', path, { as: alice });
      assert.deepEqual(await answerOf(await send('POST', '/snippets/', request)), await answerOf(first));
      assert.equal((await send('GET', path)).status, 200);
    });

    it('leaves the key to its request', async () => {
      const request = { as: alice, key: key(), body: { code: 'x' } };
      await send('POST', '/snippets/', request);
      await died();
      const other = { ...request, body: { code: 'other' } };
      assert.equal((await send('POST', '/snippets/', other)).status, 422);
    });
  });

  /** The claims, the newest first. */
  async function keysOf({ store: { idempotencyKeys } }: TestApp) {
    const found = await idempotencyKeys.find({}).toArray();
    return found.sort((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime());
  }

  async function changeLast(to: TestApp, change: object): Promise<void> {
    const [last] = await keysOf(to);
    assert.ok(last);
    await to.store.idempotencyKeys.updateOne({ _id: last._id }, { $set: change });
  }
});

describeOnAnyStore('Idempotency-Key without ownership', (store) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ store, env: { OWNERSHIP: 'off' } });
  });
  after(() => app.close());
  const send = senderTo(() => app);

  it('belongs to the deployment: anonymous and known users share it', async () => {
    const carol = await app.addUser('carol');
    const request = { key: randomUUID(), body: { code: 'x' } };
    const first = await send('POST', '/snippets/', request);
    const second = await send('POST', '/snippets/', { ...request, as: carol });
    assert.deepEqual([isReplay(second), await answerOf(second)], [true, await answerOf(first)]);
  });
});

describeOnAnyStore('Idempotency-Key of any operation', (store) => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ store, api: makeCommentsApi() });
    alice = await app.addUser('alice');
    await app.client(alice).createSnippet({ code: 'x' });
  });
  after(() => app.close());
  const send = senderTo(() => app);

  it('repeats the answers of another resource whose contract declares the header', async () => {
    const request = { as: alice, key: randomUUID(), body: { snippet: 1, text: 'Well done.' } };
    const first = await send('POST', '/comments/', request);
    const second = await send('POST', '/comments/', request);
    assert.deepEqual([isReplay(second), await answerOf(second)], [true, await answerOf(first)]);
  });

  it('finds the comment that a process created before it died', async () => {
    const request = { as: alice, key: randomUUID(), body: { snippet: 1, text: 'Once.' } };
    const first = await send('POST', '/comments/', request);
    for (const { _id } of await app.store.idempotencyKeys.find({}).toArray())
      await app.store.idempotencyKeys.updateOne(
        { _id },
        { $set: { leaseUntil: new Date(0), isDone: false } },
      );
    const second = await send('POST', '/comments/', request);
    assert.deepEqual(await answerOf(second), await answerOf(first));
  });

  it('is ignored by an operation that does not declare it', async () => {
    const request = { as: alice, key: randomUUID() };
    const { headers } = await send('POST', '/comments/', { as: alice, body: { snippet: 1, text: 'x' } });
    const path = `${headers.get('Location')}pin/`;
    const answers = [await send('POST', path, request), await send('POST', path, request)];
    assert.deepEqual(
      answers.map((answer) => [answer.status, isReplay(answer)]),
      [
        [200, false],
        [200, false],
      ],
    );
  });
});
