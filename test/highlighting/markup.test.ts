/** What is stored of highlighted code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarkupEmitter } from '#src/highlighting/grammars.js';
import { plainMarkup, wholeMarkup } from '#src/highlighting/markup.js';
import { highlight, textOf } from './read-markup.js';

test('code survives to the last character: leading newlines, CR, CRLF, tabs, other separators, no final newline', () => {
  for (const code of [
    '\n\nx',
    'a\r\nb\r\n',
    'a\rb',
    '\tx\t \n',
    'x\n\n\n',
    '\u2028a\u0085\f\v',
    '😀 e\u0301 \u202Eabc',
  ])
    for (const highlighted of [highlight(code, 'python', 60_000), plainMarkup(code, 'timeout')]) {
      const markup = wholeMarkup(highlighted);
      assert.equal(textOf(markup), code);
      assert.ok(!markup.includes('\r'), 'a parser would read CR as LF');
    }
});

test('the excerpt is the beginning of the markup, closed; of up to a thousand characters it is all, stored once', () => {
  for (const [code, characters, isOnce, language = 'python'] of [
    [`"${'€😀&<'.repeat(249)}12"`, 1000, true],
    [`"${'€😀&<'.repeat(249)}123"`, 1000, false],
    [`"""${'line\n'.repeat(1000)}"""`, 1000, false],
    // Each character has a span: the markup is cut before it becomes long.
    ['[1]'.repeat(130), 216, false, 'json'],
  ] as [string, number, boolean, string?][]) {
    const highlighted = highlight(code, language, 60_000);
    const { markup, excerpt } = highlighted;
    assert.equal(markup === '', isOnce);
    assert.equal(textOf(wholeMarkup(highlighted)), code);
    assert.ok(code.startsWith(textOf(excerpt)));
    const cut = [...textOf(excerpt)].length;
    assert.ok(cut <= characters && cut > characters * 0.9, String(cut));
    assert.equal(excerpt.match(/<span /g)?.length, excerpt.match(/<\/span>/g)?.length);
  }
});

test('long markup is stored in less room than its code', () => {
  const code = 'for name in names:\n    print(name, len(name))\n'.repeat(2000);
  const highlighted = highlight(code, 'python', 60_000);
  assert.ok(highlighted.markup.length < code.length);
  assert.equal(textOf(wholeMarkup(highlighted)), code);
});

test('dense code keeps its colours, and is stored in less room than its code; markup over 3 MB is plain', () => {
  for (const [code, language, plain] of [
    ['var a=1;'.repeat(400), 'javascript', null],
    ['"a":1,'.repeat(16_600), 'json', null],
    ['{'.repeat(100_000), 'json', 'too-large'],
    ['`${'.repeat(33_000), 'javascript', null],
  ] as const) {
    const highlighted = highlight(code, language, 60_000);
    assert.equal(highlighted.plain, plain);
    assert.ok(highlighted.markup.length < code.length);
    assert.equal(textOf(wholeMarkup(highlighted)), code);
  }
});

test('spans lie in one another fifty times at most, and what follows them has its colours', () => {
  const depth = 33_000;
  const markup = wholeMarkup(
    highlight(`${'`${'.repeat(depth)}${'}`'.repeat(depth)}; 1`, 'javascript', 60_000),
  );
  assert.equal(markup.match(/<span /g)?.length, 51);
  assert.ok(markup.endsWith('; <span class="hljs-number">1</span>'), markup.slice(-100));
});

test('code that a grammar fails on gets plain markup', (t) => {
  const cause = new RangeError('for the test');
  t.mock.method(MarkupEmitter.prototype, 'startScope', () => {
    throw cause;
  });
  const { excerpt, ...others } = highlight('"x"', 'python', 60_000);
  assert.deepEqual(
    [textOf(excerpt), others],
    ['"x"', { markup: '', plain: 'failed', cause, language: 'python' }],
  );
});
