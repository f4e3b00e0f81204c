import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { highlightCode } from '#src/highlighting/grammars.js';
import { sample } from '#src/highlighting/sample.js';
import { startApp, type TestApp } from '../helpers/app.js';

describe('the sample of a style', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  it('is what the highlighter makes of its code', () => {
    assert.equal(sample.html, highlightCode(sample.code, sample.language));
  });

  it('is a page in that style that runs and loads nothing and only our pages may frame', async () => {
    // No operation of the contract, like all assets.
    const response = await fetch(`${app.url}/assets/sample?style=base16%2Fdracula`);
    assert.equal(response.status, 200);
    assert.equal(
      response.headers.get('Content-Security-Policy'),
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    );
    const page = await response.text();
    assert.ok(page.includes(sample.html));
    assert.ok(page.includes('#282936'), page);
  });

  for (const query of ['', '?style=', '?style=nothing', '?style=../core', '?style=dark&style=default'])
    it(`is missing for ${query || 'no style'}`, async () => {
      assert.equal((await app.fetch(`/assets/sample${query}`)).status, 404);
    });
});
