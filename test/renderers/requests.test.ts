/** Every page shows its request to be copied: as HTTP, as curl line and as SDK call. Here they are carried out. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import * as sdk from '#src/sdk/index.js';
import { startAppWithUsers, type TestApp, type TestUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { DEFAULTS, SENT_FIELDS } from '../helpers/snippet-fields.js';

const run = promisify(execFile);
const HTML = { Accept: 'text/html' };

/** What a page shows under a name, without its escapes. */
function shownAs(name: string, page: string): string {
  const [, text] = new RegExp(`aria-label="The request as ${name}">([^<]*)</pre>`).exec(page) ?? [];
  assert.ok(text !== undefined, `${name}: ${page}`);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** As in a shell, with the variables that the line names. */
async function paste(line: string, variables: Record<string, string> = {}): Promise<unknown> {
  const { stdout } = await run('sh', ['-c', `${line} -sS`], { env: { ...process.env, ...variables } });
  return JSON.parse(stdout);
}

/** As in a program. */
async function runCall(text: string, variables: Record<string, unknown>): Promise<unknown> {
  const [, names = ''] = /^import \{ (.*) \} from 'snippet-store-sdk';$/m.exec(text) ?? [];
  const rest = text.replace(/^import .*$/m, '').replace('console.log(', 'return (');
  const given = { ...sdk, ...variables };
  const program = new Function(
    'given',
    `const { ${[names, ...Object.keys(variables)].join(', ')} } = given; return (async () => {${rest}})();`,
  );
  return program(given);
}

for (const [schemes, variables] of [
  ['session,basic', ({ username, password }: TestUser) => ({ USER_NAME: username, PASSWORD: password })],
  ['session,token,basic', ({ token }: TestUser) => ({ TOKEN: token })],
] as const) {
  describe(`the request that a page shows (${schemes})`, () => {
    let app: TestApp;
    let alice: TestUser;
    let browser: Browser;
    before(async () => {
      ({ app, alice } = await startAppWithUsers({ env: { AUTH_SCHEMES: schemes } }));
      for (const title of ["It's", '"quoted" $HOME `id` \\ ü'])
        await app.client(alice).createSnippet({ title, code: 'a\nb' });
      browser = new Browser(app);
      await browser.logIn(alice);
    });
    after(() => app.close());

    for (const path of [
      '/',
      '/snippets/',
      '/snippets/?limit=1',
      '/snippets/?q=it%27s&language=python',
      '/snippets/2/',
      '/users/1/',
    ])
      it(`gets the JSON of ${path}, as curl line and as SDK call`, async () => {
        const separator = path.includes('?') ? '&' : '?';
        const page = await (await browser.fetch(`${path}${separator}format=api`)).text();
        const json = await (await app.fetch(path)).json();
        assert.deepEqual(await paste(shownAs('curl', page), variables(alice)), json);
        assert.deepEqual(await runCall(shownAs('SDK', page), variables(alice)), json);
        const http = shownAs('HTTP', page);
        assert.equal(http.split('\n')[0], `GET ${path} HTTP/1.1`.replace('%27s&', '%27s&'));
        assert.ok(http.includes(`Host: ${new URL(app.url).host}\nAccept: application/json`), http);
      });

    it('creates the same snippet again after a POST, with the values as JSON', async () => {
      const title = `It's "$(id)" & <b>`;
      const csrf = /name="csrfmiddlewaretoken" value="([^"]+)"/;
      const [, csrfmiddlewaretoken = ''] =
        csrf.exec(await (await browser.fetch('/snippets/', { headers: HTML })).text()) ?? [];
      const fields = { title, code: 'x = 1', linenos: 'on', csrfmiddlewaretoken };
      const response = await browser.submit('/snippets/', fields, HTML);
      assert.equal(response.status, 201);
      const page = await response.text();
      const given: Record<string, unknown> = { ...DEFAULTS, title, code: 'x = 1', linenos: true };
      const sent = Object.fromEntries(SENT_FIELDS.map((name) => [name, given[name]]));
      for (const created of [
        await paste(shownAs('curl', page), variables(alice)),
        await runCall(shownAs('SDK', page), variables(alice)),
      ])
        assert.deepEqual({ ...(created as object), id: 0 }, { id: 0, owner: 'alice', ...sent });
      assert.ok(shownAs('HTTP', page).endsWith(`\n\n${JSON.stringify(sent)}\n`), shownAs('HTTP', page));
      // The answer is there too, with its headers.
      assert.match(page, /<b>HTTP 201 Created<\/b>/);
      assert.match(page, /<span class="key">Location<\/span>: \/snippets\/3\//);
      assert.match(page, /<span class="key">ETag<\/span>: &#34;1&#34;/);
    });

    it('names credentials and shows none', async () => {
      const page = await (await browser.fetch('/snippets/1/', { headers: HTML })).text();
      const shown = ['HTTP', 'curl', 'SDK'].map((name) => shownAs(name, page)).join('\n');
      for (const secret of [alice.password, alice.token, ...browser.cookies.values()])
        assert.ok(!shown.includes(secret), shown);
      assert.ok(!page.includes('Set-Cookie'));
      const anonymous = await (await app.fetch('/snippets/1/', { headers: HTML })).text();
      assert.doesNotMatch(shownAs('curl', anonymous), / -u | -b |Authorization/);
    });

    it('refers to a file for a long body', async () => {
      const csrf = browser.csrfHeader['X-CSRFToken'] ?? '';
      const fields = { code: 'x'.repeat(3000), csrfmiddlewaretoken: csrf };
      const page = await (await browser.submit('/snippets/', fields, HTML)).text();
      assert.match(shownAs('curl', page), /--data-binary '@body\.json'$/);
      assert.match(shownAs('SDK', page), /createSnippet\(body\)/);
    });
  });
}

describe('the request that a page shows', () => {
  it('has the session by its name when nothing else is configured', async () => {
    const { app, alice } = await startAppWithUsers({ env: { AUTH_SCHEMES: 'session' } });
    try {
      const browser = new Browser(app);
      await browser.logIn(alice);
      const page = await (await browser.fetch('/snippets/', { headers: HTML })).text();
      const variables = { SESSION_ID: browser.cookies.get('sessionid') ?? '' };
      assert.deepEqual(await paste(shownAs('curl', page), variables), []);
      assert.match(shownAs('HTTP', page), /^Cookie: sessionid=<session id>$/m);
      const [, csrfmiddlewaretoken = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page) ?? [];
      const again = await (
        await browser.submit('/snippets/', { code: 'x', csrfmiddlewaretoken }, HTML)
      ).text();
      const created = await paste(shownAs('curl', again), {
        ...variables,
        CSRF_TOKEN: browser.cookies.get('csrftoken') ?? '',
      });
      assert.equal((created as { id: number }).id, 2);
    } finally {
      await app.close();
    }
  });
});
