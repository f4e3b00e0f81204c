// Writes the languages and styles with their names, because loading highlight.js would take a tenth of a second.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import hljs from 'highlight.js';

/**
 * What the files of a language are called, in lower case: the ending of a new one, further endings, and whole names. What
 * stands in brackets tells no language, because others use it too. A language that is not here has its identifier.
 */
const FILES = `
actionscript .as
ada .adb .ads
accesslog (.log) access.log
apache (.conf) .htaccess httpd.conf apache2.conf
applescript .applescript
arduino .ino
armasm .s
asciidoc .adoc .asciidoc
autohotkey .ahk
avrasm (.asm)
bash .sh .bash .zsh .ksh .bats .bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zprofile .zshenv .env
  .envrc .command pkgbuild
basic .bas
brainfuck .bf
c .c .h
capnproto .capnp
clojure .clj .cljs .cljc .edn
clojure-repl (.clj)
cmake .cmake cmakelists.txt
coffeescript .coffee cakefile
coq (.v)
cpp .cpp .cc .cxx .hpp .hh .hxx .ipp .tpp .inl .cu .cuh
crystal .cr
csharp .cs .csx
delphi .pas .dpr
diff .diff .patch .rej
django (.html) .djhtml .jinja .jinja2 .j2
dns .zone
dockerfile .dockerfile dockerfile containerfile
dos .bat .cmd
elixir .ex .exs
erb .erb .rhtml
erlang .erl .hrl rebar.config
erlang-repl (.erl)
fortran .f90 .f .for .f95 .f03 .f08
fsharp .fs .fsx .fsi
gherkin .feature
glsl .glsl .vert .frag .comp
groovy .groovy .gvy jenkinsfile
graphql .graphql .gql .graphqls
handlebars .hbs .handlebars .mustache
haskell .hs .lhs
haxe .hx
http .http .rest
ini .ini .toml .cfg .service .timer .socket .desktop .editorconfig .gitconfig .gitmodules .npmrc .pylintrc .flake8
  cargo.lock poetry.lock uv.lock pipfile
javascript .js .mjs .cjs .jsx .es6
json .json .jsonc .json5 .jsonl .ndjson .geojson .webmanifest .har .ipynb .babelrc .eslintrc .prettierrc composer.lock
  pipfile.lock flake.lock
julia .jl
julia-repl (.jl)
kotlin .kt .kts
latex .tex .sty .ltx
lisp .lisp .lsp .cl .el .emacs
livescript .ls
llvm .ll
lua .lua .rockspec .luacheckrc
makefile .mk .mak makefile gnumakefile
markdown .md .markdown .mkd .mdx
mathematica .wl .nb
matlab (.m)
moonscript .moon
nestedtext .nt
nginx (.conf) nginx.conf
nim .nim .nims .nimble
node-repl (.js)
nsis .nsi .nsh
objectivec (.m) .mm
ocaml .ml .mli
openscad .scad
perl .pl .pm .t cpanfile
pgsql (.sql) .pgsql .psql
php .php .phtml .phps
php-template (.php)
plaintext .txt .log .csv .tsv .text .gitignore .dockerignore .npmignore .eslintignore .prettierignore .gitkeep .nvmrc
  gemfile.lock yarn.lock go.sum license copying codeowners
powershell .ps1 .psm1 .psd1
processing .pde
prolog (.pl) .pro
protobuf .proto
puppet .pp
purebasic .pb
python .py .pyi .pyw .pyx .bzl .star sconstruct wscript
python-repl (.py)
r .r .rprofile
reasonml .re
ruby .rb .rake .ru .gemspec .podspec .jbuilder .irbrc gemfile rakefile vagrantfile podfile fastfile brewfile guardfile
  capfile
rust .rs
scala .scala .sbt .sc
scheme .scm .ss .rkt
shell (.txt)
smalltalk .st
sql .sql .ddl
stata .do .ado
stylus .styl
tcl .tcl .tk
typescript .ts .tsx .mts .cts
vbnet .vb
vbscript .vbs
vbscript-html (.html)
verilog .v .sv .svh .vh
vhdl .vhd .vhdl
vim .vim .vimrc .gvimrc
wasm .wat .wast
x86asm .asm .nasm
xml .xml .html .htm .xhtml .svg .vue .svelte .xsd .xsl .xslt .wsdl .rss .atom .plist .csproj .xaml .pom .resx
yaml .yaml .yml .clang-format .clang-tidy .cff
`;

/** By language. */
const files = new Map(
  FILES.trim()
    .replaceAll('\n  ', ' ')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([language = '', ...names]) => [language, names]),
);

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} folder
 */
export async function writeChoices(document, folder) {
  const { Language, Style } = document.components.schemas;
  const known = new Set([...files.values()].flat().map((name) => name.replace(/[()]/g, '')));
  const languages = Language.enum.map((/** @type {string} */ id) => {
    const { name = id, aliases = [] } = hljs.getLanguage(id) ?? {};
    const [first = '', ...others] = files.get(id) ?? [`.${id}`];
    const ending = first.replace(/[()]/g, '');
    const own = [...(ending === first ? [ending] : []), ...others];
    const more = aliases.map((alias) => `.${alias}`).filter((one) => /^\.\w+$/.test(one) && !known.has(one));
    for (const one of more) known.add(one);
    return `  ${JSON.stringify({ id, name, aliases, ending, files: [...own, ...more] })},\n`;
  });
  const styles = Style.enum.map((/** @type {string} */ id) => {
    const name = id.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    return `  ${JSON.stringify({ id, name })},\n`;
  });
  await writeFile(
    join(folder, 'choices.gen.ts'),
    `// This file is auto-generated from openapi.yaml and highlight.js by scripts/generate.mjs: do not edit it.

import type { Language, Style } from './types.gen.js';

/**
 * Every language, with the name that people use, its aliases, the ending of its new files, and the endings and names of
 * files that tell it, in lower case.
 */
export const languages: readonly {
  id: Language;
  name: string;
  aliases: readonly string[];
  ending: string;
  files: readonly string[];
}[] = [
${languages.join('')}];

/** Every style. */
export const styles: readonly { id: Style; name: string }[] = [
${styles.join('')}];
`,
  );
}
