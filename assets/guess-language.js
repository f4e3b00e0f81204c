// Chooses the language that the code of a form looks like (`data-guess-from`), until the user chooses one. The guess is
// made by a small table of signs, which prefers no answer to a wrong one.

/** The start of the code is enough. */
const START = 2048;
/** The choice for a text that looks like no language. */
const UNSURE = 'plaintext';

export function guessLanguages() {
  const chosen = new WeakSet();
  document.addEventListener('change', ({ target }) => {
    if (!target.matches?.('[data-guess-from]')) return;
    chosen.add(target);
    delete target.dataset.guessed;
  });
  for (const type of ['input', 'change'])
    document.addEventListener(type, ({ target }) => {
      const select = target.form?.querySelector(`[data-guess-from="${CSS.escape(target.name)}"]`);
      if (select && isNew(select) && !chosen.has(select)) guess(select, target.value);
    });
  // What was typed or chosen before this script had come.
  for (const select of document.querySelectorAll('[data-guess-from]')) {
    const source = select.form.elements.namedItem(select.dataset.guessFrom);
    if (!select.selectedOptions[0]?.defaultSelected) chosen.add(select);
    else if (isNew(select) && source.value !== source.defaultValue) guess(select, source.value);
  }
}

/** A stored snippet has its language. */
const isNew = ({ form }) => form.dataset.method === 'POST';

function guess(select, text) {
  if (text.trim() === '') return;
  const found = guessLanguage(text.slice(0, START)) ?? UNSURE;
  const choice = [...select.options].find((option) => option.value === found);
  if (!choice || (select.value === found && select.dataset.guessed)) return;
  select.value = found;
  select.dataset.guessed = found === UNSURE ? 'nothing detected' : 'detected';
  select.dispatchEvent(new CustomEvent('guessed', { bubbles: true }));
}

