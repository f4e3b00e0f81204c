// Guesses the language of code by a small table of signs. It prefers no answer to a wrong one.

/** For each language signs that are rare in others, with their weights; what speaks against it has a negative one. */
const SIGNS = [
  [
    'php',
    [
      [/^\s*<\?php\b/, 9],
      [/<\?=/, 4],
      [/\$this->\w+/, 3],
    ],
  ],
  [
    'xml',
    [
      [/^\s*<!doctype html/i, 9],
      [/^\s*<\?xml\b/, 9],
      [/<(html|head|body|div|span|svg|script)\b[^>]*>/i, 3],
      [/<\/[a-z][\w:-]*>/i, 2],
    ],
  ],
  [
    'json',
    [
      [/^\s*[[{]\s*("[^"\n]*"\s*:|[[{"])/, 3],
      [/^[ \t]*"[^"\n]+"\s*:\s*["[{\d-]/m, 2],
    ],
  ],
  [
    'dockerfile',
    [
      [/^FROM [\w./:-]+/m, 3],
      [/^(RUN|COPY|ENTRYPOINT|CMD|WORKDIR) /m, 3],
    ],
  ],
  [
    'diff',
    [
      [/^diff --git /m, 9],
      [/^@@ -\d+(,\d+)? \+\d+/m, 9],
      [/^(---|\+\+\+) /m, 1],
    ],
  ],
  [
    'bash',
    [
      [/^#!.*\b(ba|z|k)?sh\b/, 9],
      [/\bthen$|; then$|^fi$|^done$|^esac$/m, 3],
      [/\$\{?\w+\}?/, 1],
      [/^[ \t]*(echo|export|cd|sudo|apt|curl|grep) /m, 2],
    ],
  ],
  [
    'python',
    [
      [/^#!.*\bpython/, 9],
      [/^[ \t]*(async )?def \w+\(.*\)( -> .+)?:\s*(#.*)?$/m, 6],
      [/^[ \t]*(from [\w.]+ )?import \w+[\w., *]*$/m, 2],
      [/^[ \t]*class \w+(\(.*\))?:$/m, 4],
      [/^[ \t]*(if|elif|for|while|with|try|except|else)\b.*:\s*$/m, 2],
      [/\bself\.|__\w+__/, 2],
      [/^[ \t]*print\(/m, 1],
    ],
  ],
  [
    'typescript',
    [
      [/^[ \t]*(export )?(interface|type) \w+(<.*>)? ?[={]/m, 4],
      [/[\w)\]]\??: (string|number|boolean|unknown|void|Promise<|readonly )/, 4],
      [/^import type /m, 6],
      [/\bas const\b|\bsatisfies\b/, 3],
      [/\bmodule\.exports\b|^.use strict|@(param|returns|type) \{/m, -9],
    ],
  ],
  [
    'javascript',
    [
      [/^#!.*\bnode\b/, 9],
      [/^[ \t]*(const|let|var) [\w{[]/m, 2],
      [/\bfunction\s*\w*\(/, 2],
      [/=>/, 2],
      [/\bconsole\.log\(/, 3],
      [/\brequire\(['"]|^import .* from ['"]|^export (default|const|function|class)\b/m, 3],
      [/===|!==/, 2],
      [/\bdocument\.\w+\(/, 2],
    ],
  ],
  [
    'java',
    [
      [/\bpublic (static |final |abstract )*(class|void|interface|enum|record)\b/, 4],
      [/\bSystem\.out\.print/, 6],
      [/^import (static )?java[x]?\./m, 6],
      [/^package [\w.]+;/m, 3],
      [/@Override/, 3],
    ],
  ],
  [
    'csharp',
    [
      [/^using [\w.]+;/m, 4],
      [/^[ \t]*namespace [\w.]+/m, 3],
      [/\bConsole\.Write/, 6],
      [/\bpublic (static |async |override )*(class|void|Task|string|int)\b/, 2],
      [/\{ get; (set|init)?/, 5],
      [/\bvar \w+ = new /, 2],
    ],
  ],
  [
    'cpp',
    [
      [/^#include <(iostream|vector|string|map|memory|algorithm)>/m, 6],
      [/\bstd::/, 5],
      [/^[ \t]*template ?</m, 4],
      [/^using namespace /m, 6],
      [/\bclass \w+.*\{/, 1],
    ],
  ],
  [
    'c',
    [
      [/^#include <(stdio|stdlib|string|stdint|unistd)\.h>/m, 5],
      [/^#include "/m, 2],
      [/\bint main\(/, 2],
      [/\b(printf|malloc|sizeof)\(/, 2],
      [/^#define \w+/m, 2],
      [/\b(struct|char|void) \*?\w+/, 1],
    ],
  ],
  [
    'rust',
    [
      [/\bfn \w+(<.*>)?\(.*\)( -> .+)? \{/, 4],
      [/\blet mut \w+/, 5],
      [/^use \w+(::\w+|::\{)/m, 4],
      [/\b(println|vec|format|panic)!\s*[([]/, 5],
      [/^[ \t]*(pub )?(impl|struct|enum|trait)\b.*\{/m, 2],
      [/^#\[\w+/m, 4],
    ],
  ],
  [
    'go',
    [
      [/^package \w+$/m, 5],
      [/^func (\(\w+ \*?\w+\) )?\w+\(/m, 5],
      [/:= /, 2],
      [/^import \($/m, 5],
      [/\bfmt\.\w+\(/, 4],
      [/\bif err != nil/, 6],
    ],
  ],
  [
    'ruby',
    [
      [/^#!.*\bruby/, 9],
      [/^[ \t]*def [\w?!.=]+(\(.*\))?$/m, 3],
      [/^[ \t]*end$/m, 2],
      [/\bdo \|[\w, ]+\|/, 5],
      [/^[ \t]*require(_relative)? ['"]/m, 4],
      [/\bputs\b|\battr_(reader|accessor)\b/, 3],
      [/\.each\b|\bnil\b|\bunless\b/, 2],
    ],
  ],
  [
    'sql',
    [
      [/^[ \t]*SELECT\b[\s\S]+\bFROM\b/im, 5],
      [/^[ \t]*(INSERT INTO|CREATE (TABLE|INDEX|VIEW)|ALTER TABLE|DELETE FROM|UPDATE \w+ SET)\b/im, 6],
    ],
  ],
  [
    'css',
    [
      [/^[ \t]*[.#]?[\w-]+([ >+~,:.#][\w\s>+~,:.#()-]*)?\{\s*$/m, 1],
      [/^[ \t]*(color|margin|padding|display|font(-\w+)?|background(-\w+)?|width|height|border): .+;/m, 4],
      [/^[ \t]*@media\b/m, 4],
      [/^[ \t]*--[\w-]+:/m, 3],
    ],
  ],
  [
    'yaml',
    [
      [/[;{)]\s*$/m, -4],
      [/^(import|from|def|class|function) /m, -4],
      [/^---\s*$/m, 2],
      [/(^[ \t]*(- )?[\w-]+:( [^{};]*)?\n){3}/m, 5],
      [/^\s+- \w+/m, 2],
      [/^(apiVersion|kind|services|on|jobs|version): ?/m, 3],
    ],
  ],
  [
    'ini',
    [
      [/^[ \t]*\[[\w. "-]+\]\s*$/m, 4],
      [/^[\w.-]+ ?= ?.+$/m, 1],
    ],
  ],
  [
    'markdown',
    [
      [/^#{1,3} \w/m, 2],
      [/^```\w*$/m, 8],
      [/\[[^\]\n]+\]\((https?:)?[^)\n]+\)/, 4],
      [/^[ \t]*[*-] \w/m, 1],
      [/\*\*\w[^*\n]*\*\*/, 2],
    ],
  ],
  [
    'kotlin',
    [
      [/\bfun \w+\(.*\)(: \w+\??)? [={]/, 5],
      [/\bval \w+( ?:|\s*=)/, 3],
      [/\bprintln\(/, 1],
      [/\b(data|sealed) class\b/, 5],
    ],
  ],
  [
    'swift',
    [
      [/^import (Foundation|UIKit|SwiftUI)\b/m, 8],
      [/\bfunc \w+\(.*\)( throws)?( -> .+)? \{/, 4],
      [/\b(guard|if) let \w+/, 4],
      [/\bvar \w+: \w+/, 2],
    ],
  ],
  [
    'lua',
    [
      [/\blocal (function )?\w+/, 4],
      [/^[ \t]*end$/m, 1],
      [/\bthen$/m, 2],
      [/\.\.|~=/, 1],
    ],
  ],
  [
    'perl',
    [
      [/^#!.*\bperl/, 9],
      [/^use (strict|warnings);/m, 7],
      [/\bmy [$@%]\w+/, 5],
      [/=~ [ms]?\//, 3],
    ],
  ],
  [
    'haskell',
    [
      [/^\w+ :: .+(->|→)/m, 6],
      [/^import (qualified )?[A-Z][\w.]+/m, 2],
      [/^module [A-Z][\w.]* /m, 5],
      [/\bwhere$/m, 2],
    ],
  ],
  [
    'powershell',
    [
      [/\b(Get|Set|New|Remove|Write)-[A-Z]\w+/, 5],
      [/^[ \t]*param\s*\(/im, 3],
      [/\$\w+ = /, 1],
      [/ -(eq|ne|like|match) /, 3],
    ],
  ],
  [
    'makefile',
    [
      [/^\.PHONY:/m, 8],
      [/^[\w./-]+:[^=\n]*\n\t/m, 5],
      [/\$\((\w+)\)/, 1],
    ],
  ],
  [
    'nginx',
    [
      [/^[ \t]*(server|location [^{]+|upstream \w+) \{/m, 3],
      [/^[ \t]*(listen|proxy_pass|server_name) .+;/m, 5],
    ],
  ],
  [
    'http',
    [
      [/^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) \S+ HTTP\/\d/m, 9],
      [/^HTTP\/\d(\.\d)? \d{3}/, 9],
    ],
  ],
  [
    'latex',
    [
      [/\\documentclass\b|\\begin\{\w+\}/, 7],
      [/\\(section|usepackage|textbf)\{/, 4],
    ],
  ],
];

/** What a language must have at least, and how far ahead of the next one it must be. */
const ENOUGH = 5;
const AHEAD = 2;

/**
 * @param {string} code its start is enough
 * @returns {string | undefined} a language as `language` of the contract names it
 */
export function guessLanguage(code) {
  const scores = SIGNS.map(([language, signs]) => ({ language, score: scoreOf(code, signs) }));
  const typescript = scores.find(({ language }) => language === 'typescript');
  // It is JavaScript with types.
  if (typescript.score > 0)
    typescript.score += scores.find(({ language }) => language === 'javascript').score;
  const [first, second] = scores.sort((one, other) => other.score - one.score);
  return first.score >= ENOUGH && first.score - second.score >= AHEAD ? first.language : undefined;
}

function scoreOf(code, signs) {
  return signs.reduce((sum, [sign, weight]) => sum + (sign.test(code) ? weight : 0), 0);
}
