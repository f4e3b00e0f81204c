/** The form of a snippet: what is typed reaches the store as it is, and nothing that stands in the way takes it. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import {
  fillLogin,
  findViolations,
  inBrowser,
  logIn,
  logOut,
  openForm,
  skipWithoutChromium,
} from '../helpers/chromium.js';
import { until } from '../helpers/until.js';

const edited = 'def edited():\n\tpass\n';

describe('the form of a snippet', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ MAX_BODY_BYTES: '500000' });
  let context: BrowserContext;
  let page: Page;
  before(async () => {
    page = await site.openAs(site.alice, '/');
    context = page.context();
  });

  const create = () => page.getByRole('button', { name: 'Create' }).click();
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  /** The page of the snippet is read again after a save. */
  const saved = () => page.waitForURL((url) => /\/snippets\/\d+\/$/.test(url.pathname) && url.hash === '');
  const edit = async (stored: { title?: string; code: string }) => {
    const { id } = await site.app.client(site.alice).createSnippet(stored);
    await page.goto(`/snippets/${id}/`);
    if ((await page.locator('.username').count()) === 0) await logIn(page, site.alice);
    await openForm(page);
    return id;
  };
  const storedAt = (id: number) => site.app.client().getSnippet({ id });

  it('says beside a field what is wrong with it, keeps the rest, and then creates', async () => {
    await page.goto('/snippets/?new');
    await page.getByLabel('Title').fill('Greeting');
    await page.locator('#form-code').fill('   ');
    await page.getByText('Display').click();
    await page.getByLabel('Line numbers').check();
    await page.getByLabel('Style').selectOption('monokai');
    await create();
    await page.locator('#form-code-error', { hasText: 'This field may not be blank.' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'form-code');
    assert.deepEqual(await findViolations(page), []);
    await page.locator('#form-code').fill('def greet():\n\tpass\n');
    const keyword = page
      .getByRole('region', { name: 'Preview' })
      .locator('.hljs-keyword', { hasText: 'def' });
    await keyword.waitFor();
    assert.equal(await keyword.evaluate((part) => getComputedStyle(part).color), 'rgb(249, 38, 114)');
    assert.equal(await page.locator('.preview .numbers').innerText(), '1\n2');
    assert.equal(await page.locator('main .problem, .error').count(), 0);
    await create();
    await saved();
    const { title, code, linenos, style } = await storedAt(
      Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]),
    );
    assert.deepEqual([title, code, linenos, style], ['Greeting', 'def greet():\n\tpass\n', true, 'monokai']);
    await page.goto('/snippets/?new');
    assert.equal(await page.locator('optgroup[label="Used last"] option').first().innerText(), 'Python');
  });

  it('takes over the language that a new snippet is shown in, until a person chooses one', async () => {
    await page.goto('/snippets/?new');
    await page.route('**/preview/*', (route) => route.fulfill({ status: 429 }));
    const [refused] = await Promise.all([
      page.waitForResponse('**/preview/?detect=true'),
      page.locator('#form-code').fill('package main\n\nfunc main() {\n\tprintln("hello")\n}\n'),
    ]);
    assert.equal(refused.status(), 429);
    await page.unroute('**/preview/*');
    const language = page.locator('#form-language');
    await page.locator('#form-code').fill('It is neither.');
    await page.locator('.preview', { hasText: 'neither' }).waitFor();
    assert.equal(await language.inputValue(), 'plaintext');
    await page.getByLabel('Title').fill('hello.go');
    await until('it is shown', async () => (await language.inputValue()) === 'go');
    await Promise.all([page.waitForResponse('**/preview/'), language.selectOption('ruby')]);
    assert.equal(await language.inputValue(), 'ruby');
    await create();
    await saved();
    await page.locator('.facts', { hasText: 'Ruby' }).waitFor();
  });

  it('hides a preview that cannot be made, and leaves out requests that are outdated', async () => {
    await page.goto('/snippets/?new');
    const preview = page.locator('.preview');
    await page.locator('#form-code').fill('x = 1');
    await preview.getByText('x = 1').waitFor();
    // It is never answered.
    await page.route('**/preview/*', (route) =>
      route.request().postDataJSON().code === 'x = 2' ? undefined : route.continue(),
    );
    const [outdated] = await Promise.all([
      page.waitForRequest('**/preview/*'),
      page.locator('#form-code').fill('x = 2'),
    ]);
    const dropped = page.waitForEvent('requestfailed', (request) => request === outdated);
    await page.locator('#form-code').fill('x = 3');
    await dropped;
    await preview.getByText('x = 3').waitFor();
    await page.unroute('**/preview/*');
    await context.setOffline(true);
    await page.locator('#form-code').fill('x = 4');
    await preview.waitFor({ state: 'hidden' });
    await context.setOffline(false);
    await page.locator('#form-code').fill('');
  });

  it('is left with Escape, and then brings back what was typed', async () => {
    const id = await edit({ code: 'x' });
    await page.getByRole('heading', { name: 'Edit snippet' }).waitFor();
    await page.locator('#form-title').press('Escape');
    await page.waitForURL(`**/snippets/${id}/`);
    await openForm(page);
    await page.locator('#form-title').fill('Changed');
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/snippets/${id}/`);
    await openForm(page);
    assert.equal(await page.locator('#form-title').inputValue(), 'Changed');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('changes the longest code, previews its beginning, and refuses longer code before it is sent', async () => {
    await page.goto('/snippets/?new');
    const area = page.locator('#form-code');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate("navigator.clipboard.writeText('x = 1;\\n'.repeat(14_000))");
    await area.press('Control+v');
    await page.getByText('Preview of the beginning').waitFor();
    await area.press('Control+a');
    await area.press('Tab');
    assert.equal(await area.inputValue(), '\tx = 1;\n'.repeat(14_000));
    await area.press('Control+a');
    await area.press('y');
    assert.equal(await area.inputValue(), 'y');
    await area.fill('é'.repeat(100_001));
    await create();
    const message = await area.evaluate((field) => (field as HTMLTextAreaElement).validationMessage);
    assert.equal(message, 'At most 100,000 characters: this has 100,001.');
    await area.fill('');
  });

  for (const [how, code, stored] of [
    ['CRLF', 'a\r\nb\r\n', 'a\r\nB\r\nc'],
    ['mixed', 'a\r\nb\n\rc', 'a\nB\nc'],
  ] as const) {
    it(`keeps ${how} line ends, and those of a title, which has one line on the page, until they are edited`, async () => {
      const title = 'one\r\ntwo';
      const id = await edit({ title, code });
      await page.locator('#form-language').selectOption('ruby');
      await save();
      await saved();
      const kept = await storedAt(id);
      assert.deepEqual([kept.language, kept.title, kept.code], ['ruby', title, code]);
      await openForm(page);
      await page.locator('#form-code').fill('a\nB\nc');
      await save();
      await saved();
      const changed = await storedAt(id);
      assert.deepEqual([changed.title, changed.code], [title, stored]);
    });
  }

  // Square brackets stand where the selection begins and ends.
  for (const [what, selected, indented] of [
    ['at the caret', 'a[]b', 'a\t[]b'],
    ['over a part of a line', 'a[b]c', 'a\t[]c'],
    ['over lines', 'a\nb[b\nc]c\nd', 'a\n[\tbb\n\tc]c\nd'],
    ['over lines of which one is empty', '[\na\n\nb]', '[\n\ta\n\n\tb]'],
    ['over lines up to the beginning of the next', 'a[\n]b', '[\ta\n]b'],
  ] as const) {
    it(`indents with Tab ${what}: ${JSON.stringify(indented)}, which Ctrl+Z takes back`, async () => {
      if (!page.url().endsWith('?new')) await page.goto('/snippets/?new');
      const area = page.locator('#form-code');
      const text = selected.replace(/[[\]]/g, '');
      await area.fill(text);
      const [begin, end] = [selected.indexOf('['), selected.indexOf(']') - 1];
      await page.evaluate(`document.activeElement.setSelectionRange(${begin}, ${end})`);
      await area.press('Tab');
      const [value, from, to] = (await page.evaluate(
        '{ const { value, selectionStart, selectionEnd } = document.activeElement; [value, selectionStart, selectionEnd] }',
      )) as [string, number, number];
      assert.equal(`${value.slice(0, from)}[${value.slice(from, to)}]${value.slice(to)}`, indented);
      await area.press('Control+z');
      assert.equal(await area.inputValue(), text);
      await area.press('Escape');
      await area.press('Tab');
      assert.notEqual(await page.evaluate('document.activeElement.id'), 'form-code');
      await area.fill('');
    });
  }

  it('brings a draft back, until it is saved or discarded, and leaves none to the next user', async () => {
    const id = await edit({ title: 'Kept', code: 'x' });
    const note = page.getByText('Your draft is back.');
    await page.locator('#form-title').fill('Kept!');
    await page.reload();
    await note.waitFor();
    assert.equal(await page.locator('#form-title').inputValue(), 'Kept!');
    await page.getByRole('button', { name: 'Discard' }).click();
    await note.waitFor({ state: 'detached' });
    await page.locator('#form-code').fill('y');
    await page.goto('/');
    await page.goto(`/snippets/${id}/#edit`);
    await note.waitFor();
    await save();
    await saved();
    assert.equal((await storedAt(id)).code, 'y');
    await page.goto('/snippets/?new');
    await page.locator('#form-code').fill('secret');
    await logOut(page);
    const kept = "Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length";
    assert.equal(await page.evaluate(kept), 0);
  });

  describe('that is refused', () => {
    let id: number;
    beforeEach(async () => {
      id = await edit({ title: 'Old', code: 'old' });
      await page.locator('#form-code').fill(edited);
    });
    const isStored = async () => {
      await saved();
      assert.equal((await storedAt(id)).code, edited);
    };
    /** Waits for the refusal beside the button. The focus stays in the form. */
    const refusedWith = async (detail: string) => {
      await page.getByRole('alert').getByText(detail).waitFor();
      assert.equal(await page.locator('main .problem').count(), 1);
      assert.equal(await page.evaluate("document.activeElement.closest('form')?.className"), 'snippet-form');
      assert.equal(await page.locator('#form-code').inputValue(), edited);
      assert.equal(await page.locator('.send .primary').isEnabled(), true);
    };
    const inAnotherTab = async (act: (tab: Page) => Promise<unknown>) => {
      const tab = await context.newPage();
      await tab.goto('/');
      await act(tab);
      await tab.close();
    };

    it('is saved if its user logged out and in again in another tab', async () => {
      await inAnotherTab(async (tab) => {
        await logOut(tab);
        await logIn(tab, site.alice);
      });
      await save();
      await isStored();
      await logOut(page);
    });

    it('keeps its text if the session has ended, and is saved after a login in another tab', async () => {
      await inAnotherTab(logOut);
      await save();
      await refusedWith('You are logged out.');
      assert.equal(await page.locator('.username').count(), 0);
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('alert').getByRole('link', { name: 'Log in' }).click(),
      ]);
      await fillLogin(tab, site.alice);
      await tab.close();
      await save();
      await isStored();
    });

    it('keeps its text if the snippet was deleted, is too large, or the network fails', async () => {
      await context.setOffline(true);
      await save();
      await refusedWith('No connection. Nothing is lost: try again.');
      await context.setOffline(false);
      await page.locator('#form-title').fill('x'.repeat(600_000));
      await save();
      await refusedWith('Request body is too large: at most 500000 bytes.');
      await page.locator('#form-title').fill('');
      await site.app.client(site.alice).deleteSnippet({ id });
      await save();
      await refusedWith('This snippet was deleted. Your text is kept.');
      await page.getByRole('button', { name: 'Save as new' }).click();
      await page.waitForURL(`**/snippets/${id + 1}/`);
      assert.equal((await storedAt(id + 1)).code, edited);
    });

    it('shows both texts if somebody else saved, and overwrites nothing until one is chosen', async () => {
      const theirs = { title: 'Theirs', code: 'theirs' };
      await site.app.client(site.alice).updateSnippet({ id, ...theirs });
      await save();
      await refusedWith('Someone saved a newer version.');
      const box = page.getByRole('alert');
      assert.deepEqual(await box.locator('pre mark').allInnerTexts(), [
        'theirs',
        'def edited():\n',
        '\tpass\n',
      ]);
      await box.getByText('Title: Theirs').waitFor();
      await box.getByText('Title: Old').waitFor();
      assert.equal((await storedAt(id)).code, 'theirs');
      assert.deepEqual(await findViolations(page), []);
      await box.getByRole('button', { name: 'Keep mine' }).click();
      await isStored();
      await openForm(page);
      await page.locator('#form-code').fill('again');
      await site.app.client(site.alice).updateSnippet({ id, ...theirs });
      await save();
      await page.getByRole('button', { name: 'Take theirs' }).click();
      await page.locator('.listing code', { hasText: 'theirs' }).waitFor();
      assert.equal(await page.locator('#form-code').inputValue(), 'theirs');
      assert.equal(await page.getByText('Your draft is back.').count(), 0);
    });
  });
});
