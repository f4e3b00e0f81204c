/** The languages: their identifiers, what people call them, and how their files end and are named. */
import { languageNames } from '#generated/server/languages.gen.js';

/** The default `language` of a snippet. */
export const defaultLanguage = 'python';

/** The accepted values of a snippet's `language`: highlight.js's 193 canonical names, sorted, without aliases. */
export const languages: readonly string[] = Object.keys(languageNames);

export const isLanguage = (name: string): boolean => Object.hasOwn(languageNames, name);

/** Where highlight.js's name is not what the language calls itself. */
const CALLED = new Map([
  ['php', 'PHP'],
  ['python-repl', 'Python REPL'],
  ['ini', 'INI, TOML'],
]);

/** `C++` for `cpp`. */
export function nameOfLanguage(language: string): string {
  return (
    CALLED.get(language) ??
    ((Object.hasOwn(languageNames, language) && languageNames[language]?.[0]) || language)
  );
}

/** The usual endings of files, where they are not the identifier of the language. */
const ENDINGS = new Map(
  [
    'actionscript as, ada adb, apache conf, arduino ino, armasm s, asciidoc adoc, autohotkey ahk, avrasm asm, bash sh',
    'basic bas, brainfuck bf, capnproto capnp, clojure clj, coffeescript coffee, coq v, crystal cr, csharp cs',
    'delphi pas, django html, dos bat, elixir ex, erlang erl, fortran f90, fsharp fs, gherkin feature, handlebars hbs',
    'haskell hs, haxe hx, javascript js, julia jl, kotlin kt, latex tex, livescript ls, llvm ll, makefile mk',
    'markdown md, mathematica m, matlab m, moonscript moon, nestedtext nt, nginx conf, nsis nsi, objectivec m, ocaml ml',
    'openscad scad, perl pl, pgsql sql, php-template php, plaintext txt, powershell ps1, processing pde, prolog pl',
    'protobuf proto, puppet pp, purebasic pb, python py, python-repl py, reasonml re, ruby rb, rust rs, scheme scm',
    'shell txt, smalltalk st, stata do, stylus styl, typescript ts, vbnet vb, vbscript vbs, verilog v, vhdl vhd',
    'wasm wat, x86asm asm',
  ].flatMap((line) => line.split(', ').map((pair) => pair.split(' ') as [language: string, ending: string])),
);

/** Without a dot. */
export const endingOfLanguage = (language: string): string => ENDINGS.get(language) ?? language;

/** The languages by their identifiers, aliases and endings; what comes last counts. */
const MEANT = new Map([
  ...[...ENDINGS].map(([language, ending]) => [ending, language] as const),
  ...Object.entries(languageNames).flatMap(([language, [, ...aliases]]) =>
    aliases.map((alias) => [alias.toLowerCase(), language] as const),
  ),
  ...Object.keys(languageNames).map((language) => [language, language] as const),
]);

/**
 * @param word an identifier, an alias, or the ending of a file name, in any case
 * @returns `xml` for `html`
 */
export const languageMeantBy = (word: string): string | undefined => MEANT.get(word.toLowerCase());

/**
 * @param title may be the name of a file: `main.rs`, `Makefile`
 * @returns the language of such a file
 */
export function languageOfFile(title: string): string | undefined {
  const [, ending, name] = /\.(\w{1,15})$|^(\w{1,15}file)$/i.exec(title.trim()) ?? [];
  return languageMeantBy(ending ?? name ?? '');
}

const LONGEST = 60;
const FILE_NAME = /^\w[\w-]{0,50}\.[A-Za-z]\w{0,7}$/;

interface Named {
  readonly _id: number;
  readonly title: string;
}

/**
 * The name of the file that a snippet becomes when it is downloaded.
 *
 * Letters, digits, `.`, `_` and `-` of the title only: safe in every file system, and in a header as it is.
 *
 * @param ending the usual one of the language, without a dot
 */
export function fileNameOf({ _id, title }: Named, ending = 'txt'): string {
  // A title may be a file name already.
  if (FILE_NAME.test(title)) return title;
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-');
  const cut = plain.replace(/^[-.]+/, '').slice(0, LONGEST);
  // Up to the last character that is neither, because a pattern for those at the end would take quadratic time.
  const [name = ''] = /^.*[^-.]/.exec(cut) ?? [];
  return `${name === '' ? `snippet-${_id}` : name}.${ending}`;
}
