/** What is stored of highlighted code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Highlighted, highlight, plainMarkup } from '#src/highlighting/highlight.js';
import { wholeMarkup } from '#src/highlighting/markup.js';
import { textOf } from './read-markup.js';

const inTime = (code: string, language: string) => highlight(code, language, 60_000);

/** Whether every span of the excerpt is closed, and its text is the beginning of the code. */
function checkExcerpt({ excerpt }: Highlighted, code: string): void {
  assert.equal(excerpt.match(/<span /g)?.length, excerpt.match(/<\/span>/g)?.length);
  assert.ok(code.startsWith(textOf(excerpt)));
}

test('code survives to the last character: leading newlines, CR, CRLF, tabs, other separators, no final newline', () => {
  for (const code of [
    '\n\nx',
    '\nx\n',
    'a\r\nb\r\n',
    'a\rb',
    '\tx\t \n',
    'x\n\n\n',
    '\u2028a\u0085\f\v',
    '😀 e\u0301 \u202Eabc',
  ]) {
    for (const highlighted of [inTime(code, 'python'), plainMarkup(code, 'timeout')]) {
      const markup = wholeMarkup(highlighted);
      assert.equal(textOf(markup), code);
      assert.ok(!markup.includes('\r'), 'a parser would read CR as LF');
    }
  }
});

test('the markup of up to a thousand characters is stored once, as the excerpt', () => {
  for (const [code, isOnce] of [
    [`"${'€😀&<'.repeat(249)}12"`, true],
    [`"${'€😀&<'.repeat(249)}123"`, false],
    [`"""${'line\n'.repeat(1000)}"""`, false],
  ] as const) {
    const highlighted = inTime(code, 'python');
    assert.equal(highlighted.markup === '', isOnce);
    assert.equal(textOf(wholeMarkup(highlighted)), code);
    assert.equal([...textOf(highlighted.excerpt)].length, Math.min([...code].length, 1000));
    checkExcerpt(highlighted, code);
  }
});

test('an excerpt stays small where each character has a span', () => {
  const code = '[1]'.repeat(1000);
  const highlighted = inTime(code, 'json');
  assert.ok(highlighted.excerpt.length < 9000, String(highlighted.excerpt.length));
  checkExcerpt(highlighted, code);
});

test('markup over 16 KB and eight times its code is replaced by plain markup', () => {
  for (const [code, plain] of [
    ['[1]'.repeat(100), null],
    ['[1]'.repeat(1000), 'too-large'],
    ['x = 1\n'.repeat(10_000), null],
  ] as const) {
    const highlighted = inTime(code, 'json');
    assert.equal(highlighted.plain, plain);
    assert.equal(textOf(wholeMarkup(highlighted)), code);
  }
});

test('code that a grammar fails on is plain: nested templates exhaust its stack', () => {
  const code = '`${'.repeat(33_000);
  const highlighted = inTime(code, 'javascript');
  assert.equal(highlighted.plain, 'failed');
  assert.ok(highlighted.cause instanceof RangeError);
  assert.equal(textOf(wholeMarkup(highlighted)), code);
});
