/** What the page of a list offers: orders, what is one's own, the words that were found, titles on a user's page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCommentsApi } from '../fixtures/comments/api.js';
import { basicHeader, startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';

const HTML = { headers: { Accept: 'text/html' } };

describe('the page of a list', () => {
  let app: TestApp;
  let alice: TestUser;
  let visitor: Browser;
  before(async () => {
    app = await startApp({ api: makeCommentsApi(), env: { AUTH_SCHEMES: 'session,basic' } });
    alice = await app.addUser('alice');
    const client = app.client(alice);
    await client.createSnippet({ title: 'Cannon', code: 'a\n\n  b <c>\nd' });
    await client.createSnippet({
      title: ' ',
      code: 'x = autocannonDetectPort\ny = detect_port2\n',
      language: 'ruby',
    });
    visitor = new Browser(app);
    await visitor.logIn(alice);
  });
  after(() => app.close());
  const read = async (path: string) => (await visitor.fetch(path, HTML)).text();

  it('shows the first lines of each snippet, and a name for one without a title', async () => {
    const page = await read('/snippets/');
    assert.ok(page.includes('<pre class="excerpt">a\n  b &lt;c&gt;\nd</pre>'), page);
    assert.ok(
      page.includes('<a class="name" href="/snippets/2/"><bdi class="untitled">Untitled snippet 2</bdi></a>'),
    );
    assert.match(await read('/snippets/2/'), /<h1><bdi>Untitled snippet 2<\/bdi><\/h1>/);
  });

  it('shows the first lines in colours, and without them in a search, which marks its words', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'def f():\n\n    return "<1>"\n' });
    const keyword = '<i class="k">return</i>';
    const page = await read('/snippets/');
    assert.match(page, /<pre class="excerpt"><i class="k">def<\/i>/);
    assert.ok(page.includes(keyword) && page.includes('&lt;1&gt;'));
    assert.ok((await read('/')).includes(keyword));
    const found = await read('/snippets/?q=return');
    assert.ok(found.includes('<mark>return</mark>') && !found.includes(keyword));
    await app.client(alice).deleteSnippet({ id });
  });

  it("leads to the other order and to what is one's own, and keeps the filters", async () => {
    const page = await read('/snippets/?language=ruby&after=1-1');
    assert.ok(page.includes('<a href="/snippets/?language=ruby&amp;order=-created">Newest</a>'), page);
    assert.ok(
      page.includes('<a href="/snippets/?language=ruby&amp;order=created" aria-current="true">Oldest</a>'),
    );
    assert.ok(
      page.includes('<a href="/snippets/?language=ruby&amp;order=-created&amp;owner=alice">Mine</a>'),
    );
    const mine = await read('/snippets/?owner=alice&order=-created');
    assert.ok(mine.includes('<a href="/snippets/?order=-created" aria-current="true">Mine</a>'));
    assert.ok(mine.includes('<input type="hidden" name="order" value="-created">'));
    const nobodys = await (await app.fetch('/snippets/', HTML)).text();
    assert.ok(!nobodys.includes('>Mine<') && nobodys.includes('>Newest<'));
  });

  it('shows of a repeated parameter the value by which the list was made', async () => {
    const page = await read(
      '/snippets/?q=cannon&q=detect&language=go&language=ruby&order=created&order=-created',
    );
    assert.match(page, /<input[^>]* name="q"[^>]* value="detect"/);
    assert.match(page, /<option value="ruby"[^>]* selected/);
    assert.ok(page.includes('<mark>Detect</mark>'), page);
    assert.match(page, /aria-current="true">Newest</);
    const login = await (await app.fetch('/api-auth/login/?next=/a/&next=/users/', HTML)).text();
    assert.match(login, /<input[^>]* name="next"[^>]* value="\/users\/"/);
  });

  it('repeats in its links what the service reads, each parameter once, and nothing else', async () => {
    const page = await read('/snippets/?language=go&other=1&language=ruby&q=detect');
    const links = [...page.matchAll(/href="([^"]*\?[^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    const own = links.filter((href) => href.startsWith('/snippets/?') && href.includes('q=detect'));
    assert.ok(own.length >= 4, String(links));
    for (const href of own) {
      const query = new URLSearchParams(href.split('?')[1]);
      assert.deepEqual([query.getAll('language'), query.has('other')], [['ruby'], false], href);
    }
    const [short, long] = [await read('/snippets/?a'), await read(`/snippets/?${'a&'.repeat(5000)}`)];
    // The request line shows it as it was sent, with each & as &amp;.
    assert.ok(long.length < short.length + 40_000, `${short.length} and ${long.length}`);
  });

  it('says when each snippet was created, on the page alone', async () => {
    const time = /<time datetime="\d{4}-[^"]*Z" title="[^"]* UTC">just now<\/time>/g;
    assert.equal((await read('/snippets/')).match(time)?.length, 2);
    assert.equal((await read('/users/1/')).match(time)?.length, 2);
    assert.equal((await read('/users/')).match(time), null);
  });

  it('counts the items when all of them are on the page', async () => {
    assert.match(await read('/snippets/'), /<span class="count">2 snippets<\/span>/);
    assert.match(await read('/snippets/?language=ruby'), /<span class="count">1 snippet<\/span>/);
    assert.doesNotMatch(await read('/snippets/?limit=1'), /class="count"/);
  });

  it('marks the words of a search, whole or as parts of a name, in the line where they are', async () => {
    const found = await read('/snippets/?q=AUTOCANNONDETECTPORT');
    assert.ok(found.includes('x = <mark>autocannonDetectPort</mark>'), found);
    const title = await read('/snippets/?q=cannon');
    assert.ok(title.includes('<bdi><mark>Cannon</mark></bdi>'), title);
    assert.ok(!title.includes('auto<mark>'));
    const beginning = await read('/snippets/?q=detec');
    assert.ok(beginning.includes('x = autocannon<mark>Detec</mark>tPort'), beginning);
    assert.ok((await read('/snippets/?q=d')).includes('<pre class="excerpt"><mark>d</mark></pre>'));
  });

  it('of a user has the titles of their snippets, the newest first', async () => {
    const page = await read('/users/1/');
    assert.match(page, /<h1><bdi>alice<\/bdi><\/h1>/);
    assert.match(page, /2 snippets/);
    const rows = [...page.matchAll(/<li><a class="name" href="([^"]*)"><bdi[^>]*>([^<]*)</g)].map(
      ([, ...row]) => row,
    );
    assert.deepEqual(rows, [
      ['/snippets/2/', 'Untitled snippet 2'],
      ['/snippets/1/', 'Cannon'],
    ]);
  });

  it('and of an item is made from the contract alone for another resource', async () => {
    const created = await app.fetch('/comments/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...basicHeader(alice) },
      body: JSON.stringify({ snippet: 1, text: 'Well <done>\nindeed' }),
    });
    const page = await read(created.headers.get('Location') ?? '');
    assert.match(page, /<h1><bdi>Well &lt;done&gt;<\/bdi><\/h1>/);
    assert.match(page, /<title>Well &lt;done&gt; - Snippet Store<\/title>/);
    assert.match(page, /<dt>Text<\/dt>\n<dd><bdi>Well &lt;done&gt;\nindeed<\/bdi><\/dd>/);
    assert.match(page, /<dt>Owner<\/dt>\n<dd><bdi>alice<\/bdi><\/dd>/);
    assert.match(page, /<summary class="button"[^>]*>Edit<\/summary>/);
  });
});
