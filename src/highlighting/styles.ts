/** The accepted values of a snippet's `style`: the names of highlight.js's themes, and `friendly`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './languages.js';

/** The default `style` of a snippet: our own theme. */
export const defaultStyle = 'friendly';

/** The folder of the themes. A name is a path in it without the extension, such as `base16/dracula`. */
export const themeFolder = join(packageFolder, 'styles');

const ENDING = '.css';

function themesIn(folder: string, prefix: string): string[] {
  return readdirSync(folder).flatMap((file) => {
    const isTheme = file.endsWith(ENDING) && !file.endsWith(`.min${ENDING}`);
    return isTheme ? [prefix + file.slice(0, -ENDING.length)] : [];
  });
}

/** All names, sorted. */
export const styles: readonly string[] = [
  defaultStyle,
  ...themesIn(themeFolder, ''),
  ...themesIn(join(themeFolder, 'base16'), 'base16/'),
].sort();

const known = new Set(styles);

export function isStyle(name: string): boolean {
  return known.has(name);
}
