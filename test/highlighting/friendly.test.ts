import assert from 'node:assert/strict';
import { test } from 'node:test';
import { friendly, friendlyDark, friendlyLight } from '#src/highlighting/friendly.js';

/** Relative luminance and contrast ratio (WCAG 2.2, definitions). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The rules of a sheet, each on a line of its own. */
const rulesOf = (sheet: string) =>
  [...sheet.matchAll(/^(?<selector>[^{]+?) \{ (?<body>[^}]*) \}$/gm)].map(({ groups }) => ({
    selector: groups?.selector ?? '',
    colour: /(?<![\w-])color: (#\w{6})/.exec(groups?.body ?? '')?.[1],
    ground: /background: (#\w{6})/.exec(groups?.body ?? '')?.[1],
  }));

test('the measured contrast of known colours is correct', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});

test('what has a colour on a light background has another one on a dark background', () => {
  const coloured = (sheet: string) =>
    rulesOf(sheet).flatMap(({ selector, colour }) => (colour === undefined ? [] : [selector]));
  assert.deepEqual(coloured(friendlyDark), coloured(friendlyLight));
  assert.ok(friendly.startsWith(friendlyLight) && friendly.includes(friendlyDark));
});

for (const [name, sheet, least, most] of [
  ['light', friendlyLight, 0.8, 1],
  ['dark', friendlyDark, 0, 0.05],
] as const) {
  const rules = rulesOf(sheet);
  const page = rules.find(({ selector }) => selector === '.hljs');

  test(`every line of the ${name} sheet is a rule that was read`, () => {
    assert.equal(rules.length, sheet.split('\n').length);
  });

  test(`the ${name} background is neither pure white nor pure black`, () => {
    const ground = luminance(page?.ground ?? '');
    assert.ok(ground > least && ground < most, `luminance ${ground}`);
  });

  for (const { selector, colour, ground } of rules) {
    if (colour === undefined) continue;
    test(`friendly, ${name}: ${selector} has a contrast of at least 4.5:1`, () => {
      const ratio = contrast(colour, ground ?? page?.ground ?? '');
      assert.ok(ratio >= 4.5, `${colour} has ${ratio.toFixed(2)}:1`);
    });
  }

  test(`in the ${name} sheet only added and deleted lines have a background, and no span is inside them`, () => {
    const grounds = rules.filter(({ ground }) => ground !== undefined).map(({ selector }) => selector);
    assert.deepEqual(grounds, ['.hljs', '.hljs-addition', '.hljs-deletion']);
  });
}
