import assert from 'node:assert/strict';
import { test } from 'node:test';
import hljs from 'highlight.js';
import { languageOfFile } from '#src/highlighting/file-names.js';
import { languages } from '#src/highlighting/languages.js';
import { wholeMarkup } from '#src/highlighting/markup.js';
import { highlight, textOf } from './read-markup.js';

const markupOf = (code: string, language: string) => wholeMarkup(highlight(code, language, 60_000));

// A little of everything, so that nearly every grammar finds something to colour, and what could end an element.
const sample = `// comment # two ; three -- four % five
/* block */ <!-- c --> (* d *) {- e -}
if (x == 42) then return "string" else 'other' end; begin
<tag a="b">text &amp; more</tag></style></code></pre><img src=x onerror=alert(1)>
$name = @attr 0xff 3.14 :symbol true null function def class f(a) { [1] }
`;
/** Beginnings that the end of a line makes illegal in some grammars, with every such end. */
const oddLines = ['\r', '\r\n', '\u2028', '\u2029']
  .map((end) => `a[b${end} "${end} (${end} {${end} /${end}`)
  .join('');
// Grammars of records and prompts, that this sample has none of.
const colourless =
  'clojure-repl diff gherkin http julia-repl nestedtext node-repl plaintext python-repl subunit taggerscript';

// These come first: the last test loads every grammar.
test('an embedded language is highlighted at its first use', () => {
  const markup = markupOf('<style>a { color: red }</style><script>const x = 1</script>', 'xml');
  assert.match(markup, /<span class="language-css">.*hljs-attribute/);
  assert.match(markup, /<span class="language-javascript">.*hljs-keyword/);
});

test('the body of an HTTP message is highlighted the same way, whatever was highlighted before', () => {
  const message = 'POST /snippets/ HTTP/1.1\nContent-Type: application/json\n\n{"code": "print(1)"}\n';
  assert.match(markupOf(message, 'http'), /<span class="language-json">.*hljs-attr/s);
});

test('an unknown language is an error and is never used as a path', () => {
  for (const name of ['py', '../core', '__proto__'])
    assert.throws(() => highlight('x', name, 1000), /^Error: Unknown language/);
});

test('in every language the text survives, and the colours are those of highlight.js with all its grammars', () => {
  for (const language of languages) {
    const markup = markupOf(sample, language);
    assert.equal(textOf(markup), sample, language);
    assert.equal(textOf(markupOf(oddLines, language)), oddLines, language);
    const { value } = hljs.highlight(sample, { language, ignoreIllegals: true });
    assert.equal(markup, value.replaceAll('&quot;', '&#34;').replaceAll('&#x27;', '&#39;'), language);
    assert.equal(markup.includes('<span class="hljs-'), !colourless.split(' ').includes(language), language);
  }
});

test('the name of a file tells its language, and tells none where files of several languages have it', () => {
  for (const [language, names] of Object.entries({
    bash: '.bashrc .env.local run.sh',
    cmake: 'CMakeLists.txt',
    dockerfile: 'Dockerfile Dockerfile.prod api/Dockerfile-dev',
    erb: 'index.html.erb',
    ini: 'Cargo.toml Cargo.lock',
    makefile: 'Makefile Makefile.am rules.mk',
    nginx: 'nginx.conf',
    ocaml: 'list.ml',
    plaintext: '.gitignore notes.txt Gemfile.lock',
    python: 'main.py C:\\\\src\\\\main.PY 日本語.py',
    ruby: 'Gemfile Vagrantfile tasks.rake',
    typescript: 'vite.config.ts types.d.ts',
    undefined: 'my.conf main.m .. constructor x.__proto__ readme',
  }))
    for (const name of names.split(' ')) assert.equal(String(languageOfFile(name)), language, name);
});
