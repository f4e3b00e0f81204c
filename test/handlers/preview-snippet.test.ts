/** The preview of a snippet: the HTML that a save would store, for users, without storing anything. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicHeader, type TestUser, useApp, useUser } from '../helpers/app.js';

describe('a preview', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'basic', THROTTLE_RATES: 'preview=4/hour' } });
  const alice = useUser(app, 'alice');

  const preview = (body: object, user?: TestUser, query = '') =>
    app.sendJson('POST', `/preview/${query}`, body, user && basicHeader(user));

  it('is the page that a save would store, and stores nothing', async () => {
    const input = { title: 'T <1>', code: 'SELECT 1;', language: 'sql', linenos: true } as const;
    const response = await preview(input, alice);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /^sandbox; default-src 'none'/);
    assert.equal(response.headers.get('Cache-Control'), 'no-store');
    assert.equal(response.headers.get('Snippet-Language'), 'sql');
    const shown = await response.text();
    assert.match(shown, /<span class="hljs-keyword">SELECT<\/span>/);
    assert.doesNotMatch(shown, /<script|<footer/);
    assert.deepEqual(await (await app.fetch('/snippets/')).json(), []);
    const { id } = await app.client(alice).createSnippet(input);
    const stored = await (await app.fetch(`/snippets/${id}/highlight/`)).text();
    assert.ok(stored.includes(/<code[\s\S]*<\/code>/.exec(shown)?.[0] ?? 'nothing'));
  });

  it('shows the language that the title names as a file, or else the one that the code looks like', async () => {
    const carol = await app.addUser('carol');
    for (const [title, code, language] of [
      ['notes/Main.RS', 'SELECT 1;', 'rust'],
      ['Makefile', 'x', 'makefile'],
      ['the query', 'SELECT a, b FROM c WHERE d = 1 ORDER BY b;\n', 'sql'],
      ['', 'Buy milk and eggs on the way home.', 'plaintext'],
    ]) {
      const response = await preview({ title, code, language: 'brainfuck' }, carol, '?detect=true');
      assert.equal(response.headers.get('Snippet-Language'), language);
      assert.ok((await response.text()).includes(`<code class="language-${language}"`));
    }
  });

  it('is limited by the rate of previews, which limits nothing else and nobody else', async () => {
    const bob = await app.addUser('bob');
    for (let n = 1; n <= 4; n += 1) assert.equal((await preview({ code: 'x' }, bob)).status, 200);
    const refused = await preview({ code: 'x' }, bob);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('Retry-After')) > 0);
    assert.equal((await preview({ code: 'x' }, alice)).status, 200);
    assert.equal((await app.client(bob).createSnippet({ code: 'x' })).owner, 'bob');
  });
});
