/** The compressed form in which highlighted HTML is stored. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compressPage, decompressPage } from '#src/highlighting/compress-page.js';
import { highlight } from '#src/highlighting/highlight.js';

const input = (code: string, language: string) => ({
  code,
  language,
  style: 'friendly',
  linenos: false,
  title: '',
});

it('keeps highlighted HTML as it is', async () => {
  const given = input('const a = [1, 2];\n'.repeat(50), 'javascript');
  const page = highlight(given, 60_000);
  const { gzip, plain } = await compressPage(given, page);
  assert.equal(plain, false);
  assert.equal(await decompressPage(gzip), page.html);
  assert.ok(gzip.length < page.html.length / 4);
});

it('keeps the plain page of code whose HTML is too large for it, even compressed', async () => {
  // Pages of real code are below the limit, so this test lowers it.
  const code = Array.from({ length: 20_000 }, (_, i) => `[${(i * 7919) % 10_007},"${i % 97}"]`).join(',');
  const given = input(code, 'json');
  const { gzip, plain } = await compressPage(given, highlight(given, 60_000), 0.05);
  assert.equal(plain, true);
  assert.match(await decompressPage(gzip), /shown as plain text, without highlighting: too-large/);
});
