/** A second owned resource, made by contract, definition and handlers only: everything else follows from the contract. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Specification } from '#src/contract/specification.js';
import { makeCommentsApi } from './fixtures/comments/api.js';
import { basicHeader, startApp, type TestUser, useApp } from './helpers/app.js';
import { Browser } from './helpers/browser.js';
import { describeOnBothStores } from './helpers/stores.js';

const HTML = { Accept: 'text/html' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describeOnBothStores('a second owned resource', (store) => {
  const users = new Map<string, TestUser>();
  /** A snippet of alice, for the comments. */
  let snippet: number;
  const app = useApp({ store, api: makeCommentsApi(), env: { AUTH_SCHEMES: 'session,basic' } });
  before(async () => {
    for (const name of ['alice', 'bob']) users.set(name, await app.addUser(name));
    snippet = (await app.client(userNamed('alice'), 'basic').createSnippet({ code: 'print(1)' })).id;
  });

  const userNamed = (name: string) => users.get(name) ?? assert.fail(`there is no user ${name}`);
  const send = (method: string, path: string, as?: string, init: RequestInit = {}) =>
    app.fetch(path, {
      method,
      ...init,
      headers: { ...JSON_TYPE, ...(as && basicHeader(userNamed(as))), ...init.headers },
    });
  const write = (method: string, path: string, as: string | undefined, body: object, headers = {}) =>
    app.sendJson(method, path, body, { ...(as && basicHeader(userNamed(as))), ...headers });
  /** @returns the path and the ETag of a new comment of alice */
  const create = async (text = 'Well done.', on = snippet) => {
    const created = await write('POST', '/comments/', 'alice', { snippet: on, text });
    assert.equal(created.status, 201);
    return {
      path: created.headers.get('Location') ?? assert.fail('the answer has no Location'),
      etag: created.headers.get('ETag') ?? assert.fail('the answer has no ETag'),
    };
  };

  it('is created by a known user, and listed and read by everybody', async () => {
    const { path, etag } = await create('First.');
    const comment = { id: Number(path.split('/')[2]), owner: 'alice', snippet, text: 'First.' };
    const read = await send('GET', path);
    assert.deepEqual([await read.json(), read.headers.get('ETag')], [comment, etag]);
    const list: object[] = await (await send('GET', '/comments/')).json();
    assert.deepEqual(list.at(-1), comment);
    assert.equal((await send('GET', path, undefined, { headers: { 'If-None-Match': etag } })).status, 304);
  });

  for (const [method, path, as, status] of [
    ['POST', '/comments/', undefined, 403],
    ['PUT', 'its path', undefined, 403],
    ['PUT', 'its path', 'bob', 403],
    ['DELETE', 'its path', 'bob', 403],
    ['POST', 'its path and pin/', 'bob', 403],
    ['PUT', '/comments/999999/', 'alice', 404],
    ['PUT', '/comments/0/', 'alice', 404],
    ['DELETE', '/comments/99999999999999999999/', 'alice', 404],
    ['GET', '/comments/abc/', 'alice', 404],
    ['PATCH', 'its path', 'alice', 405],
    ['PUT', 'its path', 'alice', 200],
    ['POST', 'its path and pin/', 'alice', 200],
    ['DELETE', 'its path', 'alice', 204],
  ] as const) {
    it(`answers ${method} of ${path} by ${as ?? 'an anonymous user'} with ${status}`, async () => {
      const comment = await create();
      const target = path.replace('its path and ', comment.path).replace('its path', comment.path);
      const response = await send(
        method,
        target,
        as,
        method === 'GET' ? {} : { body: JSON.stringify({ snippet, text: 'New.' }) },
      );
      assert.equal(response.status, status);
      const isGone = status === 204;
      assert.equal((await send('GET', comment.path)).status, isGone ? 404 : 200);
    });
  }

  it('is refused by the rules of its fields', async () => {
    const response = await write('POST', '/comments/', 'alice', { snippet, text: 'x'.repeat(501) });
    const text = ['Ensure this field has no more than 500 characters.'];
    assert.deepEqual([response.status, await response.json()], [400, { detail: 'Invalid input.', text }]);
  });

  it('is replaced and deleted only when If-Match names its version', async () => {
    const { path, etag } = await create();
    const stale = { 'If-Match': '"999"' };
    assert.equal((await write('PUT', path, 'alice', { snippet, text: 'New.' }, stale)).status, 412);
    assert.equal((await send('DELETE', path, 'alice', { headers: stale })).status, 412);
    const saved = await write('PUT', path, 'alice', { snippet, text: 'New.' }, { 'If-Match': etag });
    assert.equal(saved.status, 200);
    const current = { 'If-Match': saved.headers.get('ETag') ?? '' };
    assert.notEqual(current['If-Match'], etag);
    assert.equal((await send('DELETE', path, 'alice', { headers: { 'If-Match': etag } })).status, 412);
    assert.equal((await send('DELETE', path, 'alice', { headers: current })).status, 204);
  });

  it('is listed in slices, and by the snippet that it refers to', async () => {
    const { id: other } = await app.client(userNamed('bob'), 'basic').createSnippet({ code: 'print(2)' });
    for (const text of ['a', 'b', 'c']) await create(text, other);
    const texts: string[] = [];
    for (let next = `/comments/?limit=2&snippet=${other}`; next !== ''; ) {
      const slice = await send('GET', next);
      for (const { text } of (await slice.json()) as { text: string }[]) texts.push(text);
      next = /^<([^>]*)>; rel="next"$/.exec(slice.headers.get('Link') ?? '')?.[1] ?? '';
      assert.ok(next === '' || next.includes(`snippet=${other}`), next);
    }
    assert.deepEqual(texts, ['a', 'b', 'c']);
    assert.equal((await send('GET', '/comments/?snippet=x')).status, 400);
  });

  it('goes with its snippet, and refers to none that does not exist', async () => {
    const of = app.client(userNamed('alice'), 'basic');
    const { id } = await of.createSnippet({ code: 'print(3)' });
    const { path } = await create('Gone.', id);
    const kept = await create('Kept.');
    await of.deleteSnippet({ id });
    assert.equal((await send('GET', path)).status, 404);
    assert.equal((await send('GET', kept.path)).status, 200);
    for (const [method, target] of [
      ['POST', '/comments/'],
      ['PUT', kept.path],
    ] as const) {
      const refused = await write(method, target, 'alice', { snippet: id, text: 'Late.' });
      assert.equal(refused.status, 400);
      assert.deepEqual((await refused.json()).snippet, ['There is no snippet with this id.']);
    }
  });

  it('never outlives its snippet, whichever is saved first', async () => {
    const of = app.client(userNamed('alice'), 'basic');
    for (let round = 0; round < 5; round += 1) {
      const { id } = await of.createSnippet({ code: 'print(4)' });
      const saves = [1, 2, 3].map((n) => write('POST', '/comments/', 'alice', { snippet: id, text: `${n}` }));
      await Promise.all([...saves, of.deleteSnippet({ id })]);
      assert.deepEqual(await (await send('GET', `/comments/?snippet=${id}`)).json(), []);
    }
  });

  it('is described by OPTIONS, with the fields that the user may send', async () => {
    const { path } = await create();
    const actionsFor = async (target: string, as?: string) => {
      const { actions = {} } = await (await send('OPTIONS', target, as)).json();
      return actions;
    };
    assert.deepEqual(Object.keys(await actionsFor('/comments/')), []);
    assert.deepEqual(Object.keys(await actionsFor('/comments/', 'bob')), ['POST']);
    assert.deepEqual(Object.keys(await actionsFor(path, 'bob')), []);
    const { PUT } = await actionsFor(path, 'alice');
    assert.deepEqual(PUT.text, {
      type: 'string',
      required: true,
      read_only: false,
      label: 'Text',
      max_length: 500,
    });
  });

  it('is in the API root, also on its page', async () => {
    const root = await (await send('GET', '/')).json();
    assert.equal(root.comments, '/comments/');
    const page = await (await app.fetch('/?format=api', { headers: HTML })).text();
    assert.match(page, /<a href="\/comments\/"><span class="string">/);
  });

  it('is in the served specification', async () => {
    const { paths, tags } = await (await send('GET', '/openapi.json')).json();
    assert.ok('/comments/{id}/' in paths);
    assert.ok(tags.some(({ name }: { name: string }) => name === 'comments'));
  });

  describe('on its pages', () => {
    const visitors = new Map<string, Browser>();
    let path: string;
    before(async () => {
      path = (await create('<Shown>')).path;
      for (const name of ['nobody', 'alice', 'bob']) {
        const browser = new Browser(app);
        if (name !== 'nobody') await browser.logIn(userNamed(name));
        visitors.set(name, browser);
      }
    });
    const open = async (target: string, as: string) => {
      const visitor = visitors.get(as) ?? assert.fail(`there is no visitor ${as}`);
      return (await visitor.fetch(target, { headers: HTML })).text();
    };

    for (const [page, as, methods] of [
      ['list', 'nobody', []],
      ['list', 'alice', ['POST']],
      ['detail', 'nobody', []],
      ['detail', 'alice', ['PUT', 'DELETE']],
      ['detail', 'bob', []],
    ] as const) {
      it(`offers ${as} on the ${page} page: ${methods.join(', ') || 'nothing'}`, async () => {
        const markup = await open(page === 'list' ? '/comments/' : path, as);
        const forms = [...markup.matchAll(/<form [^>]*data-method="(POST|PUT|DELETE)"/g)].map(
          ([, method]) => method,
        );
        assert.deepEqual([...new Set(forms)].toSorted(), [...new Set(methods)].toSorted());
      });
    }

    it('shows each comment, escaped, with a link to its page', async () => {
      assert.ok((await open('/comments/', 'nobody')).includes(`<a href="${path}"><span class="number">`));
    });

    it('has a button for a POST without a body', async () => {
      const markup = await open(`${path}pin/`, 'alice');
      const form = new RegExp(
        `<h2>Pin the comment</h2>\n<form [^>]*action="${path}pin/\\?format=api" data-method="POST">[\\s\\S]*?<button class="primary">POST</button>`,
      );
      assert.match(markup, form);
      const token = /name="csrfmiddlewaretoken" value="([0-9a-f]{64})"/.exec(markup)?.[1] ?? '';
      const pressed = await visitors.get('alice')?.submit(`${path}pin/`, { csrfmiddlewaretoken: token });
      assert.equal(pressed?.status, 200);
    });

    it('takes the form of its list page', async () => {
      const markup = await open('/comments/', 'alice');
      const token = /name="csrfmiddlewaretoken" value="([0-9a-f]{64})"/.exec(markup)?.[1] ?? '';
      const created = await visitors
        .get('alice')
        ?.submit('/comments/', { csrfmiddlewaretoken: token, snippet: String(snippet), text: 'By form.' });
      assert.equal(created?.status, 201);
    });
  });
});

describe('the start of a server whose contract does not fit the code', () => {
  const refusal = async (change: (specification: Specification) => void) => {
    await assert.rejects(
      async () => {
        await (await startApp({ api: makeCommentsApi(change) })).close();
      },
      (error: unknown) => {
        reason = String(error);
        return true;
      },
    );
    return reason;
  };
  let reason: string;
  const detailOf = ({ paths }: Specification) =>
    paths['/comments/{id}/'] ?? assert.fail('there is no such path');

  it('names openapi.yaml when an object permission has no x-object', async () => {
    const message = await refusal((specification) => {
      delete detailOf(specification)['x-object'];
    });
    assert.match(message, /openapi\.yaml: .*\/comments\/\{id\}\/.*IsOwnerOrReadOnly.*x-object/s);
  });

  it('names src/handlers/index.ts when an operation has no handler', async () => {
    const message = await refusal((specification) => {
      Object.assign(detailOf(specification).get ?? {}, { operationId: 'getRemark' });
    });
    assert.match(message, /getRemark.*src\/handlers\/index\.ts/s);
  });
});
