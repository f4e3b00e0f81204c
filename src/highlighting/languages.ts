/** The accepted values of a snippet's `language`: highlight.js's canonical names, without aliases. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the installed highlight.js. Its files show which languages and styles exist. */
export const packageFolder = dirname(createRequire(import.meta.url).resolve('highlight.js/package.json'));

/** The default `language` of a snippet. */
export const defaultLanguage = 'python';

// Each grammar is a file with the name of its language. Reading the names takes a millisecond; loading all takes 0.3 s.
// The package contains each file a second time, as `<name>.js.js`.
const grammarFile = /^([\w-]+)\.js$/;

/** All 193 names, sorted. */
export const languages: readonly string[] = readdirSync(join(packageFolder, 'lib', 'languages'))
  .flatMap((file) => grammarFile.exec(file)?.[1] ?? [])
  .sort();

const known = new Set(languages);

export function isLanguage(name: string): boolean {
  return known.has(name);
}
