/** The accepted values of a snippet's `language`: highlight.js's canonical names, aliases not. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.js';

/** The `language` of a snippet that names none (specification.md, Snippet). */
export const defaultLanguage = 'python';

// One file a grammar, named by the language: reading names takes a millisecond, loading the grammars a third of a second.
// The package also ships each file a second time as `<name>.js.js`.
const grammarFile = /^([\w-]+)\.js$/;

/** All 193 names, sorted. */
export const languages: readonly string[] = readdirSync(join(packageFolder, 'lib', 'languages'))
  .flatMap((file) => grammarFile.exec(file)?.[1] ?? [])
  .sort();

const known = new Set(languages);

export function isLanguage(name: string): boolean {
  return known.has(name);
}
