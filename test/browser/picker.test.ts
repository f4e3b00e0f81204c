/** Long lists of choices: searchable with script, plain without. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { skipWithoutChromium, type Watched } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the picker of a long list of choices', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let watched: Watched;
  before(async () => {
    watched = await site.openAs(site.alice, '/');
    // Each case begins without the draft of the case before.
    await watched.page.addInitScript('localStorage.clear()');
  });
  async function openForm() {
    await watched.page.goto('/snippets/?new');
    const form = watched.page.locator('#form-post');
    const choices = watched.page.getByRole('option');
    return { ...watched, form, choices, language: form.getByRole('combobox', { name: 'Language' }) };
  }

  it('is searched by name, by other names and by the endings of files, with the keyboard alone', async () => {
    const { page, form, language, choices, troubles, elsewhere } = await openForm();
    assert.equal(await language.inputValue(), 'Python');
    await language.focus();
    for (const [typed, found] of [
      ['c++', 'cpp'],
      ['.rs', 'rust'],
      ['html', 'xml'],
    ] as const) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(typed);
      assert.equal(await language.getAttribute('aria-expanded'), 'true');
      await page.keyboard.press('Enter');
      assert.equal(await form.locator('select[name=language]').inputValue(), found);
      assert.equal(await language.getAttribute('aria-expanded'), 'false');
    }
    await language.fill('jscript');
    assert.equal(await choices.count(), 0);
    await language.fill('ruby');
    await form.getByLabel('Code').fill('x');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/snippets\/\d+\/$/);
    const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    assert.equal((await site.app.client().getSnippet({ id })).language, 'ruby');
    assert.deepEqual([troubles, elsewhere], [[], []]);
  });

  it('shows all choices with the chosen one in sight, moves with arrows, and forgets with Escape', async () => {
    const { page, language, choices } = await openForm();
    await language.click();
    assert.equal(await choices.count(), 193);
    const chosen = page.locator('[role=option][aria-selected=true]');
    assert.match(await chosen.innerText(), /^Python /);
    assert.equal(await language.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
    const list = (await page.getByRole('listbox').boundingBox()) ?? assert.fail();
    const { y } = (await chosen.boundingBox()) ?? assert.fail();
    assert.ok(y > list.y && y < list.y + list.height);
    await page.keyboard.press('ArrowDown');
    assert.match(await chosen.innerText(), /^Python profiler/);
    await page.keyboard.press('Escape');
    assert.equal(await language.inputValue(), 'Python');
    assert.equal(await page.getByRole('listbox').count(), 0);
  });

  it('shows the own code in the language and the style that are in focus, before they are chosen', async () => {
    const { page, form, troubles } = await openForm();
    await form.getByLabel('Code').fill('SELECT 1 FROM t;');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('.hljs-keyword', { hasText: 'SELECT' }).waitFor();
    const style = form.getByRole('combobox', { name: 'Style' });
    await style.fill('dracula');
    await page.waitForResponse('**/preview/');
    const ground = () =>
      preview.locator('.hljs').evaluate((box) => getComputedStyle(box).getPropertyValue('background-color'));
    for (let tries = 0; tries < 50 && (await ground()) !== 'rgb(40, 41, 54)'; tries += 1) await sleep(50);
    assert.equal(await ground(), 'rgb(40, 41, 54)');
    assert.equal(await form.locator('[name=style]').inputValue(), 'friendly');
    await style.press('Enter');
    assert.equal(await style.inputValue(), 'base16/dracula');
    assert.deepEqual(troubles, []);
  });

  it('stores what pasted code looks like, until the user has chosen a language', async () => {
    const { page, form, language } = await openForm();
    const area = form.getByLabel('Code');
    await area.fill('use std::io;\nfn main() {\n  println!("hello");\n}\n');
    assert.equal(await language.inputValue(), 'Rust, detected');
    await area.fill('Buy milk, and call the plumber about the tap in the kitchen.');
    assert.match(await language.inputValue(), /, nothing detected$/);
    assert.equal(await form.locator('[name=language]').inputValue(), 'plaintext');
    await area.fill('SELECT owner, count(*) FROM snippets GROUP BY owner;');
    await area.press('Control+Enter');
    await page.getByText('Created.').waitFor();
    const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    assert.equal((await site.app.client().getSnippet({ id })).language, 'sql');
  });

  it('keeps a chosen language, whatever the code looks like', async () => {
    const { form, language } = await openForm();
    await language.fill('ruby');
    await language.press('Enter');
    await form.getByLabel('Code').fill('package main\n\nfunc main() {\n\tfmt.Println("hello")\n}\n');
    assert.equal(await language.inputValue(), 'Ruby');
  });

  it('stores the guess for somebody who is faster than the scripts of the page', async () => {
    const { page, form } = await openForm();
    let letCome = () => {};
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route(/guess-language/, async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.goto('/snippets/?new', { waitUntil: 'commit' });
    await form.getByLabel('Code').fill('SELECT 1 FROM t;');
    const pressed = form.getByRole('button', { name: 'Create' }).click();
    // Time enough for a click that waits for nothing.
    await sleep(300);
    letCome();
    await pressed;
    await page.unrouteAll();
    await page.getByText('Created.').waitFor();
    const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    assert.equal((await site.app.client().getSnippet({ id })).language, 'sql');
  });

  it('names the choice that a misspelt one means', async () => {
    const { page, form, language } = await openForm();
    await form.getByLabel('Code').fill('x = 1');
    await language.fill('pythn');
    await form.getByRole('button', { name: 'Create' }).click();
    const message = page.locator('#form-post-language-error');
    await message.waitFor();
    assert.equal(await message.innerText(), 'Unknown language pythn. Did you mean python?');
    assert.deepEqual(
      [await language.inputValue(), await form.getByLabel('Code').inputValue()],
      ['pythn', 'x = 1'],
    );
    await language.fill('python');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Created.').waitFor();
  });

  it('is accessible while it is open, with a preview, in light and dark', async () => {
    const { page, form, language } = await openForm();
    await form.getByLabel('Code').fill('use std::io;\nfn main() {\n  println!("hello");\n}\n');
    await form.getByRole('combobox', { name: 'Style' }).fill('nord');
    await page.waitForResponse('**/preview/');
    assert.deepEqual(await findViolations(page), []);
    await language.fill('c');
    assert.deepEqual(await findViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await findColourViolations(page), []);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('narrows the list of snippets, and can be emptied again', async () => {
    const { page } = await site.open('/snippets/?language=ruby');
    const language = page.getByRole('search').getByRole('combobox', { name: 'Language' });
    assert.equal(await language.inputValue(), 'Ruby');
    await language.fill('');
    await language.press('Tab');
    assert.equal(await language.inputValue(), 'Any');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.rows, .empty').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('language') ?? '', '');
  });
});
