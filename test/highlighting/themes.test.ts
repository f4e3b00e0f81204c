/** The style sheets of all styles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { theme } from '#src/highlighting/theme.js';

const styles = (readSpecification().components.schemas.Style?.enum ?? []).map(String);

test('every style names its colours, loads nothing, and stays inside its element', () => {
  for (const style of styles) {
    const sheet = theme(style);
    // equinox mixes its colours from those of the page around it.
    if (style !== 'equinox') assert.match(sheet, /\.hljs ?\{[^}]*background(-color)?:/, style);
    assert.doesNotMatch(sheet, /url\(|@import|<\/|\0/i, style);
    assert.equal(sheet.split('{').length, sheet.split('}').length, style);
  }
  assert.ok(styles.length > 250);
});

test('a theme with pictures keeps its background colour, and no text that needs the picture', () => {
  assert.match(theme('brown-paper'), /\.hljs\{color:#363c69;background:none #b7a68e\}/);
  assert.doesNotMatch(theme('grayscale'), /\.hljs-deletion\{color:#fff/);
});

test('an unknown style is shown as the default one, and is never used as another path', () => {
  for (const name of ['no-such-style', '__proto__']) assert.equal(theme(name), theme('friendly'));
  for (const name of ['../package', 'base16/../../package', 'github.min', ''])
    assert.throws(() => theme(name), name);
});

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('each colour of friendly has a contrast of at least 4.5:1, on light and on dark', () => {
  const pair = String.raw`light-dark\((#\w{6}), (#\w{6})\)`;
  const rules = theme('friendly').match(/^\.hljs.*light-dark.*$/gm) ?? [];
  const [, page] = rules[0]?.split('background') ?? [];
  assert.equal(rules.length, 22);
  for (const rule of rules) {
    const colours = new RegExp(`\\bcolor: ${pair}`).exec(rule);
    const grounds = new RegExp(pair).exec(rule.split('background')[1] ?? page ?? '');
    for (const scheme of [1, 2]) {
      const ratio = contrast(colours?.[scheme] ?? '', grounds?.[scheme] ?? '');
      assert.ok(ratio >= 4.5, `${rule} has ${ratio.toFixed(2)}:1`);
    }
  }
});
