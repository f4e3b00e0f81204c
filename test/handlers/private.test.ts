/** A private snippet exists for its owner alone: for others every answer is the one of an id that never was. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { basicHeader, startApp, tokenHeader, useAppWithUsers } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

/** A word that only the private snippet has, in title and code. */
const SECRET = 'zanzibar';
const MISSING = 987_654;

type Headers = Readonly<Record<string, string>>;

describeOnBothStores('a private snippet', (store) => {
  const { app, alice, bob } = useAppWithUsers({ store, env: { PRIVATE_SNIPPETS: 'on' } });
  const others = (): Readonly<Record<string, Headers>> => ({
    anonymous: {},
    'another user by Basic': basicHeader(bob),
    'another user by token': tokenHeader(bob),
  });
  // Ids that no other number on a page contains.
  before(() =>
    app.store.counters.updateOne({ _id: 'snippets' }, { $set: { value: 654_320 } }, { upsert: true }),
  );
  const create = (fields: object = {}) =>
    app.client(alice).createSnippet({ title: SECRET, code: `${SECRET} = 1`, private: true, ...fields });

  /** Every operation of the contract, so that a new one joins by itself. */
  async function operations(): Promise<{ method: string; path: string }[]> {
    const { paths } = await (await app.fetch('/openapi.json')).json();
    return Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => ['get', 'put', 'post', 'delete'].includes(method))
        .map((method) => ({ method: method.toUpperCase(), path })),
    );
  }

  /** What a client can tell of an answer; ids, masks of tokens and what names the request itself do not count. */
  async function seen(method: string, path: string, id: number, headers: Headers) {
    const body = ['PUT', 'POST'].includes(method) ? JSON.stringify({ code: 'x' }) : null;
    const type = body && { 'Content-Type': 'application/json' };
    const answer = await fetch(app.url + path.replace('{id}', String(id)), {
      method,
      headers: { ...headers, ...type },
      body,
    });
    const plain = (text: string) =>
      text
        .replaceAll(String(id), 'ID')
        .replaceAll(/(csrfmiddlewaretoken" value=")[^"]*/g, '$1')
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'REQUEST');
    // The length of compressed bytes depends on the digits of an id.
    const passed = ['date', 'x-request-id', 'set-cookie', 'content-length'];
    const kept: string[] = [];
    answer.headers.forEach((value, name) => {
      if (!passed.includes(name)) kept.push(`${name}: ${value}`);
    });
    return { status: answer.status, headers: plain(kept.join('\n')), body: plain(await answer.text()) };
  }

  it('is for nobody else what a missing one is not, by any operation, in JSON and HTML', async () => {
    const { id } = await create();
    const named = (await operations()).filter(({ path }) => /^\/snippets\/\{id\}\//.test(path));
    assert.ok(named.length >= 5);
    const methods = ['HEAD', 'OPTIONS', 'PATCH'].map((method) => ({ method, path: '/snippets/{id}/' }));
    for (const [who, credentials] of Object.entries(others()))
      for (const { method, path } of [...named, ...methods])
        for (const further of [
          { Accept: 'application/json' },
          { Accept: 'text/html' },
          { 'If-Match': '"1"' },
          { 'If-None-Match': '*' },
        ]) {
          const headers = { ...credentials, ...further };
          assert.deepEqual(
            await seen(method, path, id, headers),
            await seen(method, path, MISSING, headers),
            `${method} ${path} of ${who} ${JSON.stringify(further)}`,
          );
        }
    assert.equal((await app.client(alice).getSnippet({ id })).code, `${SECRET} = 1`);
  });

  it('is in no answer of any other operation for others, and in those for its owner', async () => {
    const { id } = await create();
    const queries = [
      '',
      '?limit=1',
      '?order=-created',
      `?q=${SECRET}`,
      '?owner=alice',
      '?language=python&limit=2',
    ];
    const lists = (await operations()).filter(
      ({ method, path }) => method === 'GET' && !path.includes('{id}'),
    );
    const paths = [
      ...lists.flatMap(({ path }) => queries.map((query) => path + query)),
      `/users/${alice.id}/`,
    ];
    for (const [who, credentials] of Object.entries(others()))
      for (const path of paths)
        for (const Accept of ['application/json', 'text/html']) {
          const text = await (await app.fetch(path, { headers: { ...credentials, Accept } })).text();
          const place = `${path} of ${who} as ${Accept}`;
          assert.ok(
            !text
              .replaceAll(`q=${SECRET}`, '')
              .replaceAll(`value="${SECRET}"`, '')
              .replaceAll(`“${SECRET}”`, '')
              .includes(SECRET),
            place,
          );
          assert.doesNotMatch(text, new RegExp(`snippets/${id}/|"id":${id},|[[,]${id}[\\],]`), place);
        }
    const own = app.client(alice);
    const ids = async (list: { toArray(): Promise<{ id: number }[]> }) =>
      (await list.toArray()).map((one) => one.id);
    assert.ok((await ids(own.listSnippets())).includes(id));
    assert.ok((await ids(own.listSnippets({ q: SECRET }))).includes(id));
    assert.ok((await own.getUser({ id: alice.id })).snippets.includes(id));
    const answer = await app.fetch(`/snippets/${id}/`, { headers: basicHeader(alice) });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('leaves slices full: Link leads others past it', async () => {
    const first = await app.client(alice).createSnippet({ code: 'public' });
    for (let n = 0; n < 5; n += 1) await create();
    const last = await app.client(alice).createSnippet({ code: 'public' });
    const slice = await app.fetch(`/snippets/?limit=2&after=${first.id - 1}`);
    assert.deepEqual(
      (await slice.json()).map(({ id }: { id: number }) => id),
      [first.id, last.id],
    );
    assert.equal(slice.headers.get('link'), null);
  });

  it('is never in an answer to another caller, however many ask for the same lists at once', async () => {
    const { id } = await create();
    const asked = ['/snippets/', `/snippets/?q=${SECRET}`, '/users/', `/users/${alice.id}/`];
    const isNamed = (text: string) => new RegExp(`"id":${id},|[[,]${id}[\\],]`).test(text);
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => {
        const isOwner = n % 3 === 0;
        const headers = isOwner ? tokenHeader(alice) : n % 3 === 1 ? tokenHeader(bob) : {};
        const answer = await app.fetch(asked[n % asked.length] ?? '', { headers });
        return { isOwner, isSeen: isNamed(await answer.text()), path: answer.url };
      }),
    );
    for (const { isOwner, isSeen, path } of answers) assert.equal(isSeen, isOwner, path);
  });

  it('becomes public only by a PUT that says so', async () => {
    const { id } = await create();
    const own = app.client(alice);
    assert.equal((await own.updateSnippet({ id, code: 'b' })).private, true);
    const form = new URLSearchParams({ code: 'c', private: '' });
    const sent = await app.fetch(`/snippets/${id}/`, {
      method: 'PUT',
      headers: basicHeader(alice),
      body: form,
    });
    assert.equal((await sent.json()).private, true);
    assert.equal((await own.updateSnippet({ id, code: 'b', private: false })).private, false);
    assert.equal((await app.client().getSnippet({ id })).code, 'b');
    await own.updateSnippet({ id, code: 'b', private: true });
    await assert.rejects(app.client().getSnippet({ id }), { status: 404 });
  });

  it('stays private in a deployment without the switch, which ignores the field', async (t) => {
    const plain = await startApp({ store }, t);
    const user = await plain.addUser('carol');
    const made = await plain.sendJson('POST', '/snippets/', { code: 'a', private: true }, basicHeader(user));
    const { id, ...fields } = await made.json();
    assert.deepEqual(Object.keys(fields), ['owner', 'title', 'code', 'linenos', 'language', 'style']);
    assert.equal((await plain.client().getSnippet({ id })).code, 'a');
    await plain.store.snippets.updateOne({ _id: id }, { $set: { private: true } });
    await assert.rejects(plain.client().getSnippet({ id }), { status: 404 });
    assert.equal((await plain.client(user).updateSnippet({ id, code: 'b' })).code, 'b');
    await assert.rejects(plain.client().getSnippet({ id }), { status: 404 });
  });
});
