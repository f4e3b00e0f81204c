/** The style sheets of the styles: highlight.js's themes, and `friendly`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { friendly } from './friendly.js';

const require = createRequire(import.meta.url);

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
  const path = require.resolve(`highlight.js/styles/${style}.min.css`);
  const sheet = withoutPictures(readFileSync(path, 'utf8')).trim();
  sheets.set(style, sheet);
  return sheet;
}

/** The page loads nothing. A rule with a picture and no colour beside it goes: its text may need the dark picture. */
function withoutPictures(sheet: string): string {
  const rules = sheet.split('}').map((rule) => {
    const [before = '', ...pictures] = rule.split('url(');
    return [before, ...pictures.map((rest) => `none${rest.slice(rest.indexOf(')') + 1)}`)].join('');
  });
  return rules.filter((rule) => !rule.endsWith(':none')).join('}');
}

/** Whether the ground of a style is light or dark; undefined when it follows the system, or has no colour. */
export function schemeOf(style: string): 'light' | 'dark' | undefined {
  const declarations = theme(style)
    .split('}')
    .flatMap((rule) => rule.split('.hljs{')[1]?.split(';') ?? []);
  const ground = declarations
    .filter((declaration) => declaration.startsWith('background'))
    .map((declaration) => /#([0-9a-f]{3,6})/i.exec(declaration)?.[1])
    .find((colour) => colour !== undefined);
  if (ground === undefined) return undefined;
  // The first digits of red, green and blue.
  const digits = [0, 1, 2].map((i) => Number.parseInt(ground.charAt((i * ground.length) / 3), 16));
  return digits.reduce((sum, digit) => sum + digit) < 24 ? 'dark' : 'light';
}
