/** The style sheets of the styles: highlight.js's themes, and `friendly`, our own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { codeOf } from '../errors/error-code.js';

const require = createRequire(import.meta.url);

/**
 * `friendly` has soft colours, each at least 4.5:1 against the background (WCAG 2.2, 1.4.3). The background is light, or
 * dark where the system is. What highlight.js calls a kind of text, its colours on light and on dark, and what else it has.
 */
const COLOURS: readonly (readonly [kinds: string, light: string, dark: string, more?: string])[] = [
  ['comment quote', '#5d7078', '#93a1a9', 'font-style: italic'],
  ['doctag', '#46616c', '#a9bac3', 'font-weight: bold'],
  ['keyword selector-tag literal', '#00691f', '#7fd08a', 'font-weight: bold'],
  ['built_in type variable.language_', '#00691f', '#7fd08a'],
  ['string template-tag attr attribute property', '#34659c', '#93b8ea'],
  ['char.escape_', '#34659c', '#93b8ea', 'font-weight: bold'],
  ['regexp', '#0d6b6b', '#6cc5c0'],
  ['link', '#235388', '#93b8ea', 'text-decoration: underline'],
  ['number bullet', '#1f7350', '#79c9a0'],
  ['title title.function_', '#06287e', '#b3c4f5'],
  ['section name', '#06287e', '#b3c4f5', 'font-weight: bold'],
  ['title.class_', '#0a6a94', '#7cc4e8', 'font-weight: bold'],
  ['variable template-variable', '#8a3fa6', '#d0a3e6'],
  ['symbol variable.constant_ selector-pseudo selector-attr', '#4d5fb3', '#aab6f2'],
  ['selector-id selector-class', '#a0426b', '#eb9ec0'],
  ['meta', '#6b5a2e', '#d3bd85'],
  ['operator punctuation tag', '#5c6166', '#a4abb3'],
  ['params subst', '#2f3437', '#d8dce1'],
  ['code formula', '#46616c', '#a9bac3'],
  ['addition', '#176b2c', '#a5dcae', 'background: light-dark(#e4f1e2, #1d3526)'],
  ['deletion', '#a02525', '#f5b0a8', 'background: light-dark(#fae6e2, #432423)'],
];

const rules = COLOURS.map(([kinds, light, dark, more = '']) => {
  const selectors = kinds.split(' ').map((kind) => `.hljs-${kind}`);
  return `${selectors} { color: light-dark(${light}, ${dark}); ${more} }`;
});

// Paper is light, whatever the system is.
const friendly = `
.hljs { color-scheme: light dark; color: light-dark(#2f3437, #d8dce1); background: light-dark(#f6f5f1, #1e2125) }
${rules.join('\n')}
.hljs-emphasis { font-style: italic }
.hljs-strong { font-weight: bold }
@media print { .hljs { color-scheme: light } }
`.trim();

/** The default `style` of a snippet: our own theme. */
export const defaultStyle = 'friendly';

const sheets = new Map<string, string>([[defaultStyle, friendly]]);

/**
 * Returns the sheet of a style, safe inside a `<style>` element of a page that loads nothing. Reads each file once.
 *
 * @param style one of the contract's
 * @throws Error for a name that could be another path
 */
export function theme(style: string): string {
  const known = sheets.get(style);
  if (known !== undefined) return known;
  if (!/^(base16\/)?[\w-]+$/.test(style)) throw new Error(`Unknown style: ${style}`);
  const sheet = readSheet(style);
  sheets.set(style, sheet);
  return sheet;
}

/** A stored snippet may have a style that this release of the highlighter does not know: it is shown by the default. */
function readSheet(style: string): string {
  try {
    const path = require.resolve(`highlight.js/styles/${style}.min.css`);
    return withoutPictures(readFileSync(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return friendly;
    throw error;
  }
}

/** The page loads nothing. A rule with a picture and no colour beside it goes: its text may need the dark picture. */
function withoutPictures(sheet: string): string {
  const rules = sheet.replace(/url\([^()]*\)/g, 'none').split('}');
  return rules.filter((rule) => !rule.endsWith(':none')).join('}');
}
