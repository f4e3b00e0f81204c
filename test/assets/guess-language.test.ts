/** The scripts of pages that need no browser. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isLanguage } from '#src/highlighting/languages.js';
import { ROOT } from '../docs/read-markdown.js';

const script = (name: string) => import(pathToFileURL(join(ROOT, 'assets', name)).href);
const { guessLanguage }: { guessLanguage(code: string): string | undefined } =
  await script('guess-language.js');

const samples = {
  python: 'import os\n\n\ndef main():\n    for name in os.listdir("."):\n        print(name)\n',
  javascript:
    "const { readFile } = require('node:fs');\nreadFile('a', (error, text) => console.log(text));\n",
  typescript:
    'export interface Point {\n  readonly x: number;\n  y?: number;\n}\nconst origin: Point = { x: 0 };\n',
  java: 'package a.b;\n\nimport java.util.List;\n\npublic class Main {\n  public static void main(String[] a) {}\n}\n',
  csharp: 'using System;\nnamespace A {\n  class B { public string Name { get; set; } }\n}\n',
  c: '#include <stdio.h>\n\nint main(void) {\n  printf("hello\\n");\n  return 0;\n}\n',
  cpp: '#include <iostream>\n\nint main() {\n  std::cout << "hello";\n}\n',
  rust: 'use std::io;\n\nfn main() {\n    let mut x = 1;\n    println!("{}", x);\n}\n',
  go: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hello")\n}\n',
  ruby: "require 'set'\n\ndef greet(name)\n  puts name\nend\n",
  php: '<?php\necho $this->name;\n',
  bash: '#!/usr/bin/env bash\nset -e\nif [ -f a ]; then\n  echo "$1"\nfi\n',
  sql: 'SELECT id, name\nFROM users\nWHERE id = 1;\n',
  xml: '<!doctype html>\n<html><body><p>Hello</p></body></html>\n',
  css: '.a {\n  color: red;\n  margin: 0;\n}\n@media print {\n}\n',
  json: '{\n  "name": "a",\n  "list": [1, 2]\n}\n',
  yaml: 'version: 3\nservices:\n  web:\n    image: a\n    ports:\n      - 80\n',
  markdown: '# Title\n\nSee [this](https://example.org).\n\n```js\nconst a = require("b");\n```\n',
  dockerfile: 'FROM node:20\nWORKDIR /app\nCOPY . .\nRUN npm ci\n',
  diff: 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-a\n+b\n',
  makefile: '.PHONY: all\nall: a.o\n\tcc -o a a.o\n',
  haskell: 'module Main where\n\nmain :: IO () -> IO ()\nmain = id\n',
  perl: 'use strict;\nmy $name = shift;\nprint "$name\\n";\n',
};

describe('the guess of the language', () => {
  for (const [language, code] of Object.entries(samples)) {
    it(`recognizes ${language}`, () => {
      assert.ok(isLanguage(language));
      assert.equal(guessLanguage(code), language);
    });
  }

  for (const [what, code] of [
    ['prose', 'Dear all,\n\nplease find the report attached. It is for the class of 2026.\n\nYours\n'],
    ['one word', 'hello'],
    ['nothing', ''],
    ['an assignment that many languages have', 'x = 1\ny = 2\n'],
  ] as const) {
    it(`makes no guess about ${what}`, () => assert.equal(guessLanguage(code), undefined));
  }

  it('takes little of the processor, whatever a text of the greatest length repeats', () => {
    const began = process.cpuUsage();
    for (const part of [
      ' ',
      '\n',
      '\t\n',
      'a',
      '<a ',
      '[',
      'SELECT ',
      'a: ',
      '- ',
      '{"',
      '::',
      '(a)',
      'fn a(',
    ])
      guessLanguage(part.repeat(2048).slice(0, 2048));
    // Microseconds. It takes some ten thousand; a sign that backtracks without bound would take minutes.
    assert.ok(process.cpuUsage(began).user < 3_000_000);
  });
});

describe('the search of a picker', async () => {
  interface Choice {
    value: string;
    name: string;
    words: string[];
  }
  const { rankChoices }: { rankChoices(choices: Choice[], text: string): (Choice & { isExact: boolean })[] } =
    await script('picker.js');
  const choices = [
    { value: 'c', name: 'C', words: ['h'] },
    { value: 'cpp', name: 'C++', words: ['cc', 'hpp'] },
    { value: 'csharp', name: 'C#', words: ['cs'] },
    { value: 'css', name: 'CSS', words: [] },
    { value: 'xml', name: 'HTML, XML', words: ['html', 'svg'] },
    { value: 'base16/dracula', name: 'base16/dracula', words: [] },
  ];
  for (const [text, first, isExact] of [
    ['c', 'c', true],
    ['C++', 'cpp', true],
    ['.hpp', 'cpp', true],
    ['*.svg', 'xml', true],
    ['html', 'xml', true],
    ['xm', 'xml', false],
    ['dracula', 'base16/dracula', false],
    ['drac', 'base16/dracula', false],
  ] as const) {
    it(`finds ${first} by "${text}"${isExact ? ', exactly' : ''}`, () => {
      const [found] = rankChoices(choices, text);
      assert.deepEqual([found?.value, found?.isExact], [first, isExact]);
    });
  }

  it('finds everything by a blank text, in its order, and nothing by a word that no choice has', () => {
    assert.deepEqual(
      rankChoices(choices, ' ').map(({ value }) => value),
      choices.map(({ value }) => value),
    );
    assert.deepEqual(rankChoices(choices, 'klingon'), []);
  });
});