/** Signs that are rare in other languages, with their weights; what speaks against a language has a negative one. */
const SIGNS = [
  ['php', 9, /^\s*<\?php\b/],
  ['php', 4, /<\?=/],
  ['php', 3, /\$this->\w+/],
  ['xml', 9, /^\s*<!doctype html/i],
  ['xml', 9, /^\s*<\?xml\b/],
  ['xml', 3, /<(html|head|body|div|span|svg|script)\b[^>]*>/i],
  ['xml', 2, /<\/[a-z][\w:-]*>/i],
  ['json', 3, /^\s*[[{]\s*("[^"\n]*"\s*:|[[{"])/],
  ['json', 2, /^[ \t]*"[^"\n]+"\s*:\s*["[{\d-]/m],
  ['dockerfile', 3, /^FROM [\w./:-]+/m],
  ['dockerfile', 3, /^(RUN|COPY|ENTRYPOINT|CMD|WORKDIR) /m],
  ['diff', 9, /^diff --git /m],
  ['diff', 9, /^@@ -\d+(,\d+)? \+\d+/m],
  ['diff', 1, /^(---|\+\+\+) /m],
  ['bash', 9, /^#!.*\b(ba|z|k)?sh\b/],
  ['bash', 3, /\bthen$|; then$|^fi$|^done$|^esac$/m],
  ['bash', 1, /\$\{?\w+\}?/],
  ['bash', 2, /^[ \t]*(echo|export|cd|sudo|apt|curl|grep) /m],
  ['python', 9, /^#!.*\bpython/],
  ['python', 6, /^[ \t]*(async )?def \w+\(.*\)( -> .+)?:\s*(#.*)?$/m],
  ['python', 2, /^[ \t]*(from [\w.]+ )?import \w+[\w., *]*$/m],
  ['python', 4, /^[ \t]*class \w+(\(.*\))?:$/m],
  ['python', 2, /^[ \t]*(if|elif|for|while|with|try|except|else)\b.*:\s*$/m],
  ['python', 2, /\bself\.|__\w+__/],
  ['python', 1, /^[ \t]*print\(/m],
  ['typescript', 4, /^[ \t]*(export )?(interface|type) \w+(<.*>)? ?[={]/m],
  ['typescript', 4, /[\w)\]]\??: (string|number|boolean|unknown|void|Promise<|readonly )/],
  ['typescript', 6, /^import type /m],
  ['typescript', 3, /\bas const\b|\bsatisfies\b/],
  ['typescript', -9, /\bmodule\.exports\b|^.use strict|@(param|returns|type) \{/m],
  ['javascript', 9, /^#!.*\bnode\b/],
  ['javascript', 2, /^[ \t]*(const|let|var) [\w{[]/m],
  ['javascript', 2, /\bfunction\s*\w*\(/],
  ['javascript', 2, /=>/],
  ['javascript', 3, /\bconsole\.log\(/],
  ['javascript', 3, /\brequire\(['"]|^import .* from ['"]|^export (default|const|function|class)\b/m],
  ['javascript', 2, /===|!==/],
  ['javascript', 2, /\bdocument\.\w+\(/],
  ['java', 4, /\bpublic (static |final |abstract )*(class|void|interface|enum|record)\b/],
  ['java', 6, /\bSystem\.out\.print/],
  ['java', 6, /^import (static )?java[x]?\./m],
  ['java', 3, /^package [\w.]+;/m],
  ['java', 3, /@Override/],
  ['csharp', 4, /^using [\w.]+;/m],
  ['csharp', 3, /^[ \t]*namespace [\w.]+/m],
  ['csharp', 6, /\bConsole\.Write/],
  ['csharp', 2, /\bpublic (static |async |override )*(class|void|Task|string|int)\b/],
  ['csharp', 5, /\{ get; (set|init)?/],
  ['csharp', 2, /\bvar \w+ = new /],
  ['cpp', 6, /^#include <(iostream|vector|string|map|memory|algorithm)>/m],
  ['cpp', 5, /\bstd::/],
  ['cpp', 4, /^[ \t]*template ?</m],
  ['cpp', 6, /^using namespace /m],
  ['cpp', 1, /\bclass \w+.*\{/],
  ['c', 5, /^#include <(stdio|stdlib|string|stdint|unistd)\.h>/m],
  ['c', 2, /^#include "/m],
  ['c', 2, /\bint main\(/],
  ['c', 2, /\b(printf|malloc|sizeof)\(/],
  ['c', 2, /^#define \w+/m],
  ['c', 1, /\b(struct|char|void) \*?\w+/],
  ['rust', 4, /\bfn \w+(<.*>)?\(.*\)( -> .+)? \{/],
  ['rust', 5, /\blet mut \w+/],
  ['rust', 4, /^use \w+(::\w+|::\{)/m],
  ['rust', 5, /\b(println|vec|format|panic)!\s*[([]/],
  ['rust', 2, /^[ \t]*(pub )?(impl|struct|enum|trait)\b.*\{/m],
  ['rust', 4, /^#\[\w+/m],
  ['go', 5, /^package \w+$/m],
  ['go', 5, /^func (\(\w+ \*?\w+\) )?\w+\(/m],
  ['go', 2, /:= /],
  ['go', 5, /^import \($/m],
  ['go', 4, /\bfmt\.\w+\(/],
  ['go', 6, /\bif err != nil/],
  ['ruby', 9, /^#!.*\bruby/],
  ['ruby', 3, /^[ \t]*def [\w?!.=]+(\(.*\))?$/m],
  ['ruby', 2, /^[ \t]*end$/m],
  ['ruby', 5, /\bdo \|[\w, ]+\|/],
  ['ruby', 4, /^[ \t]*require(_relative)? ['"]/m],
  ['ruby', 3, /\bputs\b|\battr_(reader|accessor)\b/],
  ['ruby', 2, /\.each\b|\bnil\b|\bunless\b/],
  ['sql', 5, /^[ \t]*SELECT\b[\s\S]+\bFROM\b/im],
  ['sql', 6, /^[ \t]*(INSERT INTO|CREATE (TABLE|INDEX|VIEW)|ALTER TABLE|DELETE FROM|UPDATE \w+ SET)\b/im],
  ['css', 1, /^[ \t]*[.#]?[\w-]+([ >+~,:.#][\w\s>+~,:.#()-]*)?\{\s*$/m],
  ['css', 4, /^[ \t]*(color|margin|padding|display|font(-\w+)?|background(-\w+)?|width|height|border): .+;/m],
  ['css', 4, /^[ \t]*@media\b/m],
  ['css', 3, /^[ \t]*--[\w-]+:/m],
  ['yaml', -4, /[;{)]\s*$/m],
  ['yaml', -4, /^(import|from|def|class|function) /m],
  ['yaml', 2, /^---\s*$/m],
  ['yaml', 5, /(^[ \t]*(- )?[\w-]+:( [^{};]*)?\n){3}/m],
  ['yaml', 2, /^\s+- \w+/m],
  ['yaml', 3, /^(apiVersion|kind|services|on|jobs|version): ?/m],
  ['ini', 4, /^[ \t]*\[[\w. "-]+\]\s*$/m],
  ['ini', 1, /^[\w.-]+ ?= ?.+$/m],
  ['markdown', 2, /^#{1,3} \w/m],
  ['markdown', 8, /^```\w*$/m],
  ['markdown', 4, /\[[^\]\n]+\]\((https?:)?[^)\n]+\)/],
  ['markdown', 1, /^[ \t]*[*-] \w/m],
  ['markdown', 2, /\*\*\w[^*\n]*\*\*/],
  ['kotlin', 5, /\bfun \w+\(.*\)(: \w+\??)? [={]/],
  ['kotlin', 3, /\bval \w+( ?:|\s*=)/],
  ['kotlin', 1, /\bprintln\(/],
  ['kotlin', 5, /\b(data|sealed) class\b/],
  ['swift', 8, /^import (Foundation|UIKit|SwiftUI)\b/m],
  ['swift', 4, /\bfunc \w+\(.*\)( throws)?( -> .+)? \{/],
  ['swift', 4, /\b(guard|if) let \w+/],
  ['swift', 2, /\bvar \w+: \w+/],
  ['lua', 4, /\blocal (function )?\w+/],
  ['lua', 1, /^[ \t]*end$/m],
  ['lua', 2, /\bthen$/m],
  ['lua', 1, /\.\.|~=/],
  ['perl', 9, /^#!.*\bperl/],
  ['perl', 7, /^use (strict|warnings);/m],
  ['perl', 5, /\bmy [$@%]\w+/],
  ['perl', 3, /=~ [ms]?\//],
  ['haskell', 6, /^\w+ :: .+(->|→)/m],
  ['haskell', 2, /^import (qualified )?[A-Z][\w.]+/m],
  ['haskell', 5, /^module [A-Z][\w.]* /m],
  ['haskell', 2, /\bwhere$/m],
  ['powershell', 5, /\b(Get|Set|New|Remove|Write)-[A-Z]\w+/],
  ['powershell', 3, /^[ \t]*param\s*\(/im],
  ['powershell', 1, /\$\w+ = /],
  ['powershell', 3, / -(eq|ne|like|match) /],
  ['makefile', 8, /^\.PHONY:/m],
  ['makefile', 5, /^[\w./-]+:[^=\n]*\n\t/m],
  ['makefile', 1, /\$\((\w+)\)/],
  ['nginx', 3, /^[ \t]*(server|location [^{]+|upstream \w+) \{/m],
  ['nginx', 5, /^[ \t]*(listen|proxy_pass|server_name) .+;/m],
  ['http', 9, /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) \S+ HTTP\/\d/m],
  ['http', 9, /^HTTP\/\d(\.\d)? \d{3}/],
  ['latex', 7, /\\documentclass\b|\\begin\{\w+\}/],
  ['latex', 4, /\\(section|usepackage|textbf)\{/],
];

/** What a language must have at least, and how far ahead of the next one it must be. */
const ENOUGH = 5;
const AHEAD = 2;

/**
 * @param {string} code its start is enough
 * @returns {string | undefined} a language as `language` of the contract names it
 */
export function guessLanguage(code) {
  const scores = new Map();
  for (const [language, weight, sign] of SIGNS)
    if (sign.test(code)) scores.set(language, (scores.get(language) ?? 0) + weight);
  // It is JavaScript with types.
  if (scores.get('typescript') > 0)
    scores.set('typescript', scores.get('typescript') + (scores.get('javascript') ?? 0));
  const [[language, most] = [undefined, 0], [, next] = [undefined, 0]] = [...scores].sort(
    ([, one], [, other]) => other - one,
  );
  return most >= ENOUGH && most - next >= AHEAD ? language : undefined;
}
