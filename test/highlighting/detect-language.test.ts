/** Short code of common languages is told apart; prose and what could be several languages is plain text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detected, detectLanguage, patternOf, signsOf } from '#src/highlighting/detect-language.js';

const samples: Readonly<Record<string, readonly string[]>> = {
  bash: [
    'cd /srv/app\ngit pull\nnpm ci && npm run build\n',
    'for f in *.txt; do echo "$f"; done',
    'if [ -f a ]; then\n  b\nfi',
  ],
  c: [
    'int main(void) { printf("hi\\n"); return 0; }',
    'struct node {\n    int value;\n    struct node *next;\n};',
  ],
  cpp: ['#include <vector>\nint main() {\n    std::vector<int> v;\n    printf("%zu", v.size());\n}'],
  csharp: ['using System;\n\nclass Program\n{\n    static void Main() => Console.WriteLine("Hello");\n}'],
  css: ['a { color: red; }', '.card {\n  display: grid;\n  gap: 1rem;\n}\n'],
  diff: ['--- a/x.txt\n+++ b/x.txt\n@@ -1,2 +1,2 @@\n-import a\n+import b\n'],
  dockerfile: ['FROM node:20-alpine\nWORKDIR /app\nRUN npm ci\n'],
  go: ['if err != nil {\n\treturn nil, err\n}', 'package main\n\nfunc main() {\n\tprintln("hello")\n}\n'],
  ini: ['[server]\nport = 8080\nverbose = true\n'],
  java: [
    'public class Main {\n    public static void main(String[] args) {\n        System.out.println("Hello");\n    }\n}',
  ],
  javascript: [
    'const total = items.map((item) => item.price);\nconsole.log(total);',
    'function f(x) {\n  return x;\n}',
  ],
  json: ['{"a": 1, "b": [true, null]}', '[\n  {"id": 1, "title": "first"}\n]'],
  kotlin: ['data class User(val name: String)\n\nfun main() {\n    println(User("Ann").name)\n}'],
  lua: ['local t = {}\nfor i = 1, 10 do\n  t[i] = i * i\nend\n'],
  makefile: ['build: main.o\n\tgcc -o app main.o\n\nclean:\n\trm -f *.o\n'],
  markdown: ['# Notes\n\nSee [the docs](https://example.com).'],
  nginx: ['server {\n    listen 80;\n    root /var/www;\n}'],
  php: ['<?php\necho "Hello, {$_GET["name"]}!";'],
  powershell: ['Get-ChildItem C:\\Temp | Where-Object { $_.Length -gt 1MB } | Remove-Item'],
  python: [
    'print(1)',
    'def add(a, b):\n    return a + b\n',
    'import os\n\nfor name in os.listdir("."):\n    print(name)\n',
  ],
  ruby: ['class User < ApplicationRecord\n  has_many :posts\nend'],
  rust: [
    'fn main() {\n    println!("Hello, world!");\n}',
    'match total {\n    0 => None,\n    n => Some(n),\n}',
  ],
  scala: ['object Main extends App {\n  val xs = List(1, 2, 3)\n}'],
  shell: ['$ npm install', '$ cd /srv && npm ci\nadded 12 packages in 2s\n$ echo "$PATH"\n'],
  sql: [
    'SELECT 1;',
    "insert into users (name)\nvalues ('Ann');",
    'select name\nfrom users u\njoin orders o on o.user = u.id',
  ],
  swift: ['func add(_ a: Int, _ b: Int) -> Int {\n    return a + b\n}'],
  typescript: [
    'interface User {\n  id: number;\n  email?: string;\n}',
    'function unwrap<T>(r: Result<T>): T {\n  if (!r.ok) throw r.error;\n  return r.value;\n}\n',
  ],
  xml: ['<p>Hello <b>world</b></p>', '<!doctype html>\n<title>Hello</title>\n'],
  yaml: ['version: "3"\nservices:\n  web:\n    image: nginx\n', '- name: Install\n  apt:\n    name: nginx\n'],
  plaintext: [
    'x = 1',
    'Buy milk and eggs on the way home.',
    'Meeting notes: we will use the new server from Monday on; return the old one.\nAnn: ask for the import permit.',
    'I went to the shop and bought bread. When I came back, the door was open. '.repeat(20),
    'if you import goods from abroad, select the form that fits and print it; while you wait, let us know.',
    'TODO\n- fix the header\n- ask Ben: does the form work?\n- release',
    '2026-11-20T10:14:03Z WARN  slow query: 1203 ms\n2026-11-20T10:15:00Z ERROR connection refused\n',
    '10.0.0.5 - - [10/Oct/2000:13:55:36 -0700] "GET /index.html HTTP/1.0" 200 2326\n',
  ],
};

for (const [language, codes] of Object.entries(samples))
  test(`short code in ${language} is detected`, () => {
    assert.deepEqual(
      codes.map((code) => [code, detectLanguage(code)]),
      codes.map((code) => [code, language]),
    );
  });

/** UTF-16 code units. */
const LENGTH = 100_000;
/** Milliseconds of processor time. A pattern with two free gaps takes minutes, and what follows a gap is tried 99 times. */
const MOST = 250;

test('each sign takes linear time on repetitions of its own parts', () => {
  for (const language of detected)
    for (const sign of signsOf(language)) {
      const parts = sign.replace(/^\^|¶$/g, '').split(/[…·]/);
      const units = [...parts, parts.join(''), parts.join('a'), parts.join(' a '), `${parts.join('a')}\n`];
      for (const unit of new Set(units.filter((one) => one !== ''))) {
        const began = process.cpuUsage();
        unit.repeat(LENGTH / unit.length).match(new RegExp(patternOf(sign), 'gim'));
        const { user } = process.cpuUsage(began);
        assert.ok(user < MOST * 1000, `${language}: ${sign} on ${JSON.stringify(unit)}: ${user / 1000} ms`);
      }
    }
});
