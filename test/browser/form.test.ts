/** The form of a snippet: what is typed reaches the store as it is, and nothing that stands in the way takes it. */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { readSpecification } from '#src/contract/read-specification.js';
import { handlers } from '#src/handlers/index.js';
import { definitions } from '#src/store/definitions.js';
import { basicHeader, type TestUser, useApp, useUser } from '../helpers/app.js';
import {
  fillLogin,
  findViolations,
  inBrowser,
  logIn,
  logOut,
  openForm,
  skipWithoutChromium,
} from '../helpers/chromium.js';
import { countOf } from '../helpers/stores.js';
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
    await page.locator('#form-code-error', { hasText: 'Enter some code.' }).waitFor();
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
    assert.equal(await page.locator('optgroup[label="Recently used"] option').first().innerText(), 'Python');
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
    // The preview ends in the middle of a character.
    const [whole] = await Promise.all([
      page.waitForResponse('**/preview/?detect=true'),
      page.locator('#form-code').fill(`puts '${'😀'.repeat(10_000)}'\n`),
    ]);
    assert.equal(whole.status(), 200);
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
    ['CR', '\ra\rb', 'a\rB\rc'],
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
      await page.goto(`/snippets/${id}/?format=api`);
      await page.getByLabel('Style').selectOption('monokai');
      await page.getByRole('button', { name: 'PUT' }).click();
      await page.locator('.json', { hasText: '"style": "monokai"' }).waitFor();
      assert.deepEqual(await storedAt(id), { ...kept, style: 'monokai' });
      await page.goto(`/snippets/${id}/`);
      await openForm(page);
      await page.locator('#form-code').fill('a\nB\nc');
      await save();
      await saved();
      const changed = await storedAt(id);
      assert.deepEqual([changed.title, changed.code], [title, stored]);
    });
  }

  // Square brackets stand where the selection begins and ends.
  for (const [key, what, selected, typed] of [
    ['Tab', 'at the caret', 'a[]b', 'a\t[]b'],
    ['Tab', 'at the caret of code that indents by spaces', 'if x:\n  y\n[]z', 'if x:\n  y\n  []z'],
    ['Tab', 'over a part of a line', 'a[b]c', 'a\t[]c'],
    ['Tab', 'over lines', 'a\nb[b\nc]c\nd', 'a\n[\tbb\n\tc]c\nd'],
    ['Tab', 'over lines of which one is empty', '[\na\n\nb]', '[\n\ta\n\n\tb]'],
    ['Tab', 'over lines up to the beginning of the next', 'a[\n]b', '[\ta\n]b'],
    ['Shift+Tab', 'at the caret', 'x\n\t\ta[]', 'x\n\ta[]'],
    ['Shift+Tab', 'before the indent', '[]\ta', '[]a'],
    ['Shift+Tab', 'over lines', 'x\n  [a\n    b\nc]', 'x\n[a\n  b\nc]'],
    ['Enter', 'in an indented line', '\ta[]b', '\ta\n\t[]b'],
  ] as const) {
    it(`indents by ${key} ${what}: ${JSON.stringify(typed)}, which Ctrl+Z takes back`, async () => {
      if (!page.url().endsWith('?new')) await page.goto('/snippets/?new');
      const area = page.locator('#form-code');
      const text = selected.replace(/[[\]]/g, '');
      await area.fill(text);
      const [begin, end] = [selected.indexOf('['), selected.indexOf(']') - 1];
      await page.evaluate(`document.activeElement.setSelectionRange(${begin}, ${end})`);
      // A key that composes a character, as of Japanese, does nothing else.
      await area.dispatchEvent('keydown', { key, isComposing: true });
      assert.equal(await area.inputValue(), text);
      await area.press(key);
      const [value, from, to] = (await page.evaluate(
        '{ const { value, selectionStart, selectionEnd } = document.activeElement; [value, selectionStart, selectionEnd] }',
      )) as [string, number, number];
      assert.equal(`${value.slice(0, from)}[${value.slice(from, to)}]${value.slice(to)}`, typed);
      await area.press('Control+z');
      assert.equal(await area.inputValue(), text);
      await area.press('Escape');
      await area.press('Tab');
      assert.notEqual(await page.evaluate('document.activeElement.id'), 'form-code');
      await area.fill('');
    });
  }

  const offers = () => page.getByText(/^Unsaved text from /);
  const restore = () => page.getByRole('button', { name: 'Restore' }).click();
  const drafts = "Object.keys(localStorage).filter((key) => key.startsWith('draft:'))";
  const countDrafts = async () => ((await page.evaluate(drafts)) as string[]).length;

  it('offers what was typed in another tab or before, inserts nothing unasked, and forgets only what is saved', async () => {
    const id = await edit({ title: 'Kept', code: 'x' });
    await page.locator('#form-title').press('Escape');
    await page.waitForURL(`**/snippets/${id}/`);
    await openForm(page);
    await page.locator('#form-title').fill('Kept!');
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/snippets/${id}/`);
    await openForm(page);
    assert.equal(await page.locator('#form-title').inputValue(), 'Kept');
    // What is typed before the other is brought back stays a draft of its own.
    await page.locator('#form-code').fill('pasted');
    await restore();
    assert.deepEqual(
      [await page.locator('#form-title').inputValue(), await page.locator('#form-code').inputValue()],
      ['Kept!', 'x'],
    );
    const tab = await context.newPage();
    await tab.goto('/snippets/?new');
    await tab.locator('#form-code').fill('in another tab');
    await save();
    await saved();
    assert.equal((await storedAt(id)).title, 'Kept!');
    await tab.close();
    await page.evaluate(
      "localStorage.setItem('draft:' + document.querySelector('.logout').dataset.user + ':x', '{')",
    );
    assert.equal(await countDrafts(), 3);
    await page.reload();
    await openForm(page);
    await offers().waitFor();
    assert.equal(await countDrafts(), 2, 'one that cannot be read is dropped');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.goto('/snippets/?new');
    await offers().waitFor();
    assert.equal(await page.locator('#form-code').inputValue(), '');
    await restore();
    assert.equal(await page.locator('#form-code').inputValue(), 'in another tab');
  });

  it('keeps drafts for the user who typed them: shows nobody else, survives the session, and goes with a logout', async () => {
    await page.goto('/snippets/?new');
    await page.locator('#form-code').fill('secret');
    await context.clearCookies();
    await page.goto('/');
    await logIn(page, await site.app.addUser('bob'));
    await page.goto('/snippets/?new');
    await page.locator('#form-code:focus').waitFor();
    assert.deepEqual([await offers().count(), (await countDrafts()) > 0], [0, true]);
    await page.locator('#form-code').fill('of bob');
    await logOut(page);
    await logIn(page, site.alice);
    await page.goto('/snippets/?new');
    await restore();
    assert.equal(await page.locator('#form-code').inputValue(), 'secret');
    await logOut(page);
    assert.equal(await countDrafts(), 0);
    await logIn(page, site.alice);
  });

  describe('whose answer is late or lost', () => {
    /** Sends the requests of a method to the service, and loses the answers to the first ones. */
    const loseAnswers = async (method: string, most: number) => {
      let count = 0;
      await page.route('**/snippets/**', async (route) => {
        if (route.request().method() !== method) return route.fallback();
        await route.fetch();
        count += 1;
        return count > most ? route.fallback() : route.abort('internetdisconnected');
      });
    };
    const isLost = () => page.getByText('No connection. Nothing is lost: try again.').waitFor();
    const countStored = () => countOf(site.app.store.snippets, { ownerId: site.alice.id });
    beforeEach(() => page.goto('/snippets/?new'));
    afterEach(() => page.unroute('**/snippets/**'));

    it('creates one snippet, however often it is sent', async () => {
      const before = await countStored();
      await page.locator('#form-code').fill('once');
      let sent = 0;
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/snippets/**', async (route) => {
        sent += Number(route.request().method() === 'POST');
        await held;
        await route.fallback();
      });
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: 'Saving…' }).waitFor();
      await page.evaluate("document.querySelector('.snippet-form').requestSubmit()");
      // What is typed now would be lost with the page, and is no command either.
      await page.keyboard.type('n/');
      assert.equal(await page.locator('#form-code').isEnabled(), false);
      answer();
      await saved();
      assert.deepEqual([sent, await countStored()], [1, before + 1]);
      assert.equal(await page.locator('.facts .saved').innerText(), 'Saved');
      assert.equal(await countDrafts(), 0);
    });

    for (const [how, edited_] of [
      ['as it was', 'typed'],
      ['and edited', 'typed, and more'],
    ] as const)
      it(`is sent again ${how}, also after a reload, and is one snippet`, async () => {
        const before = await countStored();
        await loseAnswers('POST', 2);
        await page.locator('#form-code').fill('typed');
        await create();
        await isLost();
        await create();
        await isLost();
        await page.reload();
        await restore();
        await page.locator('#form-code').fill(edited_);
        await create();
        await saved();
        assert.equal(await countStored(), before + 1);
        const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
        assert.equal((await storedAt(id)).code, edited_);
        await page.unroute('**/snippets/**');
        await openForm(page);
        await loseAnswers('PUT', 1);
        await page.locator('#form-code').fill('changed');
        await save();
        await isLost();
        await page.locator('#form-code').fill('changed twice');
        await save();
        await saved();
        assert.equal((await storedAt(id)).code, 'changed twice');
      });

    it('says so, and can be given up: the text and the message of the last try are what is left', async () => {
      await page.route('**/snippets/**', () => undefined);
      await page.locator('#form-code').fill('hangs');
      await page.clock.install();
      await create();
      await page.clock.runFor(6000);
      await page.getByRole('button', { name: 'Stop waiting' }).click();
      await page.getByText('Stopped. Nothing is lost: try again.').waitFor();
      assert.equal(await page.locator('#form-code').inputValue(), 'hangs');
      await page.unroute('**/snippets/**');
      await create();
      await saved();
    });
  });

  it('works whole where the browser refuses to keep anything', async () => {
    const refusing = await site.openAs(site.alice, '/');
    await refusing.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
        });
    });
    await refusing.goto('/snippets/?new');
    await refusing.locator('#form-code').fill('x = 1');
    await refusing.keyboard.press('Control+Enter');
    await refusing.waitForURL(/snippets\/\d+\/$/);
    await openForm(refusing);
    await refusing.locator('#form-title').fill('Named');
    await refusing.keyboard.press('Control+Enter');
    await refusing.getByRole('heading', { level: 1, name: 'Named' }).waitFor();
    refusing.once('dialog', (dialog) => dialog.accept());
    await refusing.getByText('More', { exact: true }).click();
    await refusing.getByRole('button', { name: 'Wrap long lines' }).click();
    await refusing.locator('.wrapped').waitFor();
    await refusing.getByRole('button', { name: 'Delete' }).click();
    await refusing.waitForURL('**/snippets/?order=-created');
    assert.equal(await refusing.getByRole('link', { name: 'Named' }).count(), 0);
  });

  describe('of a contract with further fields', () => {
    const specification = structuredClone(readSpecification());
    const { Snippet, SnippetInput, SnippetForm } = specification.components.schemas;
    const license = { type: 'string', enum: ['none', 'MIT'], default: 'none' };
    const stars = { type: 'integer', default: 0 };
    for (const schema of [Snippet, SnippetInput, SnippetForm])
      Object.assign(schema?.properties ?? {}, { license, stars });
    const { snippets, ...others } = definitions;
    const fields = { ...snippets.fields, license: 'text?', stars: 'integer?' } as const;
    const api = { specification, handlers, definitions: { ...others, snippets: { ...snippets, fields } } };
    const app = useApp({ api, env: { AUTH_SCHEMES: 'session,basic' } });
    const ada = useUser(app, 'ada');

    it('shows them, sends them in their types, and erases none', async () => {
      const further = { code: 'x', license: 'MIT', stars: 7 };
      const response = await app.sendJson('POST', '/snippets/', further, basicHeader(ada));
      assert.equal(response.status, 201);
      const page = await site.openAs(ada, '/snippets/1/', { baseURL: app.url });
      await openForm(page);
      await page.getByLabel('Title').fill('Named');
      await page.getByLabel('Stars').fill('8');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { level: 1, name: 'Named' }).waitFor();
      const { title, ...stored } = await (await app.fetch('/snippets/1/')).json();
      assert.deepEqual([title, stored.license, stored.stars], ['Named', 'MIT', 8]);
    });
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

    it('is saved if its user logged out and in again in another tab, and names another user', async () => {
      const carol = await site.app.addUser('carol');
      const become = (user: TestUser) =>
        inAnotherTab(async (tab) => {
          await logOut(tab);
          await logIn(tab, user);
        });
      await become(carol);
      await save();
      await refusedWith('You are now logged in as carol.');
      await become(site.alice);
      await save();
      await isStored();
      await page.goto('/snippets/?new');
      await page.locator('#form-code').fill('x');
      await become(carol);
      await create();
      await page.locator('.saved', { hasText: 'Saved as carol, who is logged in now' }).waitFor();
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
      await box.getByRole('button', { name: 'Save mine over theirs' }).click();
      await isStored();
      await openForm(page);
      await page.locator('#form-code').fill('again');
      await site.app.client(site.alice).updateSnippet({ id, ...theirs });
      await save();
      await page.getByRole('button', { name: 'Discard mine' }).click();
      await page.locator('.listing code', { hasText: 'theirs' }).waitFor();
      assert.equal(await page.locator('#form-code').inputValue(), 'theirs');
      assert.equal(await page.getByText('Unsaved text from').count(), 0);
    });
  });
});
