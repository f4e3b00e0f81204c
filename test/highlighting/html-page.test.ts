/** The page around the markup of a snippet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight, plainMarkup } from '#src/highlighting/highlight.js';
import { countLines, renderHtmlPage } from '#src/highlighting/html-page.js';
import { lineRangeScript } from '#src/highlighting/line-range.js';
import { textOf } from './read-markup.js';

const snippet = { code: 'print(1)\n', language: 'python', style: 'friendly', linenos: false, title: '' };
const pageOf = (input: Partial<typeof snippet>) => {
  const given = { ...snippet, ...input };
  return renderHtmlPage({ ...given, ...highlight(given.code, given.language, 60_000) }, '../');
};
/** The column of line numbers. */
const numbersOf = (page: string) =>
  /<td class="numbers hljs"><pre aria-hidden="true">(.*?)<\/pre>/s.exec(page)?.[1]?.replace(/<[^<>]*>/g, '');
const codeOf = (page: string) => /<code [^<>]*>([\s\S]*)<\/code><\/pre>/.exec(page)?.[1] ?? '';

test('the page is complete, in UTF-8, loads nothing, and has its theme and one script', () => {
  const page = pageOf({ style: 'github' });
  assert.ok(page.startsWith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'));
  const end = `<footer><a href="../" target="_top">About this snippet</a></footer>\n<script>${lineRangeScript}</script>\n</body>\n</html>\n`;
  assert.ok(page.endsWith(end));
  assert.equal(page.match(/<style>/g)?.length, 1);
  assert.match(page, /#24292e/);
  assert.match(page, /<main>\n<div class="code"><pre><code class="language-python" translate="no"><span/);
  assert.doesNotMatch(
    page.slice(0, -end.length),
    /<script|<link|<img|<footer|<table|<h1|javascript:|url\(| on\w+=/i,
  );
  assert.match(page, /<title>Snippet in python<\/title>/);
});

test('a sample has neither link nor script', () => {
  const page = renderHtmlPage(
    { ...snippet, ...highlight(snippet.code, snippet.language, 60_000) },
    undefined,
  );
  assert.doesNotMatch(page, /<footer|<script/);
});

test('a title is in the head and in a heading, and stays text', () => {
  for (const title of [
    'Tea & biscuits',
    '</title><script>alert(1)</script>',
    '"><a href="javascript:alert(1)">',
  ]) {
    const page = pageOf({ title });
    for (const place of [/<title>(.*)<\/title>/, /<h1>(.*)<\/h1>/])
      assert.equal(textOf(place.exec(page)?.[1] ?? ''), title);
  }
});

test('line numbers are a table of one row: a cell of numbers, each a link to its line, and a cell of code', () => {
  const page = pageOf({ code: 'a = """\nb\n"""\n', linenos: true });
  assert.equal(numbersOf(page), '1\n2\n3');
  assert.match(page, /<a id="L2" href="#L2" tabindex="-1">2<\/a>/);
  for (const [part, count] of [
    [/<tr>/g, 1],
    [/<td /g, 2],
    [/<pre/g, 2],
    [/<span/g, 1],
  ] as const)
    assert.equal(page.match(part)?.length, count, String(part));
  const long = pageOf({ code: 'x\n'.repeat(6000), language: 'plaintext', linenos: true });
  assert.match(long, /<a id="L5000"[^\n]*\n5001\n/);
  assert.equal(numbersOf(long)?.split('\n').length, 6000);
});

test('a final newline does not start another line', () => {
  for (const [code, lines] of [
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\n\n', 2],
    ['\na', 2],
    ['a\r\nb\r\n', 2],
  ] as const)
    assert.equal(countLines(code), lines, JSON.stringify(code));
});

test('plain code has a comment that gives the reason', () => {
  const page = renderHtmlPage({ ...snippet, ...plainMarkup('<b>', 'timeout') }, '../');
  assert.ok(page.includes('<!-- shown as plain text, without highlighting: timeout -->'));
  assert.equal(codeOf(page), '&lt;b&gt;');
  assert.doesNotMatch(pageOf({}), /<!--/);
});
