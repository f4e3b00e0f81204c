/** The page of a path that is added to the specification: made from the contract alone. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { useUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { useNotes } from './notes.js';

describe('the page of a path that is added to the specification', () => {
  const app = useNotes();
  const alice = useUser(app, 'alice');
  let browser: Browser;
  before(async () => {
    browser = new Browser(app);
    await browser.logIn(alice);
    await app.client(alice).createSnippet({ code: 'x' });
  });
  const read = async (path: string) =>
    (await browser.fetch(path, { headers: { Accept: 'text/html' } })).text();
  const has = (page: string, parts: readonly string[]) => {
    for (const part of parts) assert.ok(page.includes(part), `${part} is not on the page: ${page}`);
  };

  it('has its name, description, requests, status, headers and linked JSON', async () => {
    const page = await read('/lists/');
    has(page, [
      '<h1>Lists</h1>',
      'What people <code>think</code>.',
      '<b>GET /lists/</b>',
      '<b>HTTP 200 OK</b>\nContent-Type: application/json\nAllow: GET, POST, HEAD, OPTIONS\n',
      '<form class="scripted" data-method="OPTIONS" action="/lists/?format=api">',
      '&#34;Neat &lt;code&gt;&#34;',
      // Snippet 1 can be read whatever its number, and 7 too: a link is made by its path.
      '<a href="/snippets/7/?format=api"><span class="number">7</span></a>]',
      '<a href="/lists/?format=json">… 100 more</a>',
    ]);
    assert.ok(page.length < 60_000, `${page.length} characters`);
  });

  it('has a form with the labels, limits, choices and defaults of the fields', async () => {
    const page = await read('/notes/');
    has(page, [
      '<h2>Write a note</h2>',
      '<textarea id="form-post-text" name="text" required aria-describedby="form-post-text-hint" rows="8">',
      'At most 4,000 characters.',
      '<select id="form-post-mood" name="mood">\n<option selected>glad</option><option>sad</option>',
      '<label for="form-post-done">It is done</label>',
      '<button class="primary">POST</button>',
    ]);
    assert.ok(!page.includes('name="id"') && !page.includes('data-json>'));
  });

  it('sends JSON by its script where a field is a list', async () => {
    has(await read('/lists/'), [
      'data-method="POST" data-json>',
      'data-type="json">\n[\n  1,\n  2\n]</textarea>',
      '<button class="primary" disabled>POST</button>',
    ]);
  });

  it('has a button for a POST without a body', async () => {
    const page = await read('/pins/');
    assert.match(page, /<form [^>]*data-method="POST">[\s\S]*?<button class="primary">POST<\/button>/);
    assert.ok(!page.includes('name="text"'));
    const csrfmiddlewaretoken = /csrfmiddlewaretoken" value="([^"]*)"/.exec(page)?.[1] ?? '';
    assert.equal((await browser.submit('/pins/', { csrfmiddlewaretoken })).status, 201);
  });

  it('shows again what was refused, with the messages at their fields', async () => {
    const csrfmiddlewaretoken = /csrfmiddlewaretoken" value="([^"]*)"/.exec(await read('/notes/'))?.[1] ?? '';
    const sent = { csrfmiddlewaretoken, mood: 'sad', size: 'many', done: 'on' };
    const refused = await browser.submit('/notes/?format=api', sent, { Accept: 'text/html' });
    assert.equal(refused.status, 400);
    const page = await refused.text();
    has(page, [
      'Correct the marked fields: text, size.',
      'id="form-post-text-error">This field is required.</strong>',
      '<option>glad</option><option selected>sad</option>',
      'name="done" checked',
    ]);
    assert.match(
      page,
      /id="form-post-size" name="size" aria-describedby="form-post-size-error" aria-invalid="true" value="many"/,
    );
    const made = await browser.submit(
      '/notes/',
      { csrfmiddlewaretoken, text: 'new' },
      { Accept: 'text/html' },
    );
    assert.match(await made.text(), /<b>HTTP 201 Created<\/b>/);
  });
});
