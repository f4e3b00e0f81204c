/** The page around the markup of a snippet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLines, lineRangeScript, renderHtmlPage } from '#src/highlighting/html-page.js';
import { plainMarkup } from '#src/highlighting/markup.js';
import { textOf } from './read-markup.js';

const snippet = { language: 'python', style: 'github', linenos: false, title: '', plain: null };
const pageOf = (code: string, input: Partial<typeof snippet> = {}) =>
  renderHtmlPage({ ...snippet, markup: '', excerpt: code, ...input }, '../');
/** The column of line numbers. */
const numbersOf = (page: string) =>
  /<td class="numbers hljs"><pre aria-hidden="true">(.*?)<\/pre>/s.exec(page)?.[1]?.replace(/<[^<>]*>/g, '');

test('the page is complete, in UTF-8, loads nothing, and has its theme and one script', () => {
  const page = pageOf('<span class="hljs-number">1</span>');
  assert.ok(page.startsWith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'));
  const end = `<footer><a href="../" target="_top">About this snippet</a></footer>\n<script>${lineRangeScript}</script>\n</body>\n</html>\n`;
  assert.ok(page.endsWith(end));
  assert.match(page, /<style>[^<]*#24292e[^<]*<\/style>/);
  assert.match(page, /<main>\n<div class="code"><pre><code class="language-python" translate="no"><span/);
  const rest = page.slice(0, -end.length);
  assert.doesNotMatch(rest, /<script|<link|<img|<footer|<table|<h1|<!--|javascript:|url\(| on\w+=/i);
  const sample = renderHtmlPage({ ...snippet, markup: '', excerpt: 'x' }, undefined);
  assert.doesNotMatch(sample, /<footer|<script/);
});

test('a title is in the head and in a heading, and stays text', () => {
  assert.match(pageOf('x'), /<title>Snippet in python<\/title>/);
  for (const title of [
    'Tea & biscuits',
    '</title><script>alert(1)</script>',
    '"><a href="javascript:alert(1)">',
  ])
    for (const place of [/<title>(.*)<\/title>/, /<h1>(.*)<\/h1>/])
      assert.equal(textOf(place.exec(pageOf('x', { title }))?.[1] ?? ''), title);
});

test('line numbers are a table of one row: a cell of numbers, each a link to its line, and a cell of code', () => {
  const page = pageOf('a = <span>"""\nb\n"""\n</span>', { linenos: true });
  assert.equal(numbersOf(page), '1\n2\n3');
  assert.match(page, /<a id="L2" href="#L2" tabindex="-1">2<\/a>/);
  const counts = [/<tr>/g, /<td /g, /<pre/g].map((part) => page.match(part)?.length);
  assert.deepEqual(counts, [1, 2, 2]);
  const long = pageOf('x\n'.repeat(6000), { linenos: true });
  assert.match(long, /<a id="L5000"[^\n]*\n5001\n/);
  assert.equal(numbersOf(long)?.split('\n').length, 6000);
});

test('a final newline does not start another line', () => {
  const counts = ['a', 'a\n', 'a\nb', 'a\n\n', '\na', 'a\r\nb\r\n'].map(countLines);
  assert.deepEqual(counts, [1, 1, 2, 2, 2, 2]);
});

test('the page names the lines that look different from what they do, and a title that shows nothing is none', () => {
  const noteOf = (code: string, title = '') =>
    /<p class="note">(.*)<\/p>\n<main>/.exec(pageOf(code, { title }))?.[1];
  const odd = '/* \u202e */\n';
  assert.equal(noteOf('a\nb \u05d0\n'), undefined);
  assert.equal(noteOf(`a\n${odd}`), 'Line 2 may not do what it appears to do.');
  assert.equal(noteOf(`a\n\n${odd}\r\u2066\n`), 'Lines 3 and 4 may not do what they appear to do.');
  const many = 'Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 5 more may not do what they appear to do.';
  assert.equal(noteOf(odd.repeat(15), 'a\u200fb'), `The title may not be what it appears to be. ${many}`);
  for (const title of [' \u200b', '\u3164', '\u2800', '\u00ad\u2060'])
    assert.doesNotMatch(pageOf('x', { title }), /<h1>|<title>(?!Snippet in python)/);
});

test('plain code has a comment that gives the reason', () => {
  const page = renderHtmlPage({ ...snippet, ...plainMarkup('<b>', 'timeout') }, '../');
  assert.ok(page.includes('<!-- shown as plain text, without highlighting: timeout -->'));
  assert.ok(page.includes('translate="no">&lt;b&gt;</code>'));
});
