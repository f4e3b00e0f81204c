/** The languages: their identifiers, what people call them, and the names of their files. */
import { languages as choices } from '#generated/sdk/choices.gen.js';
import { languageOfFile } from './file-names.js';

/** The default `language` of a snippet. */
export const defaultLanguage = 'python';

const BY_ID: ReadonlyMap<string, (typeof choices)[number]> = new Map(choices.map((one) => [one.id, one]));

/** The accepted values of a snippet's `language`: highlight.js's 193 canonical names, sorted, without aliases. */
export const languages: readonly string[] = [...BY_ID.keys()];

export const isLanguage = (name: string): boolean => BY_ID.has(name);

/** Where highlight.js's name is not what the language calls itself. */
const CALLED = new Map([
  ['php', 'PHP'],
  ['python-repl', 'Python REPL'],
  ['ini', 'INI, TOML'],
]);

/** `C++` for `cpp`. */
export const nameOfLanguage = (language: string): string =>
  CALLED.get(language) ?? BY_ID.get(language)?.name ?? language;

/** The languages by their aliases, endings and identifiers; what comes last counts. */
const MEANT = new Map([
  ...choices.flatMap(({ id, aliases }) => aliases.map((alias) => [alias.toLowerCase(), id] as const)),
  ...choices.flatMap(({ id, files }) => files.map((name) => [name.replace(/^\./, ''), id] as const)),
  ...choices.map(({ id }) => [id, id] as const),
]);

/**
 * @param word an identifier, an alias, or the ending of a file name, in any case
 * @returns `xml` for `html`
 */
export const languageMeantBy = (word: string): string | undefined => MEANT.get(word.toLowerCase());

/** Letters and digits of any alphabet, what connects them, and single spaces and dots between them. */
const FILE_NAME = /^\.?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_+@()-]|[. ](?=[\p{L}\p{N}_(]))*$/u;
/** Bytes. File systems take 255, and a folder or an ending may be added. */
const LONGEST = 200;
/** Characters. */
const LONGEST_WORDS = 50;

interface Named {
  readonly _id: number;
  readonly title: string;
  readonly language: string;
}

/**
 * The name of the file that a snippet becomes when it is downloaded: its title, when that is the name of a file, else
 * what file systems take of it, with the usual ending of the language.
 */
export function fileNameOf({ _id, title, language }: Named): string {
  if (isFileName(title, language)) return title;
  const words = title.match(/[\p{L}\p{M}\p{N}_.]+/gu)?.join('-') ?? '';
  const cut = [...words.replace(/^[.-]+/, '')].slice(0, LONGEST_WORDS).join('');
  const name = cut.replace(/[.-]$/, '') || `snippet-${_id}`;
  return languageOfFile(name) === language ? name : `${name}${BY_ID.get(language)?.ending ?? '.txt'}`;
}

/** `vite.config.ts`, `Makefile`, `.gitignore`; with spaces only where the ending is one of the language. */
function isFileName(title: string, language: string): boolean {
  if (!FILE_NAME.test(title) || Buffer.byteLength(title) > LONGEST) return false;
  const told = languageOfFile(title);
  return title.includes(' ') ? told === language : told !== undefined || /\.[a-z]\w{0,15}$/i.test(title);
}
