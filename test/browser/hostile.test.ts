/** Whatever people write stays text, on every page: a canary that would run is never heard. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inBrowser, logIn, skipWithoutChromium } from '../helpers/chromium.js';

const CANARY = 'fetch("/canary")';

const hostile = [
  `<script>${CANARY}</script>`,
  `</script><script>${CANARY}</script>`,
  `"><img src=x onerror='${CANARY}'>`,
  `' onfocus='${CANARY}' autofocus='`,
  `</textarea><svg onload='${CANARY}'>`,
  `</title></option></datalist><img src=x onerror=${CANARY}>`,
  `javascript:${CANARY}`,
  `\${${CANARY}} {{constructor.constructor('${CANARY}')()}} <%= ${CANARY} %>`,
  `<iframe srcdoc="<script>parent.${CANARY}</script>">`,
  `<base href="//elsewhere.invalid/"><meta http-equiv=refresh content="0;url=javascript:${CANARY}">`,
  `-->]]><style>@import "//elsewhere.invalid/"</style>`,
  'user\u202etxt.exe \u2066\u2067 \u2029\u2028 end',
];

describe('hostile input', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ EMBED_ORIGINS: 'https://blog.example.com' });
  it('stays text on every page', async () => {
    const mallory = await site.app.addUser('mallory');
    const client = site.app.client(mallory);
    for (const text of hostile)
      await client.createSnippet({ title: text.slice(0, 100), code: text, language: 'xml' });

    const page = await site.open('/');
    const heard: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/canary') heard.push(`${page.url()} ran a canary`);
    });
    page.on('dialog', (dialog) => heard.push(dialog.message()));
    await logIn(page, mallory);
    // No user may be called like this; a store filled by other means may say so all the same.
    await site.app.store.snippets.updateOne({ _id: 1 }, { $set: { owner: hostile[2] ?? '' } });
    await site.app.store.users.updateOne({ _id: mallory.id }, { $set: { username: hostile[0] ?? '' } });

    const queries = hostile.map((text) => `/snippets/?q=${encodeURIComponent(text)}`);
    // These take texts of any length.
    const all = encodeURIComponent(hostile.join(' '));
    queries.push(
      ...[`/snippets/?owner=${all}`, `/snippets/?language=${all}`, `/snippets/?language=${all}&format=api`],
      ...[`/api-auth/login/?next=${all}`, `/${all}/`, `/docs/?${all}`, `/docs/try/?${all}#/${all}`],
    );
    const details = hostile.map((_, index) => `/snippets/${index + 1}/`);
    const lists = ['/', '/snippets/', '/snippets/?format=api', '/users/', `/users/${mallory.id}/`];
    for (const path of [...lists, ...details, ...queries]) {
      await page.goto(path);
      // Swagger UI makes its own.
      await page.locator('main').waitFor();
      const title = await page.evaluate('document.querySelectorAll("main").length + document.title');
      assert.match(String(title), /^1.* - Snippet Store$/s, path);
    }
    for (const path of details) await page.goto(`${path}highlight/`);
    await page.goto('/snippets/9/#edit');
    await page.locator('.preview .hljs').waitFor();
    assert.equal(await page.locator('#form-code').inputValue(), hostile[8]);
    await page.goto(`/snippets/${hostile.length}/?format=api`);
    assert.match(String(await page.locator('.json').textContent()), /user\\u202etxt\.exe \\u2066\\u2067/);
    assert.deepEqual(heard, []);
  });
});
