/** What each page shows to whom, and in which media type. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ServiceUnavailable } from '#src/errors/index.js';
import { startApp, useApp, useUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';

const FROM_BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const HTML = 'text/html; charset=utf-8';

/** The marks that scripts look for. */
function marksOf(page: string): string[] {
  const marks = {
    login: /<a class="login button" href="/.test(page),
    username: /<bdi class="username">/.test(page),
    logout: page.includes('>Log out</button>'),
    post: /<form [^>]*data-method="POST"/.test(page),
    put: /<form [^>]*data-method="PUT"/.test(page),
    delete: /<form [^>]*data-method="DELETE"/.test(page),
    code: /<textarea [^>]*name="code"/.test(page),
  };
  return Object.entries(marks).flatMap(([name, is]) => (is ? [name] : []));
}

describe('the pages', () => {
  const visitors = new Map<string, Browser>();
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic', THROTTLE_RATES: 'login=9/hour' } });
  const alice = useUser(app, 'alice');
  const bob = useUser(app, 'bob');
  before(async () => {
    const client = app.client(alice);
    await client.createSnippet({ title: '<First>', code: '\n\n  x = "<b>"\n' });
    const far = `${'\n'.repeat(9000)}faraway`;
    await client.createSnippet({
      code: `x = autocannonDetectPort\n\ny = detect_port2\n${far}`,
      language: 'ruby',
    });
    for (const [name, user] of [['nobody'], ['alice', alice], ['bob', bob]] as const) {
      const browser = new Browser(app);
      if (user) await browser.logIn(user);
      visitors.set(name, browser);
    }
  });

  const open = (path: string, { as = 'nobody', ...init }: RequestInit & { as?: string } = {}) => {
    const headers = { Accept: FROM_BROWSER, ...init.headers };
    return visitors.get(as)?.fetch(path, { ...init, headers }) ?? assert.fail(`who is ${as}?`);
  };
  const read = async (path: string, as = 'nobody') => (await open(path, { as })).text();

  for (const [page, path, as, marks] of [
    ['list', '/snippets/', 'nobody', 'login'],
    ['list', '/snippets/', 'alice', 'username logout'],
    ['new', '/snippets/?new', 'nobody', 'login'],
    ['new', '/snippets/?new', 'alice', 'username logout post code'],
    ['detail', '/snippets/1/', 'nobody', 'login'],
    ['detail', '/snippets/1/', 'alice', 'username logout put delete code'],
    ['detail', '/snippets/1/', 'bob', 'username logout'],
    ['generic list', '/snippets/?format=api', 'nobody', 'login'],
    ['generic list', '/snippets/?format=api', 'alice', 'username logout post code'],
    ['generic detail', '/snippets/1/?format=api', 'alice', 'username logout put delete code'],
    ['generic detail', '/snippets/1/?format=api', 'bob', 'username logout'],
    ['users', '/users/', 'nobody', 'login'],
    ['users', '/users/', 'alice', 'username logout'],
    ['user', '/users/1/', 'alice', 'username logout'],
    ['root', '/', 'alice', 'username logout'],
  ] as const) {
    it(`show on the ${page} page to ${as}: ${marks}`, async () => {
      const shown = await read(path, as);
      assert.deepEqual(marksOf(shown), marks.split(' '));
      const login = /<a class="login button" href="([^"]*)"/.exec(shown)?.[1];
      const next = encodeURIComponent(path === '/snippets/?new' ? '/snippets/?new' : path);
      if (as === 'nobody') assert.equal(login, `/api-auth/login/?next=${next}`);
      // Who may create after a login is led there first.
      const create = as === 'nobody' ? '/api-auth/login/?next=%2Fsnippets%2F%3Fnew' : '/snippets/?new';
      assert.ok(shown.includes(`href="${create}" aria-keyshortcuts="n"`));
      assert.equal(shown.includes('<kbd>e</kbd>'), page === 'detail' && as === 'alice');
    });
  }

  for (const [method, path, status, help] of [
    ['GET', '/nothing/', 404, '<h1>This page does not exist.</h1>'],
    ['GET', '/snippets/999/', 404, 'This snippet does not exist. It may have been deleted.'],
    ['POST', '/users/', 405, 'This path accepts GET, HEAD, OPTIONS.'],
    ['POST', '/snippets/', 403, '<a href="/api-auth/login/?next=%2F" target="_blank">Log in</a>'],
    ['GET', '/snippets/?language=klingon', 400, 'or <a href="/snippets/">show all</a>'],
    ['GET', '/api-auth/logout/', 405, 'This path accepts POST, OPTIONS.'],
    ['GET', '/snippets/999/highlight/', 404, 'go to the'],
  ] as const) {
    it(`answer ${method} ${path} with a page that says what to do, and the status and Allow of the JSON`, async () => {
      const response = await open(path, { method });
      assert.deepEqual([response.status, response.headers.get('Content-Type')], [status, HTML]);
      const json = await app.fetch(path, { method });
      assert.deepEqual([json.status, json.headers.get('Allow')], [status, response.headers.get('Allow')]);
      const page = await response.text();
      assert.ok(page.includes(help), page);
      // The exchange helps who sends something else, not who looks for something that does not exist.
      assert.equal(page.includes('class="head"') || page.includes('class="toolbar"'), status === 405);
    });
  }

  it('have the length that HEAD says, no ETag and no 304, and must not be kept', async () => {
    for (const path of ['/', '/snippets/?q=first', '/snippets/1/', '/users/', '/users/1/', '/nothing/']) {
      // Each page has another CSRF token, which compression makes longer or shorter.
      const headers = { 'Accept-Encoding': 'identity', 'If-None-Match': '*' };
      const head = await open(path, { as: 'alice', method: 'HEAD', headers });
      const page = await open(path, { as: 'alice', headers });
      assert.equal(Number(head.headers.get('Content-Length')), (await page.arrayBuffer()).byteLength, path);
      const kept = ['ETag', 'Cache-Control', 'X-Content-Type-Options', 'Referrer-Policy'];
      assert.deepEqual(
        kept.map((name) => page.headers.get(name)),
        [null, 'no-store', 'nosniff', 'same-origin'],
      );
      assert.match(page.headers.get('Vary') ?? '', /Accept.*Cookie/);
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      assert.match(policy, /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
      assert.ok(!policy.includes('unsafe'));
      // The colours of code are the only inline sheet, named by its hash.
      const hasCode = path !== '/users/' && path !== '/nothing/';
      assert.equal(/style-src 'self' 'sha256-[\w+/=]{44}';/.test(policy), hasCode, path);
    }
  });

  it('create a snippet from a form without script, and lead on to it', async () => {
    const browser = visitors.get('bob') ?? assert.fail();
    const form = await read('/snippets/?new', 'bob');
    const csrfmiddlewaretoken = /csrfmiddlewaretoken" value="([^"]*)"/.exec(form)?.[1] ?? '';
    const fields = { csrfmiddlewaretoken, title: 'Mine', code: ' ', linenos: 'on', language: 'ruby' };
    const submit = (changes = {}) =>
      browser.submit('/snippets/', { ...fields, ...changes }, { Accept: FROM_BROWSER });
    const refused = await submit();
    assert.equal(refused.status, 400);
    const again = await refused.text();
    assert.match(again, /id="form-code-error">Enter some code\./);
    assert.match(again, /name="title"[^>]* value="Mine"/);
    assert.match(again, /<option value="ruby" selected>Ruby/);
    assert.match(again, /name="linenos" value="on" checked/);
    const tooLong = await (await submit({ code: 'é'.repeat(100_001), title: 'é'.repeat(101) })).text();
    assert.match(tooLong, /At most 100 characters: this has 101\.</);
    assert.match(tooLong, /At most 100,000 characters: this has 100,001\.</);
    const made = await submit({ code: `${'x'.repeat(160)}\n${'y'.repeat(161)}` });
    const location = made.headers.get('Location');
    assert.deepEqual([made.status, made.headers.get('ETag')], [201, null]);
    assert.ok((await made.text()).includes(`<meta http-equiv="refresh" content="0; url=${location}">`));
    assert.ok((await read('/')).includes(`>${'x'.repeat(160)}\n${'y'.repeat(160)}</pre>`));
    // Who is logged out meanwhile keeps the text.
    const nobody = visitors.get('nobody') ?? assert.fail();
    const denied = await nobody.submit('/snippets/', { title: 'Kept', code: 'y' }, { Accept: FROM_BROWSER });
    assert.equal(denied.status, 403);
    const page = await denied.text();
    assert.match(page, /You are logged out\..*name="title"[^>]* value="Kept".*>\ny<\/textarea>/s);
    const forged = await browser.submit('/snippets/', { code: 'x' }, { Accept: FROM_BROWSER });
    assert.match(await forged.text(), /CSRF Failed: CSRF token missing\./);
  });

  for (const [what, headers, ...words] of [
    ['without its cookies', {}, 'CSRF Failed: CSRF cookie not set.', 'Allow cookies for this site'],
    [
      'from another address',
      { Origin: 'https://other.example' },
      'CSRF Failed: Origin checking',
      'sets BASE_URL',
    ],
    ['without HTTPS', { 'X-Forwarded-For': '192.0.2.1' }, 'requires HTTPS.', 'sets TRUST_PROXY'],
  ] as const)
    it(`say why a login ${what} is refused, and what helps`, async () => {
      const browser = new Browser(app);
      const csrfmiddlewaretoken = await browser.openLogin();
      if (Object.keys(headers).length === 0) browser.cookies.clear();
      const fields = { csrfmiddlewaretoken, username: 'alice', password: alice.password };
      const response = await browser.submit('/api-auth/login/', fields, { Accept: FROM_BROWSER, ...headers });
      assert.equal(response.status, 403);
      const page = await response.text();
      for (const word of words) assert.ok(page.includes(word), page);
    });

  it('say where else to look for what a search does not find, and only what is there', async () => {
    const links = async (query: string) => {
      const page = await read(`/snippets/?${query}`);
      return [...(/Look here: (.*)<\/p>/.exec(page)?.[1] ?? '').matchAll(/>([^<]+)</g)].map(
        ([, text]) => text,
      );
    };
    assert.deepEqual(await links('q=c%2B%2B+bob+nobody'), ['In C++', 'By bob']);
    assert.deepEqual(await links('q=first&language=go'), ['All snippets']);
    assert.deepEqual(await links('q=nothing'), []);
  });

  it('list the newest first, and the oldest first only where the bare path is typed', async () => {
    const names = (page: string) =>
      [...page.matchAll(/class="name" href="([^"]*)"/g)].map(([, path]) => path);
    assert.deepEqual(names(await read('/')).slice(-2), ['/snippets/2/', '/snippets/1/']);
    assert.match(await read('/?q=first'), /http-equiv="refresh" content="0; url=\/snippets\/\?q=first"/);
    const bare = await read('/snippets/');
    assert.deepEqual(names(bare).slice(0, 2), ['/snippets/1/', '/snippets/2/']);
    assert.match(bare, /aria-current="true">Oldest first</);
    assert.match(bare, /<input type="hidden" name="order" value="-created">/);
    assert.ok(names(await read('/users/1/')).includes('/snippets/2/'));
    for (const path of ['/', '/snippets/1/', '/users/1/', '/snippets/?q=x&order=-created']) {
      const links = [...(await read(path, 'alice')).matchAll(/href="(\/snippets\/\?[^"]*)"/g)].map(
        ([, href = '']) => href,
      );
      const others = links.filter((href) => !/order=|\?new|format=api/.test(href));
      assert.deepEqual(others, [], path);
    }
  });

  it('narrow a list by the last value of a parameter, and repeat in links what the service reads', async () => {
    const page = await read('/snippets/?language=go&other=1&language=ruby&q=detect&owner=alice', 'alice');
    assert.match(page, /<h1>Snippets by alice<\/h1>/);
    assert.match(page, /<option value="ruby" selected>Ruby/);
    assert.match(page, /aria-current="true">Mine</);
    const links = [...page.matchAll(/href="(\/snippets\/\?[^"]*q=detect[^"]*)"/g)].map(
      ([, href = '']) => new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]),
    );
    assert.equal(links.length, 3, 'All, Mine and View as API');
    for (const query of links)
      assert.deepEqual([query.getAll('language'), query.has('other')], [['ruby'], false], String(query));
  });

  it('mark the words of a search in coloured code, from the first line that has one', async () => {
    const found = await read('/snippets/?q=port');
    assert.match(
      found,
      /<pre class="excerpt hljs">x = autocannonDetect<mark>Port<\/mark>\ny = detect_<mark>port<\/mark>/,
    );
    assert.doesNotMatch(found, /Match further down/);
    assert.match(
      await read('/snippets/?q=faraway'),
      /href="\/snippets\/2\/#q=faraway">.*Match further down/s,
    );
    assert.match(await read('/snippets/?q=AUTOCANNONDETECTPORT'), /<mark>autocannonDetectPort<\/mark>/);
    assert.match(await read('/snippets/?q=first'), /<bdi>&lt;<mark>First<\/mark>&gt;<\/bdi>/);
    assert.match(
      await read('/snippets/?q=b'),
      /<span class="hljs-string">&#34;&lt;<mark>b<\/mark>&gt;&#34;<\/span>/,
    );
    assert.match(await read('/snippets/?q=nothing+here'), /Nothing matches in titles and code\./);
  });

  it('show 50 rows, and lead to those before and after them with the same filters', async () => {
    for (let n = 0; n < 60; n += 1)
      await app.client(bob).createSnippet({ code: `line ${n}`, language: 'sql' });
    const count = (page: string) => page.match(/<pre class="excerpt hljs">/g)?.length;
    const target = (page: string, rel: string) =>
      new RegExp(`rel="${rel}" href="([^"]*)">(\\w+)<`)
        .exec(page)
        ?.slice(1)
        .map((text) => text.replaceAll('&amp;', '&')) ?? [];
    const first = await read('/snippets/?language=sql&owner=bob');
    const [next = '', name] = target(first, 'next');
    assert.deepEqual([count(first), name], [50, 'Newer']);
    assert.match(next, /^\/snippets\/\?limit=50&after=[^&]+&owner=bob&language=sql$/);
    const second = await read(next);
    assert.deepEqual([count(second), target(second, 'next'), target(second, 'prev')[1]], [10, [], 'Older']);
    const root = await read('/');
    assert.equal(count(root), 50);
    assert.equal(count(await read(target(root, 'next')[0] ?? '')), 13);
  });

  it('show the code of a row, not the licence before it', async () => {
    const code = `/*\n${' * Copyright\n'.repeat(4)} */\nint x;\n`;
    await app.client(alice).createSnippet({ code, language: 'c' });
    assert.match(await read('/'), /<pre class="excerpt hljs"><span class="hljs-type">int<\/span> x;<\/pre>/);
  });

  it('cut no character in two', async () => {
    await app.client(alice).createSnippet({ code: `x${'😀'.repeat(1500)}`, title: 'x' });
    for (const path of ['/', '/snippets/?format=api&order=-created&limit=1'])
      assert.doesNotMatch(await read(path), /\ufffd|\\ud83d/);
  });

  it('of a snippet say what it is, what its code may hide, and why it has no colours', async () => {
    const { id } = await app
      .client(alice)
      .createSnippet({ title: 'safe\u202e evil', code: 'if (x) {', language: 'cpp' });
    const page = await read(`/snippets/${id}/`);
    assert.match(page, /<title>safe\\u202e evil - Snippet Store<\/title>/);
    const facts = /<p class="facts">(.*?)<\/p>/s.exec(page)?.[1]?.replace(/<[^<>]*>/g, '');
    assert.match(facts ?? '', /^C\+\+\nalice\njust now$/);
    assert.match(page, /The title may not be what it appears to be\./);
    await app.store.snippets.updateOne({ _id: id }, { $set: { plain: 'timeout' } });
    assert.match(await read(`/snippets/${id}/`, 'alice'), /colouring it took too long\. Save it again/);
    assert.doesNotMatch(await read(`/snippets/${id}/`), /Save it again/);
  });

  it('answer an unknown path with 404 for any session and password, and without a store', async (t) => {
    const other = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } }, t);
    const browser = new Browser(other);
    await browser.logIn(await other.addUser('carol'));
    const headers = { Accept: FROM_BROWSER, Authorization: `Basic ${btoa('carol:wrong')}` };
    assert.equal((await browser.fetch('/nothing/', { method: 'POST', headers })).status, 404);
    await other.store.close();
    assert.equal((await browser.fetch('/nothing/', { headers })).status, 404);
  });
});

describe('the page of a failure', () => {
  for (const [error, status, help] of [
    [new Error('secret'), 500, /Quote this request id to support: <code>[\w-]+<\/code>/],
    [new ServiceUnavailable(7), 503, /Try again in 7 seconds\./],
  ] as const) {
    it(`says what to do after ${status} and contains no secret`, async (t) => {
      const broken = {
        name: 'broken',
        securityScheme: { type: 'http' as const, scheme: 'broken' },
        authenticate: () => Promise.reject(error),
      };
      const app = await startApp({ deployment: { schemes: [broken] }, env: { AUTH_SCHEMES: 'broken' } }, t);
      const response = await app.fetch('/snippets/', { headers: { Accept: FROM_BROWSER } });
      const page = await response.text();
      assert.deepEqual([response.status, response.headers.get('Content-Type')], [status, HTML]);
      assert.match(page, help);
      assert.ok(!page.includes('secret'));
    });
  }
});
