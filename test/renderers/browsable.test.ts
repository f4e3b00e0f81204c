/** What each page shows to whom, and in which media type. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import type { Schema } from '#src/contract/specification.js';
import { ServiceUnavailable } from '#src/errors/index.js';
import { handlers } from '#src/handlers/index.js';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { describeOnAnyStore } from '../helpers/stores.js';

const FROM_BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const HTML = 'text/html; charset=utf-8';

/** The marks that scripts look for. */
const marksOf = (page: string) => ({
  login: /<a class="login button" href="([^"]*)"/.exec(page)?.[1],
  username: /<bdi class="username">([^<]*)</.exec(page)?.[1],
  logout: page.includes('>Log out</button>'),
  post: /<form [^>]*data-method="POST"/.test(page),
  put: /<form [^>]*data-method="PUT"/.test(page),
  delete: /<form [^>]*data-method="DELETE"/.test(page),
  code: /<textarea [^>]*name="code"/.test(page),
});

describeOnAnyStore('browsable pages', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  const visitors = new Map<string, Browser>();
  before(async () => {
    app = await startApp({ store, env: { AUTH_SCHEMES: 'session,basic' } });
    alice = await app.addUser('alice');
    bob = await app.addUser('bob');
    await app.client(alice).createSnippet({ title: '<First>', code: '\n\n  x = "<b>"\n' });
    for (const [name, user] of [['nobody'], ['alice', alice], ['bob', bob]] as const) {
      const browser = new Browser(app);
      if (user) await browser.logIn(user);
      visitors.set(name, browser);
    }
  });
  after(() => app.close());

  const open = (path: string, { as = 'nobody', ...init }: RequestInit & { as?: string } = {}) => {
    const headers = { Accept: FROM_BROWSER, ...init.headers };
    return visitors.get(as)?.fetch(path, { ...init, headers }) ?? assert.fail(`who is ${as}?`);
  };
  const read = async (path: string, as?: string) => (await open(path, as ? { as } : {})).text();

  for (const [accept, type] of [
    ['text/html', HTML],
    ['text/*', HTML],
    ['TEXT/HTML;q=0.1', HTML],
    [FROM_BROWSER, HTML],
    ['text/html, application/json', 'application/json'],
    ['application/json, text/html', 'application/json'],
    ['*/*', 'application/json'],
  ] as const) {
    it(`answers Accept: ${accept} with ${type}`, async () => {
      for (const path of ['/', '/snippets/', '/snippets/1/', '/users/', '/users/1/']) {
        const response = await app.fetch(path, { headers: { Accept: accept } });
        assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, type], path);
      }
    });
  }

  for (const [query, accept, status, type] of [
    ['?format=api', '*/*', 200, HTML],
    ['?format=json', '*/*', 200, 'application/json'],
    ['?format=', FROM_BROWSER, 200, HTML],
    ['?format=json', FROM_BROWSER, 200, 'application/json'],
    ['?format=api', 'application/json', 406, 'application/json'],
    ['?format=json', 'text/html', 406, 'application/json'],
    ['?format=xml', FROM_BROWSER, 404, HTML],
    ['?format=xml', '*/*', 404, 'application/json'],
  ] as const) {
    it(`answers ${query} with Accept: ${accept} by ${status} as ${type}`, async () => {
      const response = await app.fetch(`/snippets/${query}`, { headers: { Accept: accept } });
      assert.deepEqual([response.status, response.headers.get('Content-Type')], [status, type]);
    });
  }

  for (const [what, path, method, status, help] of [
    ['an unknown path', '/nothing/', 'GET', 404, 'go to the <a href="/">home page</a>'],
    ['a missing snippet', '/snippets/999/', 'GET', 404, 'go to the <a href="/">home page</a>'],
    ['a refused method', '/users/', 'POST', 405, 'This path accepts GET, HEAD, OPTIONS.'],
    [
      'a denial',
      '/snippets/',
      'POST',
      403,
      '<a href="/api-auth/login/?next=%2Fsnippets%2F" target="_blank">Log in</a>',
    ],
    [
      'a bad parameter',
      '/snippets/?language=klingon',
      'GET',
      400,
      'Unknown language klingon. Choose one from the list.',
    ],
    ['a page that only takes POST', '/api-auth/logout/', 'GET', 405, 'This path accepts POST, OPTIONS.'],
    ['a missing highlight', '/snippets/999/highlight/', 'GET', 404, 'go to the'],
  ] as const) {
    it(`answers ${what} with a page that says what to do, and the same status as in JSON`, async () => {
      const response = await open(path, { method });
      assert.deepEqual([response.status, response.headers.get('Content-Type')], [status, HTML]);
      const json = await app.fetch(path, { method });
      assert.equal(json.status, status);
      assert.equal(response.headers.get('Allow'), json.headers.get('Allow'));
      const page = await response.text();
      assert.ok(page.includes(help), page);
      assert.ok(page.includes(`<b>HTTP ${status} `));
    });
  }

  for (const [page, path, as, marks] of [
    ['list', '/snippets/', 'nobody', 'login'],
    ['list', '/snippets/', 'alice', 'username logout'],
    ['new', '/snippets/?new', 'alice', 'username logout post code'],
    ['detail', '/snippets/1/', 'nobody', 'login'],
    ['detail', '/snippets/1/', 'alice', 'username logout put delete code'],
    ['detail', '/snippets/1/', 'bob', 'username logout'],
    ['users', '/users/', 'nobody', 'login'],
    ['users', '/users/', 'alice', 'username logout'],
    ['user', '/users/1/', 'alice', 'username logout'],
    ['root', '/', 'alice', 'username logout'],
  ] as const) {
    it(`show on the ${page} page to ${as}: ${marks}`, async () => {
      const found = marksOf(await read(path, as));
      const shown = Object.entries(found).flatMap(([name, is]) => (is ? [name] : []));
      assert.deepEqual(shown, marks.split(' '));
      if (found.username) assert.equal(found.username, as);
      if (found.login) assert.equal(found.login, `/api-auth/login/?next=${encodeURIComponent(path)}`);
    });
  }

  for (const [path, as, marks, next] of [
    ['/nothing/', 'nobody', 'login', '/'],
    ['/nothing/', 'alice', 'username', undefined],
    ['/snippets', 'alice', 'username', undefined],
    ['/snippets/?format=xml', 'nobody', 'login', '/snippets/?format=xml'],
    ['/snippets/?format=xml', 'alice', 'username logout', undefined],
    ['/api-auth/logout/', 'alice', 'username logout', undefined],
  ] as const) {
    it(`show on the page of an error before authentication, ${path}, to ${as}: ${marks}`, async () => {
      const response = await open(path, { as });
      const found = marksOf(await response.text());
      const shown = Object.entries(found).flatMap(([name, is]) => (is ? [name] : []));
      assert.deepEqual(shown, marks.split(' '));
      assert.equal(found.login, next && `/api-auth/login/?next=${encodeURIComponent(next)}`);
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
    });
  }

  it('answer an unknown path with 404 for any session and password, and without a store', async () => {
    const other = await startApp({ store, env: { AUTH_SCHEMES: 'session,basic' } });
    try {
      const browser = new Browser(other);
      const user = await other.addUser('carol');
      await browser.logIn(user);
      const headers = { Accept: FROM_BROWSER, Authorization: `Basic ${btoa('carol:wrong')}` };
      assert.equal((await browser.fetch('/nothing/', { headers })).status, 404);
      assert.equal((await browser.fetch('/nothing/', { method: 'POST', headers })).status, 404);
      await other.store.users.updateOne({ _id: user.id }, { $set: { active: false } });
      assert.ok(marksOf(await (await browser.fetch('/nothing/', { headers })).text()).login);
      await other.store.close();
      const response = await browser.fetch('/nothing/', { headers });
      assert.equal(response.status, 404);
      const { login, username } = marksOf(await response.text());
      assert.deepEqual([login, username], [undefined, undefined]);
    } finally {
      await other.close();
    }
  });

  it('show the highlighted HTML, the request and response, and the JSON, all escaped', async () => {
    const page = await read('/snippets/1/', 'alice');
    assert.match(
      page,
      /<code class="language-python" translate="no">\n\n {2}x = <span class="hljs-string">&quot;&lt;b&gt;/,
    );
    assert.match(page, /<b>GET<\/b> \/snippets\/1\//);
    assert.match(page, /<b>HTTP 200 OK<\/b>/);
    assert.match(
      page,
      /<a href="\/snippets\/\?owner=alice&amp;order=-created"><span class="string">&#34;alice&#34;/,
    );
    assert.ok(page.includes('&lt;First&gt;') && !page.includes('<First>'));
    // The first newline is the parser's, the rest is the code's.
    assert.ok(page.includes('wrap="off">\n\n\n  x = &#34;&lt;b&gt;&#34;\n</textarea>'));
  });

  it('have a breadcrumb with the list above a record', async () => {
    const page = await read('/snippets/1/');
    const trail = /<nav class="breadcrumb".*?<\/nav>/s.exec(page)?.[0] ?? '';
    const steps = [...trail.matchAll(/<li><a href="([^"]*)"[^>]*>(?:<bdi>)?([^<]*)</g)].map(
      ([, ...step]) => step,
    );
    // The mark in the header leads home, and the heading is the page itself.
    assert.deepEqual(steps, [['/snippets/?order=-created', 'Snippets']]);
  });

  it('have no ETag, are never 304, and must not be kept', async () => {
    const anonymous = await open('/snippets/1/', { headers: { 'If-None-Match': '*' } });
    assert.deepEqual([anonymous.status, anonymous.headers.get('ETag')], [200, null]);
    assert.match(anonymous.headers.get('Vary') ?? '', /Accept.*Cookie/);
    assert.equal(anonymous.headers.get('Cache-Control'), 'no-store');
    const known = await open('/snippets/1/', { as: 'alice' });
    assert.equal(known.headers.get('Cache-Control'), 'no-store');
    for (const { headers } of [anonymous, known]) {
      const policy = headers.get('Content-Security-Policy') ?? '';
      assert.match(policy, /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
      assert.ok(!policy.includes('unsafe'));
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Referrer-Policy'), 'same-origin');
    }
  });

  it('create a snippet from a form without script, and link to it', async () => {
    const browser = visitors.get('bob') ?? assert.fail();
    const page = await read('/snippets/', 'bob');
    const csrfmiddlewaretoken = /csrfmiddlewaretoken" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const refused = await browser.submit(
      '/snippets/',
      { csrfmiddlewaretoken, title: 'Mine', code: ' ', language: 'x' },
      { Accept: FROM_BROWSER },
    );
    assert.equal(refused.status, 400);
    const again = await refused.text();
    assert.match(again, /id="form-post-code-error">This field may not be blank\./);
    assert.match(again, /name="title"[^>]* value="Mine"/);
    assert.match(again, /name="language"[^>]*>\s*<option selected>x\n/);
    const made = await browser.submit(
      '/snippets/',
      { csrfmiddlewaretoken, title: 'Mine', code: 'x', linenos: 'on' },
      { Accept: FROM_BROWSER },
    );
    assert.deepEqual([made.status, made.headers.get('ETag')], [201, null]);
    const created = await made.text();
    assert.ok(created.includes(`Created: <a href="${made.headers.get('Location')}">`));
    assert.ok(created.includes('<h1><bdi>Snippets</bdi></h1>'));
    const forged = await browser.submit('/snippets/', { code: 'x' }, { Accept: FROM_BROWSER });
    assert.equal(forged.status, 403);
    assert.match(await forged.text(), /CSRF Failed: CSRF token missing\./);
  });

  it('show 50 rows and link to the next slice with the same filters', async () => {
    for (let n = 0; n < 60; n += 1)
      await app.client(bob).createSnippet({ code: `line ${n}`, language: 'sql' });
    const first = await read('/snippets/?language=sql&owner=bob');
    assert.equal(first.match(/<pre class="excerpt">line <i class="n">\d+<\/i><\/pre>/g)?.length, 50);
    const next = /rel="next" href="([^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match(next, /^\/snippets\/\?limit=50&after=[^&]+&owner=bob&language=sql$/);
    const second = await read(next);
    assert.equal(second.match(/<pre class="excerpt">line <i class="n">\d+<\/i><\/pre>/g)?.length, 10);
    assert.ok(!second.includes('rel="next"') && second.includes('rel="first"'));
  });
});

