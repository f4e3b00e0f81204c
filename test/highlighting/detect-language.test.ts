/** Short code of common languages is told apart; prose and what could be several languages is plain text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLines, signs } from '#generated/sdk/signs.gen.js';
import { detectLanguage } from '#src/highlighting/detect-language.js';

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
  diff: [
    '--- a/x.txt\n+++ b/x.txt\n@@ -1,2 +1,2 @@\n-import a\n+import b\n',
    'diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-const a = 1;\n+const a = 2;',
  ],
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
    'async def get(url):\n    return await fetch(url)',
    '#!/usr/bin/env python3\nx = 1\n',
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
  clojure: ['(ns app.core)\n\n(defn greet [name]\n  (println "Hi" name))'],
  cmake: ['cmake_minimum_required(VERSION 3.20)\nproject(demo)\nadd_executable(demo main.c)'],
  dart: ["import 'package:flutter/material.dart';\n\nvoid main() => runApp(const MyApp());"],
  dos: ['@echo off\nset NAME=%1\nif not exist %NAME% exit /b 1'],
  elixir: ['defmodule A do\n  def f(x), do: x\nend', 'list\n|> Enum.map(fn x -> x * 2 end)\n|> IO.inspect()'],
  erlang: ['-module(hello).\n-export([start/0]).\n\nstart() ->\n    io:format("Hello~n").'],
  graphql: ['query Q($id: ID!) {\n  user(id: $id) { name }\n}', 'type Post {\n  id: ID!\n  title: String\n}'],
  haskell: ['main :: IO ()\nmain = print (sum [1 .. 10])'],
  http: [
    'POST /a?b=1 HTTP/1.1\nHost: example.com\nContent-Type: application/json\n\n{"a": 1}',
    'HTTP/1.1 200 OK\n\n<p>x</p>',
  ],
  julia: ['using Plots\n\nfunction f(x)\n    x^2\nend\n\nfor i in 1:3\n    println(f(i))\nend'],
  latex: ['\\documentclass{article}\n\\begin{document}\nHello\n\\end{document}'],
  lisp: ['(defun square (x)\n  (* x x))'],
  objectivec: ['#import <Foundation/Foundation.h>\n\n@interface A : NSObject\n@end'],
  ocaml: [
    'let rec sum = function\n  | [] -> 0\n  | x :: t -> x + sum t\n\nlet () = Printf.printf "%d" (sum [1])',
  ],
  perl: ['use strict;\nmy %seen;\nwhile (my $l = <STDIN>) { $seen{$l}++ }'],
  protobuf: ['syntax = "proto3";\n\nmessage User {\n  int64 id = 1;\n}'],
  'python-repl': ['>>> 1 + 1\n2\n'],
  r: ['df <- read.csv("a.csv")\nsummary(df)'],
  scss: ['$gap: 1rem;\n\n.card {\n  &:hover { margin: $gap; }\n}'],
  plaintext: [
    'x = 1',
    'Buy milk and eggs on the way home.',
    'Meeting notes: we will use the new server from Monday on; return the old one.\nAnn: ask for the import permit.',
    'I went to the shop and bought bread. When I came back, the door was open. '.repeat(20),
    'if you import goods from abroad, select the form that fits and print it; while you wait, let us know.',
    'TODO\n- fix the header\n- ask Ben: does the form work?\n- release',
    '2026-11-20T10:14:03Z WARN  slow query: 1203 ms\n2026-11-20T10:15:00Z ERROR connection refused\n',
    '10.0.0.5 - - [10/Oct/2000:13:55:36 -0700] "GET /index.html HTTP/1.0" 200 2326\n',
    'Groceries:\n- milk\n- bread: whole grain\n',
    'Ingredients:\n\t2 eggs\n\tsalt\nMethod:\n\tMix.\n',
    'Name: Ann\nPhone: 555\n',
    'java.lang.IllegalStateException: no session\n\tat org.foo.Bar.baz(Bar.java:10)\n\tat org.foo.Main.main(Main.java:3)\n',
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    import b\nKeyError: 1\n',
    '#include the new numbers in the report\nand import the list from last week.\n',
    'Select the best of the list where possible.\nThen update the table and set the date.\n',
    '$ 500 for the rent\n',
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
  for (const { language, sign, pattern } of [...firstLines, ...signs]) {
    const parts = sign.replace(/^\^|¶$/g, '').split(/[…·δΛλ⟨|⟩]/);
    const units = [...parts, parts.join(''), parts.join('a'), parts.join(' a '), `${parts.join('a')}\n`];
    for (const unit of new Set(units.filter((one) => one !== ''))) {
      const began = process.cpuUsage();
      unit.repeat(LENGTH / unit.length).match(new RegExp(pattern.source, 'gim'));
      const { user } = process.cpuUsage(began);
      assert.ok(user < MOST * 1000, `${language}: ${sign} on ${JSON.stringify(unit)}: ${user / 1000} ms`);
    }
  }
});
