import assert from 'node:assert/strict';
import { test } from 'node:test';
import hljs from 'highlight.js';
import { highlightCode as highlightLoaded, loadGrammar } from '#src/highlighting/grammars.js';
import { languages } from '#src/highlighting/languages.js';
import { textOf } from './read-markup.js';

function highlightCode(code: string, language: string): string {
  loadGrammar(language);
  return highlightLoaded(code, language);
}

// A little of everything, so that nearly every grammar finds something to colour.
const sample = `// comment # two ; three -- four % five
/* block */ <!-- c --> (* d *) {- e -}
if (x == 42) then return "string" else 'other' end; begin
<tag a="b">text &amp; more</tag>
$name = @attr 0xff 3.14 :symbol true null function def class f(a) { [1] }
`;

// Grammars of records and prompts, that this sample has none of.
const colourless =
  'clojure-repl diff gherkin http julia-repl nestedtext node-repl plaintext python-repl subunit taggerscript';

// These come first: later tests load every grammar.
test('an embedded language is highlighted at its first use', () => {
  const html = highlightCode('<style>a { color: red }</style><script>const x = 1</script>', 'xml');
  assert.match(html, /<span class="language-css">.*hljs-attribute/);
  assert.match(html, /<span class="language-javascript">.*hljs-keyword/);
});

test('the body of an HTTP message is highlighted the same way, whatever was highlighted before', () => {
  const message = 'POST /snippets/ HTTP/1.1\nContent-Type: application/json\n\n{"code": "print(1)"}\n';
  assert.match(highlightCode(message, 'http'), /<span class="language-json">.*hljs-attr/s);
});

test('in every language the text survives, and the colours are those of highlight.js with all its grammars', () => {
  for (const language of languages) {
    const html = highlightCode(sample, language);
    assert.equal(textOf(html), sample, language);
    assert.equal(html, hljs.highlight(sample, { language, ignoreIllegals: true }).value, language);
    assert.equal(html.includes('<span class="hljs-'), !colourless.split(' ').includes(language), language);
  }
});

const probes = [
  '<script>alert(1)</script>',
  '</style></code></pre><img src=x onerror=alert(1)>',
  '<!-- --><svg/onload=alert(1)>',
  '"><a href="javascript:alert(1)">',
  '&lt;script&gt; &amp;lt; &#60;',
  '{{constructor.constructor("alert(1)")()}}',
];

test('hostile code stays text in every language', () => {
  for (const language of languages)
    for (const code of probes) assert.equal(textOf(highlightCode(code, language)), code);
});

test('an unknown language is an error and is never used as a path', () => {
  for (const name of ['py', '../core', '__proto__']) {
    assert.throws(() => highlightCode('x', name), /^Error: Unknown language/);
  }
});
