/** What a person does with a browser: read, log in, write, correct, edit, be refused, delete, log out. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TestUser } from '../helpers/app.js';
import {
  deleteAtOnce,
  logOut,
  openForm,
  pressDelete,
  skipWithoutChromium,
  type Watched,
} from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';
import { SENT_FIELDS } from '../helpers/snippet-fields.js';

const code = 'def greet(name):\n\treturn f"hello {name}"\n';

describe('a person with a browser', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let bob: TestUser;
  let watched: Watched;
  before(async () => {
    bob = await site.app.addUser('bob');
    watched = await site.open('/');
  });

  it('finds the list from the root, empty, and is told to log in', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Snippets' }).first().click();
    await page.getByText('Nothing here yet. Log in to create the first one.').waitFor();
    assert.equal(await page.locator('form[data-method]:not([data-method=OPTIONS])').count(), 0);
  });

  it('logs in after a wrong password and returns to the list', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Username').fill('alice');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').getByText('Please enter a correct username and password.').waitFor();
    assert.equal(await page.getByLabel('Username').inputValue(), 'alice');
    await page.getByLabel('Password').fill(site.alice.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${site.app.url}/snippets/?order=-created`);
    assert.equal(await page.locator('.username').innerText(), 'alice');
  });

  it('gets a field error beside its field, with the input kept', async () => {
    const { page } = watched;
    await openForm(page);
    const form = page.locator('#form-post');
    await form.getByLabel('Title').fill('Greeting');
    await form.getByLabel('Code').fill('   ');
    await form.getByLabel('Line numbers').check();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.locator('#form-post-code-error').waitFor();
    assert.equal(await page.locator('#form-post-code-error').innerText(), 'This field may not be blank.');
    assert.equal(await form.getByLabel('Title').inputValue(), 'Greeting');
    assert.equal(await form.getByLabel('Line numbers').isChecked(), true);
    assert.equal(await page.evaluate('document.activeElement.id'), 'form-post-code');
  });

  it('corrects the field, with Tab in the code, and sees the snippet in colours with line numbers', async () => {
    const { page } = watched;
    const form = page.locator('#form-post');
    const area = form.getByLabel('Code');
    await area.fill('');
    await area.pressSequentially('def greet(name):\n');
    await area.press('Tab');
    await area.pressSequentially('return f"hello {name}"\n');
    // The preview comes after a pause in typing, and can be scrolled by keys.
    await form
      .getByRole('region', { name: 'Preview' })
      .locator('.hljs-keyword', { hasText: 'def' })
      .waitFor();
    await area.press('Escape');
    await area.press('Tab');
    assert.equal(await page.evaluate("document.activeElement.closest('.preview') !== null"), true);
    await form.getByLabel('Style').fill('monokai');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(`${site.app.url}/snippets/1/`);
    assert.deepEqual(await page.locator('.listing .numbers a').allInnerTexts(), ['1', '2']);
    const keyword = page.locator('.listing .hljs-keyword').first();
    assert.equal(await keyword.innerText(), 'def');
    const colours = await page.evaluate(
      "['.hljs-keyword', 'code'].map((part) => getComputedStyle(document.querySelector('.listing ' + part)).color)",
    );
    assert.ok(Array.isArray(colours) && colours[0] !== colours[1], String(colours));
    assert.equal((await site.app.client().getSnippet({ id: 1 })).code, code);
  });

  it('edits the snippet', async () => {
    const { page } = watched;
    await openForm(page);
    const form = page.locator('#form-put');
    assert.equal(await form.getByLabel('Code').inputValue(), code);
    await form.getByLabel('Title').fill('A better greeting');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'A better greeting' }).waitFor();
    const { title, linenos, style } = await site.app.client().getSnippet({ id: 1 });
    assert.deepEqual([title, linenos, style], ['A better greeting', true, 'monokai']);
  });

  it('edits the snippet as raw JSON', async () => {
    const { page } = watched;
    await openForm(page);
    await page.getByText('Raw JSON').click();
    const raw = page.locator('#form-put-raw');
    const stored = JSON.parse(await raw.inputValue());
    assert.deepEqual(Object.keys(stored).sort(), [...SENT_FIELDS].sort());
    await raw.fill(JSON.stringify({ ...stored, title: 'By JSON' }));
    await page.getByRole('button', { name: 'Send PUT' }).click();
    await page.getByRole('heading', { name: 'By JSON' }).waitFor();
  });

  it('sees no forms and is refused as another user', async () => {
    const { page, troubles } = await site.openAs(bob, '/snippets/1/');
    assert.equal(page.url(), `${site.app.url}/snippets/1/`);
    assert.equal(await page.locator('[data-method=PUT], [data-method=DELETE]').count(), 0);
    // What was offered before somebody else's login is refused on the page.
    await page.evaluate(`{
      const form = document.createElement('form');
      form.dataset.method = 'DELETE';
      form.action = '/snippets/1/';
      form.innerHTML = '<input name=csrfmiddlewaretoken><button>go</button>';
      form.csrfmiddlewaretoken.value = document.querySelector('[name=csrfmiddlewaretoken]').value;
      document.querySelector('main').append(form);
    }`);
    await page.getByRole('button', { name: 'go' }).click();
    await page.getByRole('alert').getByText('You do not have permission to perform this action.').waitFor();
    assert.deepEqual(troubles, []);
  });

  it('filters the list, and follows the links of an owner and a language', async () => {
    await site.app.client(bob).createSnippet({ code: 'puts 1', language: 'ruby' });
    const { page } = watched;
    const rows = page.locator('.rows li');
    await page.goto('/snippets/');
    assert.equal(await rows.count(), 2);
    await page.getByRole('search').getByLabel('Language').fill('ruby');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/snippets/?*language=ruby');
    assert.equal(await rows.count(), 1);
    await page.getByRole('link', { name: 'Clear' }).click();
    await rows.filter({ hasText: 'By JSON' }).getByRole('link', { name: 'alice' }).click();
    await page.waitForURL('**/snippets/?owner=alice&order=-created');
    assert.equal(await rows.count(), 1);
  });

  it('searches the list by words', async () => {
    const { page } = watched;
    const rows = page.locator('.rows li');
    const box = page.getByRole('search').getByRole('searchbox', { name: 'Search' });
    await page.goto('/snippets/');
    await box.fill('HELLO def');
    await box.press('Enter');
    await page.waitForURL(/\/snippets\/\?.*q=HELLO\+def/);
    assert.equal(await rows.count(), 1);
    assert.match(await rows.innerText(), /By JSON/);
    assert.equal(await box.inputValue(), 'HELLO def');
    await box.fill('"ello');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.empty', { hasText: 'parts of names' }).waitFor();
    assert.equal(await rows.count(), 0);
    await page.getByRole('link', { name: 'Clear' }).click();
    assert.equal(await rows.count(), 2);
  });

  it('deletes the snippet, once it was not undone, and returns to the list', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'By JSON' }).click();
    await pressDelete(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Not deleted.').waitFor();
    await deleteAtOnce(page);
    await page.getByRole('status').getByText('Deleted.', { exact: true }).waitFor();
    assert.equal(page.url(), `${site.app.url}/snippets/?order=-created`);
    assert.equal((await site.app.fetch('/snippets/1/')).status, 404);
  });

  it('logs out and is anonymous again', async () => {
    const { page } = watched;
    await logOut(page);
    assert.equal(await page.locator('.username').count(), 0);
  });

  it('causes no script error and no request to another host', () => {
    assert.deepEqual(watched.troubles, []);
    assert.deepEqual(watched.elsewhere, []);
  });
});
