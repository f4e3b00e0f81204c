import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlight as highlightWithin } from '#src/highlighting/highlight.js';
import {
  countLines,
  type HighlightInput,
  renderHtmlPage,
  renderPlainHtmlPage,
} from '#src/highlighting/html-page.js';
import { languages } from '#src/highlighting/languages.js';
import { lineRangeScript } from '#src/highlighting/line-range.js';
import { codeOf, numbersOf, textOf } from './read-html-page.js';

const snippet = { code: 'print(1)\n', language: 'python', style: 'friendly', linenos: false, title: '' };

const highlight = (input: HighlightInput, maxBytes?: number) => highlightWithin(input, 60_000, maxBytes);

/** Checks that the page ends with the script, and takes it away. */
function withoutScript(html: string): string {
  const end = `<script>${lineRangeScript}</script>\n</body>\n</html>\n`;
  assert.ok(html.endsWith(end));
  return html.slice(0, -end.length);
}

test('the HTML is a complete page in UTF-8 with its theme and one script', () => {
  const { html, plain } = highlight({ ...snippet, style: 'github' });
  assert.ok(html.startsWith('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'));
  assert.ok(html.endsWith('</body>\n</html>\n'));
  assert.equal(html.match(/<style>/g)?.length, 1);
  assert.match(html, /#24292e/);
  assert.match(html, /<span class="hljs-built_in">print<\/span>/);
  assert.doesNotMatch(withoutScript(html), /<script|<link|<img|javascript:|url\(| on\w+=/i);
  assert.equal(plain, false);
});

test('a title is in the head and in a heading; without a title there is no heading', () => {
  const titled = highlight({ ...snippet, title: 'Tea & biscuits' }).html;
  assert.match(titled, /<title>Tea &amp; biscuits<\/title>/);
  assert.match(titled, /<h1>Tea &amp; biscuits<\/h1>/);
  const untitled = highlight(snippet).html;
  assert.match(untitled, /<title>Snippet in python<\/title>/);
  assert.doesNotMatch(untitled, /<h1>/);
});

const probes = [
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style></code></pre><img src=x onerror=alert(1)>',
  '<!-- --><svg/onload=alert(1)>',
  '"><a href="javascript:alert(1)">',
  '&lt;script&gt; &amp;lt; &#60;',
  '{{constructor.constructor("alert(1)")()}}',
];

test('a hostile title stays text', () => {
  for (const title of probes) {
    const { html } = highlight({ ...snippet, title });
    const [, head = '', heading = ''] = /<title>(.*)<\/title>[\s\S]*<h1>(.*)<\/h1>/.exec(html) ?? [];
    assert.equal(textOf(head), title);
    assert.equal(textOf(heading), title);
    assert.doesNotMatch(withoutScript(html), /<(script|img|svg|a (?!href="\.\.\/"))\b/);
  }
});

test('hostile code stays text in every language', () => {
  for (const language of languages) {
    for (const code of probes) {
      for (const html of [
        highlight({ ...snippet, code, language }).html,
        renderPlainHtmlPage({ ...snippet, code, language, back: '../' }, 'failed'),
      ]) {
        assert.equal(textOf(codeOf(html)), code);
        assert.doesNotMatch(withoutScript(html), /<(script|img|svg|a (?!href="\.\.\/"))\b/);
      }
    }
  }
});

test('code survives to the last character: leading newlines, CR, CRLF, tabs, other separators, no final newline', () => {
  for (const code of [
    '\n\nx',
    '\nx\n',
    'a\r\nb\r\n',
    'a\rb',
    '\tx\t \n',
    'x',
    'x\n\n\n',
    '\u2028a\u0085\f\v',
    '😀 e\u0301 \u202Eabc',
  ]) {
    for (const linenos of [false, true]) {
      const { html } = highlight({ ...snippet, code, linenos });
      assert.equal(textOf(codeOf(html)), code);
      assert.ok(!html.includes('\r'), 'a parser would read CR as LF');
      assert.equal(textOf(codeOf(renderPlainHtmlPage({ ...snippet, code, linenos }, 'timeout'))), code);
    }
  }
});

test('line numbers are a table of one row: a cell of numbers, a cell of code', () => {
  const { html } = highlight({ ...snippet, code: 'a = """\nb\n"""\n', linenos: true });
  assert.equal(numbersOf(html), '1\n2\n3');
  assert.equal(html.match(/<tr>/g)?.length, 1);
  assert.equal(html.match(/<td /g)?.length, 2);
  assert.equal(html.match(/<pre/g)?.length, 2);
  assert.equal(numbersOf(highlight(snippet).html), undefined);
  assert.doesNotMatch(highlight(snippet).html, /<table/);
});

test('each line number is a link to its line', () => {
  const { html } = highlight({ ...snippet, code: 'a\nb\n', linenos: true });
  assert.match(html, /<a id="L2" href="#L2" tabindex="-1">2<\/a>/);
  assert.match(html, /a:target::before/);
});

test('very long code has line numbers without links beyond line 5,000', () => {
  const { html } = highlight({ ...snippet, code: '\n'.repeat(6000), language: 'plaintext', linenos: true });
  assert.match(html, /<a id="L5000"/);
  assert.match(html, /\n5001\n/);
  assert.equal(numbersOf(html)?.split('\n').length, 6000);
});

test('the page has a main part, a link to the page about the snippet, and a preview for chats', () => {
  const { html } = highlight({ ...snippet, title: 'Tea & biscuits', code: 'a  <b>\n\nc' });
  assert.match(
    html,
    /<main>\n<div class="code">[\s\S]*<\/main>\n<footer><a href="\.\.\/" target="_top">About this snippet<\/a>/,
  );
  assert.match(html, /<meta property="og:title" content="Tea &amp; biscuits">/);
  assert.match(html, /<meta property="og:description" content="a &lt;b&gt; c">/);
  assert.doesNotMatch(renderHtmlPage(snippet, ''), /<footer>/);
});

test('a final newline does not start another line', () => {
  for (const [code, lines] of [
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\nb\n', 2],
    ['a\n\n', 2],
    ['\na', 2],
    ['a\r\nb\r\n', 2],
  ] as const) {
    assert.equal(countLines(code), lines, JSON.stringify(code));
  }
});

test('a span over many lines is opened once', () => {
  const { html } = highlight({ ...snippet, code: `"""${'line\n'.repeat(1000)}"""`, linenos: true });
  assert.equal(codeOf(html).match(/<span/g)?.length, 1);
});

test('plain HTML has a comment that gives the reason', () => {
  for (const reason of ['timeout', 'too-large', 'failed'] as const) {
    assert.ok(
      renderPlainHtmlPage(snippet, reason).includes(
        `<!-- shown as plain text, without highlighting: ${reason} -->`,
      ),
    );
  }
  assert.doesNotMatch(renderHtmlPage(snippet, 'print(1)'), /<!--/);
});

test('HTML beyond the size limit is replaced by plain HTML', () => {
  const input = { ...snippet, code: '[1]'.repeat(1000), language: 'json', linenos: true };
  const { html, plain, reason } = highlight(input, 50_000);
  assert.deepEqual({ plain, reason }, { plain: true, reason: 'too-large' });
  assert.equal(textOf(codeOf(html)), input.code);
  assert.equal(numbersOf(html), '1');
});

test('the longest nested brackets end below 8 MB, highlighted or plain', () => {
  for (const language of ['javascript', 'json', 'clojure', 'python', 'css']) {
    const code = '[{('.repeat(33_333);
    const { html } = highlight({ ...snippet, code, language, linenos: true });
    assert.ok(Buffer.byteLength(html) <= 8 * 1024 * 1024);
    assert.equal(textOf(codeOf(html)), code);
  }
});

test('code that a grammar fails on is plain: nested templates exhaust its stack', () => {
  const code = '`${'.repeat(33_000);
  const { html, plain, reason } = highlight({ ...snippet, code, language: 'javascript' });
  assert.deepEqual({ plain, reason }, { plain: true, reason: 'failed' });
  assert.equal(textOf(codeOf(html)), code);
});

test('an unknown style is an error', () => {
  assert.throws(() => renderHtmlPage({ ...snippet, style: '</style>' }, ''), /Unknown style/);
});
