import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { defaultStyle, isStyle, styles } from '#src/highlighting/styles.js';
import { theme } from '#src/highlighting/theme.js';

const folder = join(dirname(createRequire(import.meta.url).resolve('highlight.js/package.json')), 'styles');

test('the styles are exactly the themes of highlight.js by their own names, and friendly', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const names = files.filter((file) => file.endsWith('.css') && !file.endsWith('.min.css'));
  assert.deepEqual(styles, [...names.map((name) => name.slice(0, -'.css'.length)), 'friendly'].sort());
  for (const name of ['friendly', 'github', 'base16/dracula']) assert.ok(isStyle(name), name);
  for (const name of ['github.min', 'default.css', '../package', '__proto__', ''])
    assert.ok(!isStyle(name), name);
});

test('friendly is the default, and no theme of highlight.js has the same name', () => {
  assert.equal(defaultStyle, 'friendly');
  assert.ok(!existsSync(join(folder, 'friendly.css')));
});

// equinox mixes its colours from those of the page around it: the document brings dark on white.
for (const style of styles) {
  test(`${style}: names its colours, loads nothing, stays inside its element, at most 100 characters long`, () => {
    const sheet = theme(style);
    if (style !== 'equinox') assert.match(sheet, /\.hljs ?\{[^}]*background(-color)?:/);
    assert.doesNotMatch(sheet, /url\(|@import|<\/|\0/i);
    assert.equal(sheet.split('{').length, sheet.split('}').length);
    assert.ok(style.length <= 100);
  });
}

test('a theme with background pictures keeps its background colour and stays legible without them', () => {
  assert.match(theme('brown-paper'), /\.hljs\{color:#363c69;background:#b7a68e\}/);
  assert.match(theme('pojoaque'), /\.hljs\{color:#dccf8f;background:#181914\}/);
  assert.doesNotMatch(theme('grayscale'), /\.hljs-deletion\{color:#fff/);
});

test('an unknown style is an error and is never used as a path', () => {
  for (const name of ['../package', 'github.min', '__proto__']) {
    assert.throws(() => theme(name), /^Error: Unknown style/);
  }
});
