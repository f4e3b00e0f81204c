import assert from 'node:assert/strict';
import { test } from 'node:test';
import { friendly } from '#src/highlighting/friendly.js';

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

const rules = [...friendly.matchAll(/^(?<selector>[^{]+?) \{ (?<body>[^}]*) \}$/gm)].map(({ groups }) => ({
  selector: groups?.selector ?? '',
  colour: /(?<![\w-])color: (#\w{6})/.exec(groups?.body ?? '')?.[1],
  ground: /background: (#\w{6})/.exec(groups?.body ?? '')?.[1],
}));
const page = rules.find(({ selector }) => selector === '.hljs');

test('the measured contrast of known colours is correct', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});

test('every line of the sheet is a rule that was read', () => {
  assert.equal(rules.length, friendly.split('\n').length);
});

test('the background is light, but not pure white', () => {
  const light = luminance(page?.ground ?? '#000000');
  assert.ok(light > 0.8 && light < 1, `luminance ${light}`);
});

for (const { selector, colour, ground } of rules) {
  if (colour === undefined) continue;
  test(`friendly: ${selector} has a contrast of at least 4.5:1`, () => {
    const ratio = contrast(colour, ground ?? page?.ground ?? '');
    assert.ok(ratio >= 4.5, `${colour} has ${ratio.toFixed(2)}:1`);
  });
}

test('only added and deleted lines have their own background, and highlight.js puts no span inside them', () => {
  const grounds = rules.filter(({ ground }) => ground !== undefined).map(({ selector }) => selector);
  assert.deepEqual(grounds, ['.hljs', '.hljs-addition', '.hljs-deletion']);
});
