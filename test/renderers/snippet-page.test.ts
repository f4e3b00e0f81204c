/** The page of one snippet: its name, its facts, its code, and what can be done with it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';

const HTML = { headers: { Accept: 'text/html' } };

describe('the page of a snippet', () => {
  let app: TestApp;
  let alice: TestUser;
  let visitor: Browser;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    alice = await app.addUser('alice');
    visitor = new Browser(app);
    await visitor.logIn(alice);
  });
  after(() => app.close());
  type Input = Parameters<ReturnType<TestApp['client']>['createSnippet']>[0];
  const open = async (snippet: Input) => {
    const { id } = await app.client(alice).createSnippet(snippet);
    const response = await visitor.fetch(`/snippets/${id}/`, HTML);
    return { id, page: await response.text(), policy: response.headers.get('Content-Security-Policy') ?? '' };
  };

  it('has its title as heading and title, with one line of facts', async () => {
    const { page } = await open({
      title: 'Sieve',
      code: 'x = 1\ny = 2\n',
      language: 'ruby',
      style: 'github',
    });
    assert.match(page, /<title>Sieve - Snippet Store<\/title>/);
    assert.match(page, /<h1><bdi>Sieve<\/bdi><\/h1>/);
    const facts = /<p class="facts">(.*?)<\/p>/s.exec(page)?.[1]?.replace(/<[^<>]*>/g, '');
    assert.match(facts ?? '', /^Ruby alice 2 lines 12 bytes just now github$/);
    assert.match(page, /<time datetime="\d{4}-\d\d-\d\dT[^"]*Z" title="[^"]* UTC">/);
  });

  it('shows its colours by a style sheet that the policy names by its hash, and by no other', async () => {
    const { page, policy } = await open({ code: 'x = 1', style: 'monokai' });
    assert.match(page, /<style>[^<]*\.hljs[^<]*<\/style>/);
    assert.match(page, /<div class="listing hljs dark unnumbered">/);
    assert.match(policy, /style-src 'self' 'sha256-[\w+/=]{44}';/);
    const list = await visitor.fetch('/snippets/', HTML);
    assert.match(list.headers.get('Content-Security-Policy') ?? '', /style-src 'self';/);
  });

  it('tells why it has no colours, and offers its owner to colour it again', async () => {
    const { id } = await open({ code: 'x = 1' });
    await app.store.snippets.updateOne({ _id: id }, { $set: { plain: 'timeout' } });
    const page = await (await visitor.fetch(`/snippets/${id}/`, HTML)).text();
    assert.match(page, /colouring it took too long/);
    assert.match(page, /<button class="quiet scripted" form="form-put">Colour again<\/button>/);
    const nobodys = await (await app.fetch(`/snippets/${id}/`, HTML)).text();
    assert.match(nobodys, /colouring it took too long/);
    assert.doesNotMatch(nobodys, /Colour again/);
  });

  for (const [title, language, name] of [
    ['Sieve of Eratosthenes', 'python', 'Sieve-of-Eratosthenes.py'],
    ['', 'rust', 'snippet-ID.rs'],
    ['index.html', 'xml', 'index.html'],
    ['../../etc/passwd', 'bash', 'etc-passwd.sh'],
    ['a"; x=\r\nSet-Cookie: b', 'plaintext', 'a-x-Set-Cookie-b.txt'],
    ['日本語', 'brainfuck', 'snippet-ID.bf'],
  ] as const) {
    it(`names the raw file of ${JSON.stringify(title)} in ${language}: ${name}`, async () => {
      const { id } = await open({ title, language, code: 'x' });
      const raw = await app.fetch(`/snippets/${id}/raw/`);
      const expected = `inline; filename="${name.replace('ID', String(id))}"`;
      assert.equal(raw.headers.get('Content-Disposition'), expected);
    });
  }
});
