/** The style sheet of a theme, safe inside a `<style>` element of a page that loads nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { friendly } from './friendly.js';
import { numberRule } from './number-colour.js';
import { defaultStyle, isStyle, themeFolder } from './styles.js';

const sheets = new Map<string, string>([[defaultStyle, friendly]]);

/**
 * Returns the sheet of a style. Reads each file once.
 *
 * @throws Error if the style is not in `styles`, so that no other text becomes part of a path
 */
export function theme(style: string): string {
  const known = sheets.get(style);
  if (known !== undefined) return known;
  if (!isStyle(style)) throw new Error(`Unknown style: ${style}`);
  const sheet = withoutPictures(readFileSync(join(themeFolder, `${style}.min.css`), 'utf8')).trim();
  if (sheet.includes('</')) throw new Error(`The sheet of ${style} would end its own element.`);
  const whole = sheet + numberRule(sheet);
  sheets.set(style, whole);
  return whole;
}

/**
 * Three themes use pictures, which the page's Content-Security-Policy forbids. A colour beside the picture
 * stays as the background. A rule with only a picture is removed completely, because its white text would otherwise
 * lack its dark background.
 */
function withoutPictures(sheet: string): string {
  return sheet
    .split(/(?<=\})/)
    .map((rule) => (rule.includes('url(') ? withoutPicture(rule) : rule))
    .join('');
}

/** @param rule to its closing brace, behind what opens around it (`@media ... {`) */
function withoutPicture(rule: string): string {
  const open = rule.lastIndexOf('{');
  const start = rule.lastIndexOf('{', open - 1) + 1;
  const declarations = rule
    .slice(open + 1, -1)
    .replace(/url\([^)]*(?:\)|$)/g, '\0')
    .split(';');
  const kept = declarations.map((declaration) => {
    if (!declaration.includes('\0')) return declaration;
    const colour = /#[0-9a-f]{3,8}\b/i.exec(declaration)?.[0];
    return colour === undefined ? undefined : `background:${colour}`;
  });
  const around = rule.slice(0, start);
  return kept.includes(undefined) ? around : `${around}${rule.slice(start, open)}{${kept.join(';')}}`;
}
