/** What a page offers beside its content: other formats, links to wrong fields, the way back after a login. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';

const HTML = { headers: { Accept: 'text/html' } };

describe('a page', () => {
  let app: TestApp;
  let alice: TestUser;
  let visitor: Browser;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic', THROTTLE_RATES: 'login=1/hour' } });
    alice = await app.addUser('alice');
    const client = app.client(alice);
    await client.createSnippet({ title: 'First', code: 'x = 1' });
    await client.createSnippet({ title: 'safe\u202e evil', code: 'if (x) {' });
    visitor = new Browser(app);
    await visitor.logIn(alice);
  });
  after(() => app.close());

  const read = async (path: string, init: RequestInit = {}) =>
    (await visitor.fetch(path, { ...HTML, ...init })).text();

  for (const path of [
    '/',
    '/snippets/',
    '/snippets/?q=first',
    '/snippets/1/',
    '/users/',
    '/users/1/',
    '/nothing/',
  ]) {
    it(`has the length that HEAD ${path} says`, async () => {
      // Each page has another CSRF token, which compression makes longer or shorter.
      const headers = { ...HTML.headers, 'Accept-Encoding': 'identity' };
      const head = await visitor.fetch(path, { method: 'HEAD', headers });
      const page = await visitor.fetch(path, { headers });
      assert.equal(head.headers.get('Content-Length'), page.headers.get('Content-Length'));
      assert.equal(Number(head.headers.get('Content-Length')), (await page.arrayBuffer()).byteLength);
    });
  }

  it('lists the formats of the resource', async () => {
    const menu =
      /<details class="menu"><summary class="button">Format(.*?)<\/details>/s.exec(
        await read('/snippets/'),
      )?.[1] ?? '';
    assert.deepEqual(
      [...menu.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, address, name]) => [name, address]),
      [
        ['json', '/snippets/?format=json'],
        ['api', '/snippets/?format=api'],
      ],
    );
  });

  it('links from a snippet to its parts, and from a list to its form', async () => {
    const snippet = await read('/snippets/1/');
    for (const address of ['/snippets/1/highlight/', '/snippets/1/raw/'])
      assert.ok(snippet.includes(`<a href="${address}">`), address);
    const list = await read('/snippets/');
    assert.match(list, /<a class="button primary" href="\/snippets\/\?new">Create a snippet<\/a>/);
    assert.doesNotMatch(list, /<form id="form-post"/);
    const form = await read('/snippets/?new');
    assert.match(form, /<h1><bdi>Create a snippet<\/bdi><\/h1>.*<details class="form" open>.* autofocus/s);
    assert.doesNotMatch(form, /id="(results|search|exchange)"/);
    const seenByNobody = await (await app.fetch('/snippets/?new', HTML)).text();
    assert.doesNotMatch(seenByNobody, /<form id="form-post"|<a [^>]*href="\/snippets\/\?new"/);
    assert.match(seenByNobody, /id="results"/);
    assert.deepEqual(
      await (await app.fetch('/snippets/?new')).json(),
      await (await app.fetch('/snippets/')).json(),
    );
  });

  it('leads to the search and the API, and a user to the form for a new snippet, on every page', async () => {
    const linksOf = (page: string) => {
      const part = /<nav class="navigation".*?<\/nav>/s.exec(page)?.[0] ?? '';
      return [...part.matchAll(/<a class="[\w-]+" href="([^"]*)">([^<]*)</g)].map(([, path, name]) => [
        name,
        path,
      ]);
    };
    const search = ['Search', '/snippets/?order=-created#search'];
    const create = ['New', '/snippets/?new'];
    const api = ['API', '/docs/'];
    for (const path of ['/', '/snippets/', '/snippets/1/', '/users/', '/users/1/', '/nothing/', '/docs/'])
      assert.deepEqual(linksOf(await read(path)), [search, create, api], path);
    const seenByNobody = await (await app.fetch('/snippets/1/', HTML)).text();
    assert.deepEqual(linksOf(seenByNobody), [search, api]);
  });

  it('leads nobody to a form that the deployment gives to nobody, and everybody where there are no owners', async () => {
    const isNewOn = async (app: TestApp, headers: Record<string, string>) => {
      const page = await (await app.fetch('/users/', { headers: { ...HTML.headers, ...headers } })).text();
      return page.includes('href="/snippets/?new">New</a>');
    };
    const reading = await startApp({
      deployment: { permissions: [{ allows: ({ method }) => method === 'GET' }] },
    });
    const open = await startApp({ env: { OWNERSHIP: 'off' } });
    try {
      assert.equal(await isNewOn(reading, basicHeader(await reading.addUser('bob'))), false);
      assert.equal(await isNewOn(open, {}), true);
    } finally {
      await reading.close();
      await open.close();
    }
  });

  it('opens the snippets from the home page with the newest, and lists without orders as they are', async () => {
    const home = await read('/');
    assert.match(home, /<dt><a href="\/snippets\/\?order=-created">Snippets<\/a>/);
    assert.match(home, /<dt><a href="\/users\/">Users<\/a>/);
  });

  it('shows the Content-Type of the JSON answer', async () => {
    assert.match(await read('/snippets/1/'), /<span class="key">Content-Type<\/span>: application\/json\n/);
  });

  it('names each wrong parameter and field, and links to its control', async () => {
    const page = await read('/snippets/?limit=0&after=_&language=klingon');
    const problem = /<div class="problem".*?<\/div>/s.exec(page)?.[0] ?? '';
    assert.match(problem, /<p>Correct this, then send again:<\/p>/);
    assert.match(problem, /<code>limit<\/code>: Ensure this value is greater than or equal to 1\./);
    assert.match(problem, /<code>after<\/code>: /);
    assert.match(problem, /<a href="#filter-language">language<\/a>: /);
    assert.match(page, /id="filter-language"/);
    // What is to be corrected is the filter, and not a new snippet.
    assert.doesNotMatch(page, /<form id="form-post"/);
  });

  it('shows characters that change the text direction, and warns when the code contains them', async () => {
    assert.match(await read('/snippets/'), /<bdi>safe\\u202e evil<\/bdi>/);
    assert.match(await read('/snippets/2/'), /reverse the direction of text/);
    assert.doesNotMatch(await read('/snippets/1/'), /reverse the direction of text/);
  });

  it('has the error as its title when the resource does not exist', async () => {
    const page = await read('/snippets/999/');
    assert.match(page, /<h1><bdi>Not Found<\/bdi><\/h1>/);
    assert.doesNotMatch(page, /class="description"/);
  });

  it('must not be kept, with or without a user, and neither must the explorer', async () => {
    for (const path of ['/', '/docs/']) {
      const mine = await visitor.fetch(path, HTML);
      assert.match(await mine.text(), /<bdi class="username">alice</);
      assert.equal(mine.headers.get('Cache-Control'), 'no-store', path);
      const nobodys = await app.fetch(path, HTML);
      assert.deepEqual(
        [nobodys.headers.get('Cache-Control'), nobodys.headers.get('Vary')?.includes('Cookie')],
        ['no-store', true],
        path,
      );
    }
  });

  it('keeps the target of a login when the login is refused', async () => {
    const fresh = new Browser(app);
    const response = await fresh.fetch('/api-auth/login/', {
      ...HTML,
      method: 'POST',
      body: new URLSearchParams({ username: 'alice', password: 'x', next: '/users/' }),
    });
    assert.equal(response.status, 403);
    assert.match(
      await response.text(),
      /<a href="\/api-auth\/login\/\?next=%2Fusers%2F" target="_blank">Log in<\/a>/,
    );
    const logout = await fresh.fetch('/api-auth/logout/', { ...HTML, method: 'POST' });
    assert.match(await logout.text(), /<a href="\/api-auth\/login\/\?next=%2F" target="_blank">Log in<\/a>/);
  });
});