describe('the page of a failure', () => {
  for (const [error, status, help] of [
    [new Error('secret'), 500, /Quote this request id to support: <code>[\w-]+<\/code>/],
    [new ServiceUnavailable(7), 503, /Try again in 7 seconds\./],
  ] as const) {
    it(`says what to do after ${status} and contains no secret`, async () => {
      const broken = {
        name: 'broken',
        securityScheme: { type: 'http' as const, scheme: 'broken' },
        authenticate: () => Promise.reject(error),
      };
      const app = await startApp({ deployment: { schemes: [broken] }, env: { AUTH_SCHEMES: 'broken' } });
      try {
        const response = await app.fetch('/snippets/', { headers: { Accept: FROM_BROWSER } });
        const page = await response.text();
        assert.deepEqual([response.status, response.headers.get('Content-Type')], [status, HTML]);
        assert.match(page, help);
        assert.ok(!page.includes('secret'));
      } finally {
        await app.close();
      }
    });
  }
});

describe('the page of a path that is added to the specification', () => {
  it('has the names, form, limits and links of the specification', async () => {
    const specification = structuredClone(readSpecification());
    const note = {
      type: 'object' as const,
      required: ['text'],
      properties: {
        id: { type: 'integer' as const },
        text: { type: 'string' as const, maxLength: 4000, 'x-row': 'name' as const },
        mood: { type: 'string' as const, enum: ['glad', 'sad'], default: 'glad', 'x-row': 'detail' as const },
        about: { type: 'integer' as const, 'x-link': { to: 'snippets:detail', path: 'id' } },
        due: { type: 'string' as const, format: 'date-time', 'x-row': 'detail' as const },
        length: { type: 'integer' as const },
      },
    };
    const { id: _id, ...writable } = note.properties;
    const answer = (schema: Schema) => ({
      description: 'Notes.',
      headers: {
        Allow: { $ref: '#/components/headers/Allow' },
        'Cache-Control': { $ref: '#/components/headers/NoStore' },
      },
      content: { 'application/json': { schema } },
    });
    specification.paths['/notes/'] = {
      summary: 'Note List',
      'x-name': 'notes:list',
      'x-browsable': true,
      'x-permissions': ['IsAuthenticatedOrReadOnly'],
      'x-throttle-scope': 'api',
      get: {
        operationId: 'listNotes',
        summary: 'List the notes',
        description: 'What people `think`.',
        security: [{}, { session: [] }],
        parameters: [{ name: 'mood', in: 'query', schema: note.properties.mood, 'x-filter': true }],
        responses: { '200': answer({ type: 'array', items: note }) },
      },
      post: {
        operationId: 'createNote',
        summary: 'Write a note',
        security: [{ session: [] }],
        requestBody: { content: { 'application/json': { schema: { ...note, properties: writable } } } },
        responses: { '201': answer(note), '400': { $ref: '#/components/responses/BadRequest' } },
      },
    };
    const listNotes = () => ({ status: 200, body: [item] });
    const item = {
      id: 1,
      text: 'Neat <code>',
      mood: 'glad',
      about: 7,
      due: '2020-02-03T04:05:06Z',
      length: 11,
    };
    const createNote = () => ({ status: 201, body: { id: 2, text: '', mood: 'sad', about: 7 } });
    const api = { specification, handlers: { ...handlers, listNotes, createNote } };
    const app = await startApp({ api, env: { AUTH_SCHEMES: 'session,basic' } });
    try {
      const browser = new Browser(app);
      await browser.logIn(await app.addUser('alice'));
      const read = async (path: string) =>
        (await browser.fetch(path, { headers: { Accept: 'text/html' } })).text();
      const page = await read('/notes/');
      for (const part of [
        '<h1><bdi>Note List</bdi></h1>',
        'What people <code>think</code>.',
        '<bdi>Neat &lt;code&gt;</bdi>',
        '<a href="/snippets/7/"><span class="number">7</span></a>',
        '<a class="button primary" href="/notes/?new">Write a note</a>',
        '<time datetime="2020-02-03T04:05:06.000Z" title="2020-02-03 04:05 UTC">Feb 3, 2020</time>',
        '<span class="key">&#34;length&#34;</span>: <span class="number">11</span>',
        '<select id="filter-mood" name="mood">\n<option value="">Any\n<option>glad',
      ])
        assert.ok(page.includes(part), `${part} is not on the page: ${page}`);
      const form = await read('/notes/?new');
      for (const part of [
        '<h2>Write a note</h2>',
        'At most 4,000 characters.',
        '<select id="form-post-mood" name="mood">',
        '<option selected>glad<option>sad',
      ])
        assert.ok(form.includes(part), `${part} is not on the page: ${form}`);
      assert.match(form, /<textarea id="form-post-text" name="text" required/);
      assert.ok(!form.includes('name="id"'));
    } finally {
      await app.close();
    }
  });
});
