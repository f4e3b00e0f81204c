/** A second owned resource, made by contract, definition and handlers only: everything else follows from the contract. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { makeCommentsApi } from './fixtures/comments/api.js';
import { basicHeader, useAppWithUsers } from './helpers/app.js';
import { Browser } from './helpers/browser.js';
import { describeOnBothStores } from './helpers/stores.js';

describeOnBothStores('a second owned resource', (store) => {
  const env = { AUTH_SCHEMES: 'session,basic' };
  const { app, alice, bob } = useAppWithUsers({ store, api: makeCommentsApi(), env });
  /** A snippet of alice, for the comments. */
  let snippet: number;
  before(async () => {
    snippet = (await app.client(alice).createSnippet({ code: 'print(1)' })).id;
  });

  const people = { nobody: {}, alice, bob };
  const send = (who: keyof typeof people, method: string, path: string, body?: object, headers = {}) =>
    app.sendJson(method, path, body, { ...(who !== 'nobody' && basicHeader(people[who])), ...headers });
  /** @returns the path of a new comment of alice */
  const create = async (text = 'Well done.', on = snippet) => {
    const created = await send('alice', 'POST', '/comments/', { snippet: on, text });
    assert.equal(created.status, 201);
    return created.headers.get('Location') ?? '';
  };
  const read = async (path: string) => (await send('nobody', 'GET', path)).json();

  const NEW = { snippet: 1, text: 'New.' };
  for (const [who, method, path, status, headers, body] of [
    ['nobody', 'POST', '/comments/', 403],
    ['nobody', 'PUT', '{path}', 403],
    ['bob', 'PUT', '{path}', 403],
    ['bob', 'DELETE', '{path}', 403],
    ['alice', 'PUT', '/comments/999999/', 404],
    ['alice', 'DELETE', '/comments/99999999999999999999/', 404],
    ['alice', 'GET', '/comments/abc/', 404],
    ['alice', 'PATCH', '{path}', 405],
    ['alice', 'PUT', '{path}', 412, { 'If-Match': '"2"' }],
    ['alice', 'DELETE', '{path}', 412, { 'If-Match': '"2"' }],
    ['alice', 'PUT', '{path}', 412, { 'If-None-Match': '*' }],
    ['nobody', 'GET', '{path}', 412, { 'If-Match': '"1"' }],
    ['alice', 'POST', '/comments/', 400, {}, { ...NEW, text: 'x'.repeat(501) }],
    ['nobody', 'GET', '/comments/?snippet=x', 400],
    ['nobody', 'GET', '{path}', 304, { 'If-None-Match': 'TAG' }],
    ['bob', 'POST', '/comments/', 201],
    ['alice', 'PUT', '{path}', 200, { 'If-Match': 'TAG' }],
    ['alice', 'DELETE', '{path}', 204, { 'If-Match': 'TAG' }],
  ] as const)
    it(`is ${status} for ${method} ${path} by ${who}, with ${JSON.stringify(headers ?? {})}`, async () => {
      const comment = await create();
      const before = { id: Number(comment.split('/')[2]), owner: 'alice', snippet, text: 'Well done.' };
      assert.deepEqual(await read(comment), before);
      const sent = method === 'GET' ? undefined : (body ?? NEW);
      const tag = (await send('nobody', 'GET', comment)).headers.get('ETag') ?? '';
      const asked = Object.entries(headers ?? {}).map(([name, value]) => [name, value.replace('TAG', tag)]);
      const response = await send(
        who,
        method,
        path.replace('{path}', comment),
        sent,
        Object.fromEntries(asked),
      );
      assert.equal(response.status, status);
      if (body) {
        const text = ['Ensure this field has no more than 500 characters.'];
        assert.deepEqual(await response.json(), { detail: 'Invalid input.', text });
      }
      const after = { 200: { ...before, ...NEW }, 204: { detail: 'Not found.' } }[Number(status)] ?? before;
      assert.deepEqual(await read(comment), after);
      const version = response.headers.get('ETag')?.split('-')[0];
      assert.equal(version, { 200: '"2', 201: '"1', 304: '"1' }[Number(status)]);
    });

  it('is created once by an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const once = () => send('alice', 'POST', '/comments/', { snippet, text: 'Once.' }, key);
    const [first, second] = [await once(), await once()];
    assert.deepEqual([second.status, second.headers.get('Idempotency-Replayed')], [201, 'true']);
    assert.deepEqual(await second.json(), await first.json());
  });

  it('is listed in slices, and by the snippet that it refers to', async () => {
    const { id: other } = await app.client(bob).createSnippet({ code: 'print(2)' });
    for (const text of ['a', 'b', 'c']) await create(text, other);
    const texts: string[] = [];
    for (let next = `/comments/?limit=2&snippet=${other}`; next !== ''; ) {
      const slice = await send('nobody', 'GET', next);
      for (const { text } of (await slice.json()) as { text: string }[]) texts.push(text);
      next = /^<([^>]*)>; rel="next"$/.exec(slice.headers.get('Link') ?? '')?.[1] ?? '';
      assert.ok(next === '' || next.includes(`snippet=${other}`), next);
    }
    assert.deepEqual(texts, ['a', 'b', 'c']);
  });

  it('goes with its snippet, refers to none that does not exist, and never outlives it', async () => {
    const snippets = app.client(alice);
    const kept = await create('Kept.');
    for (let round = 0; round < 5; round += 1) {
      const { id } = await snippets.createSnippet({ code: 'print(3)' });
      const gone = await create('Gone.', id);
      const saves = [1, 2, 3].map((n) => send('alice', 'POST', '/comments/', { snippet: id, text: `${n}` }));
      await Promise.all([...saves, snippets.deleteSnippet({ id })]);
      assert.deepEqual(await read(`/comments/?snippet=${id}`), []);
      assert.deepEqual(await read(gone), { detail: 'Not found.' });
      for (const [method, path] of [
        ['POST', '/comments/'],
        ['PUT', kept],
      ] as const) {
        const refused = await send('alice', method, path, { snippet: id, text: 'Late.' });
        assert.deepEqual((await refused.json()).snippet, ['There is no snippet with this id.']);
      }
    }
    assert.equal((await read(kept)).text, 'Kept.');
  });

  it('is described by OPTIONS, and is in the API root and the served specification', async () => {
    const path = await create();
    const actionsFor = async (who: keyof typeof people, of: string) =>
      (await (await send(who, 'OPTIONS', of)).json()).actions ?? {};
    const ofList = [await actionsFor('nobody', '/comments/'), await actionsFor('bob', '/comments/')];
    assert.deepEqual(ofList.map(Object.keys), [[], ['POST']]);
    assert.deepEqual(await actionsFor('bob', path), {});
    const { PUT } = await actionsFor('alice', path);
    const text = { type: 'string', required: true, read_only: false, label: 'Text', max_length: 500 };
    assert.deepEqual(PUT.text, text);
    assert.equal((await read('/')).comments, '/comments/');
    const { paths, tags } = await read('/openapi.json');
    assert.ok('/comments/{id}/' in paths && tags.some(({ name }: { name: string }) => name === 'comments'));
  });

  it('has pages with the forms that each user may send', async () => {
    const path = await create('<Shown>');
    const methods = async (visitor: Browser, of: string) => {
      const markup = await (await visitor.fetch(of, { headers: { Accept: 'text/html' } })).text();
      const forms = markup.matchAll(/<form [^>]*data-method="(POST|PUT|DELETE)"/g);
      const token = /name="csrfmiddlewaretoken" value="([0-9a-f]{64})"/.exec(markup)?.[1] ?? '';
      return { markup, token, forms: [...new Set(Array.from(forms, ([, method]) => method))].toSorted() };
    };
    const nobody = new Browser(app);
    const root = await methods(nobody, '/?format=api');
    assert.match(root.markup, /<a href="\/comments\/\?format=api"><span class="string">/);
    const list = await methods(nobody, '/comments/');
    assert.ok(
      list.markup.includes(`<a href="${path}?format=api"><span class="number">`) &&
        !list.markup.includes('<Shown>'),
    );
    assert.deepEqual([list.forms, (await methods(nobody, path)).forms], [[], []]);
    for (const [user, ofDetail] of [
      [alice, ['DELETE', 'PUT']],
      [bob, []],
    ] as const) {
      const visitor = new Browser(app);
      await visitor.logIn(user);
      assert.deepEqual((await methods(visitor, path)).forms, ofDetail);
      const { forms, token } = await methods(visitor, '/comments/');
      assert.deepEqual(forms, ['POST']);
      const form = { csrfmiddlewaretoken: token, snippet: String(snippet), text: 'By form.' };
      assert.equal((await visitor.submit('/comments/', form)).status, 201);
    }
  });
});
