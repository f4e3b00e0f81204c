/** How the pages look where the longest names, refused input and paper meet them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { isFull } from '../helpers/full.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the look of the pages', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  it('prints no form and no button of the pages of their owner', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'x = 1' });
    const { page } = await site.openAs(site.alice, '/');
    for (const path of ['/snippets/', `/snippets/${id}/`]) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(path);
      await openForm(page);
      const controls = page.locator('form:visible, button:visible, textarea:visible, .form:visible');
      assert.ok((await controls.count()) > 3);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await controls.count(), 0);
    }
  });

  it('moves no button under the pointer when the form to edit opens, and closes it without a change', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'x = 1' });
    const { page } = await site.openAs(site.alice, '/');
    for (const width of [390, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/snippets/${id}/`);
      const places = () =>
        Promise.all(
          ['.form > summary', '.more > summary', '.share > summary'].map((part) =>
            page.locator(part).boundingBox(),
          ),
        );
      const before = await places();
      await openForm(page);
      await page.locator('#form-put-code').waitFor();
      assert.deepEqual(await places(), before);
      await page.locator('#form-put-code').fill('x = 2');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.locator('#form-put-code').waitFor({ state: 'hidden' });
      assert.equal(await page.locator('.listing code').innerText(), 'x = 1');
    }
  });

  it('keeps each link of the header on one line on a phone, and shows no button for keys', async () => {
    const phone = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
    const { page } = await site.openAs(site.alice, '/users/', phone);
    for (const link of await page.locator('.navigation a').all()) {
      const { height, width } = (await link.boundingBox()) ?? assert.fail();
      assert.ok(height < 50 && width > 20, `${width} x ${height}`);
    }
    assert.equal(await page.locator('.navigation a').count(), 3);
    assert.equal(await page.locator('[data-help]').isVisible(), false);
  });

  it('gives a red border to every control whose value was refused, and to no other', async () => {
    const { page } = await site.openAs(site.alice, '/snippets/');
    await openForm(page);
    const form = page.locator('#form-post');
    // No picker can name it: another page may have been open while the contract changed.
    await page.evaluate(`{
      const select = document.querySelector('#form-post select[name=language]');
      select.options[0].value = 'zz';
      select.selectedIndex = 0;
    }`);
    await form.getByLabel('Code').fill(' ');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.locator('#form-post-language-error').waitFor();
    const colourOf = (name: string, property: string) =>
      page.locator(name).evaluate((part, of) => getComputedStyle(part).getPropertyValue(of), property);
    const red = await colourOf('#form-post-language-error', 'color');
    const borders = ['title', 'code', 'language', 'style'].map((name) =>
      colourOf(`#form-post-${name}`, 'border-top-color'),
    );
    assert.deepEqual(
      (await Promise.all(borders)).map((colour) => colour === red),
      [false, true, true, false],
    );
  });

  for (const length of isFull ? [26, 150] : [150])
    it(`keeps the account on one line of the header with a name of ${length} characters`, async () => {
      const user = await site.app.addUser('m'.repeat(length));
      const { page } = await site.openAs(user, '/snippets/');
      for (const width of [360, 1000]) {
        await page.setViewportSize({ width, height: 800 });
        const header = (await page.locator('header.site').boundingBox()) ?? assert.fail();
        const menu = (await page.locator('.account summary').boundingBox()) ?? assert.fail();
        assert.ok(header.height < 60 && menu.x + menu.width <= width, JSON.stringify([header, menu]));
        await page.locator('.account summary').click();
        const button = (await page.getByRole('button', { name: 'Log out' }).boundingBox()) ?? assert.fail();
        assert.ok(button.x >= 0 && button.x + button.width <= width, JSON.stringify(button));
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
        await page.keyboard.press('Escape');
      }
    });
});
