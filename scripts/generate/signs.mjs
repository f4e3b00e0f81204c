// Writes what the code of a language looks like, by which the service tells the language of new code.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Two spaces separate signs. `^` and `¶` are the beginning and the end of a line, `·` is a word, `…` anything within a
 * line, `⟨a|b⟩` one of several, `δ` a number, `Λ` a capital and `λ` a small letter. Where a sign has another `…`, the
 * first ends at the first character of what follows it, so that signs take linear time. The rest means itself.
 */
const FIRST_LINES = {
  bash: '#!…⟨bash|sh|zsh|ksh|dash⟩¶  #!…⟨bash|sh|zsh⟩ -',
  clojure: '(ns ·',
  cmake: 'cmake_minimum_required(',
  diff: 'diff --git  diff -⟨r|u⟩  --- ·/  --- …\n+++ ·  Index: ·\n===',
  elixir: 'defmodule ·  Mix.install',
  erlang: '-module(',
  graphql:
    '⟨query|mutation|subscription⟩ ⟨{|·(|· {|· @⟩  query(…$·:  fragment · on ·  type ⟨Query|Mutation⟩ {  ' +
    'extend type ·',
  haskell: 'module · ⟨where|(⟩  {-# ⟨LANGUAGE|OPTIONS⟩  import qualified ·',
  http:
    '⟨GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS⟩ ·… HTTP/·¶  ⟨GET|POST|PUT|PATCH|DELETE⟩ http…  ' +
    'HTTP/⟨1.0|1.1|2|3⟩ ·',
  javascript: '#!…⟨node|bun|deno⟩',
  json: '{"·":',
  latex: '\\documentclass  \\begin{document}',
  lisp: '(⟨defun|defmacro|defpackage|defvar|defparameter|in-package⟩ ·',
  lua: '#!…lua',
  objectivec: '#import <  #import "  @⟨interface|implementation|protocol⟩ ·',
  perl: '#!…perl  use strict;  use warnings;  use v5',
  php: '<?php  <?=  #!…php',
  plaintext: 'Traceback (most recent call last)  Exception in thread "  panic: ·…\n\ngoroutine',
  protobuf: 'syntax = "proto',
  python: '#!…python⟨|2|3⟩  async def ·(  from __future__ import',
  'python-repl': '>>> ⟨λ|δ|"⟩',
  r: '#!…Rscript  library(·)¶',
  ruby: '#!…ruby',
  shell: '$ ⟨λ|.|/⟩  ·@·:…$ ·',
  swift: 'import ⟨SwiftUI|UIKit|Foundation|Combine|XCTest⟩¶  // swift-tools-version',
  xml: '<!⟨doctype|DOCTYPE⟩  <?xml  <html  <svg',
};

/** highlight.js's own relevance counts keywords, of which short code has few. */
const SIGNS = {
  apache:
    '^<⟨VirtualHost|Directory|Location|IfModule|Files⟩ ·…>¶  ^Rewrite⟨Engine|Rule|Cond⟩ ·  ' +
    '^⟨ServerName|DocumentRoot|Order|Require|AllowOverride|Options|ErrorLog|Redirect|Header|AddType⟩ ·',
  bash:
    '^sudo ·  ^cd ·  ^echo ·  ^export ·=  ^mkdir ·  ^git ·  ^npm ⟨install|ci|run|i|start|test⟩  ^pip ·  ' +
    '^docker ·  ^curl ·  ^find ·…-  ' +
    '^⟨chmod|chown|ssh|scp|rsync|tar|source|systemctl|brew|make|cat|sed|awk|grep⟩ ⟨-|·⟩  ^kubectl  ^fi¶  ^done¶  ' +
    '^esac¶  ; do¶  ; then¶  ; done  ^if [  ^⟨elif|while⟩ [  "$  $(·  ' +
    '| ⟨grep|xargs|sort|head|tail|awk|sed|wc|jq|sudo|tee⟩  && ·  ^set -  ^·() {¶  ^for · in ·…;  ^ΛΛ·=·',
  c:
    '^#include ⟨<|"⟩  ^#⟨define|ifdef|ifndef⟩  printf(  alloc(  sizeof(  char *  int main(  ' +
    '^⟨static |⟩void ·(…*  ^⟨int|char|size_t|uint8_t⟩ ·;¶  ^⟨int|char|void|static⟩ ⟨|*⟩·(…⟨)|{|;⟩¶  struct · *  ' +
    '^typedef ⟨struct|enum⟩  int *·',
  clojure: '^(⟨defn|def|let|ns|defmacro|defmulti|defprotocol⟩ ·  (println  (:require  (fn [  (let [',
  cmake: '^⟨project|add_executable|add_library|find_package|set|include|option⟩(·  ^target_link_libraries(·',
  cpp:
    'std::  <⟨iostream|string|vector|map|memory|algorithm⟩>  cout <<  nullptr  ^template <  ' +
    '^⟨public|private|protected⟩:¶  ^· ·::·(…{¶  ^using namespace  const auto&  ' +
    '^#include <⟨iostream|vector|string|map|memory⟩>  override;¶',
  csharp:
    '^using ⟨System|Microsoft|·.·⟩⟨|.·⟩;¶  Console.Write  ' +
    '^⟨public|internal⟩ ⟨|static |sealed |partial |abstract ⟩class ·…¶  ^class ·\n{  { get;  ' +
    'public ⟨static |⟩async Task  string[]  .ToList()  ^namespace ·⟨;|⟩¶  ' +
    '^[⟨Http|Test|Fact|Required|ApiController⟩…]¶  public record  ^var · = ·…;¶  public ⟨string|int⟩ · {',
  css:
    '^.…{¶  {\n…: …;¶  ^@⟨media|import|keyframes|font-face⟩  ^:root  ^.…{…}¶  {⟨|\n⟩…:…;…}¶  ' +
    '^⟨color|margin|padding|background|display|border|width|height|position|transition⟩⟨|-·⟩:…;¶',
  dart:
    "^import 'package:  ^void main() ⟨async |⟩⟨{|=>⟩  extends Stat⟨eless|eful⟩Widget  @override¶  Widget build(  " +
    '^final ·…;¶  Future<·  {super.key}',
  diff: '^@@ -  · @@  ^--- ·/  ^+++ ·  ^--- …\n+++',
  django: '{% ⟨extends|load|block|for|if|include|endif|endfor|endblock|else|csrf_token|url|set⟩  {{ ·|·',
  dockerfile:
    '^FROM ·¶  ^FROM · AS  ^RUN ·  ^CMD [  ^COPY ·  ^WORKDIR /  ^ENTRYPOINT [  ^EXPOSE ·¶  ^ENV ·  ^ARG ·',
  dos: '^@echo  ^set ·=  %·%  ^goto ·  ^if ⟨|not ⟩exist  ^setlocal  ^exit /b',
  elixir:
    '^def ·(…do¶  ^def ·…, do:  ^defp ·  ^⟨use|alias|import⟩ Λ·  |> ·  fn · ->  {:ok,  {:error,  ' +
    '@⟨moduledoc|doc⟩ ⟨"|false⟩  @impl true  IO.puts  IO.inspect  Enum.·(',
  erb: '^<%⟨=|⟩ ·  ^<·…<%= ·',
  erlang: '^-⟨module|export|include|record|spec|define⟩(  ^·(…) ->¶  io:format(  ^·(…) when ·…->  lists:·(',
  fsharp:
    '^let rec ·  ^let ·…=¶  ^open ·.·¶  ^open System  ^namespace ·¶  printfn "  ^| ·…->  [<·>]  ^match · with¶  ' +
    '^type ·…=¶',
  gherkin: '^Given ·…\n⟨When|And|Then⟩  ^Scenario⟨| Outline⟩: ·  ^Feature: ·  ^Examples:¶',
  go:
    '^package ·¶  ^import (¶  ^type · ⟨struct|interface⟩  ^func ·(…) {¶  ^func ·(…) · {¶  ^func (…{¶  ' +
    '⟨^|, |if |for ⟩· := ⟨range |·(|&|[|"|δ|<-⟩  err != nil  nil,  fmt.·(  ^defer ·  make(⟨chan|map|[]⟩  ' +
    '⟨= |(|if ⟩<-·  []string  ^import "·"¶',
  gradle:
    '^⟨plugins|repositories|dependencies⟩ {¶  ^⟨implementation|testImplementation|api|compileOnly⟩ ⟨\'|"|·(⟩  ' +
    '^apply plugin:  mavenCentral()',
  graphql:
    '^type · ⟨|implements · ⟩{¶  ^λ·⟨|(…)⟩: ⟨ID|String|Int|Float|Boolean|[Λ·⟩⟨|!|]|!]|]!|!]!⟩¶  ^input · {¶  ^⟨query|mutation⟩ ·…{  $·: ·!  ' +
    'ID!  ^... on ·  ^fragment · on  ^interface · {',
  groovy: "^pipeline {¶  ^agent ·  ^stage⟨s|('…')⟩ {¶  ^steps {¶  ^sh ⟨'|\"⟩  ^def · = ·  println \"",
  haskell:
    '^· :: ·  ^import ⟨qualified |⟩Λ·  ^module ·…where  ^data · = ·  ^⟨instance|class⟩ ·…where  ^main = do  <$>  ' +
    '^deriving (  ^| otherwise',
  http: '^⟨Host|Content-Type|Content-Length|Authorization|Accept|User-Agent|Set-Cookie|Cache-Control⟩: ·',
  ini: '^[·]¶  ^[[·]]¶  ^[· "·"]¶  ^· = ⟨true|false⟩¶  ^·=·¶  ^· = "…"¶  ^; ·  ^⟨ExecStart|WantedBy|Description⟩=',
  java:
    '^import ⟨static |⟩⟨java|org|com|javax|jakarta⟩.·;¶  ^package ·;¶  System.out.  String[]  ^public static  ' +
    '^public ⟨|final |abstract ⟩⟨class|interface|enum⟩ ·…{¶  ' +
    '^⟨public|private|protected⟩ ⟨|static |final ⟩·⟨|<…>|[]⟩ ·(…{¶  ^private ⟨|static ⟩final ·…;¶  ' +
    '^⟨public|private⟩ ⟨int|String|boolean|void|long|double⟩ ·  @Override  implements · {  List<·>  Map<·  ' +
    '.stream()  new ⟨ArrayList|HashMap|Scanner⟩  ' +
    '^@⟨RestController|Autowired|Test|Entity|GetMapping|Service|Bean⟩  .collect(  ^for (int ·  int[]',
  javascript:
    '^const · =  ^const ⟨{|[⟩…=  ^let · =…;¶  ^var · =…;¶  ^export ⟨default|const|function|async|class⟩ ·  => {  ' +
    '=>  · === ·  · !== ·  console.·(  document.·(  window.·  require(⟨\'|"⟩·  ^import…from ⟨\'|"⟩  await ·  ' +
    '^⟨|async ⟩function ·…{  ^function ·(…) {\n  function(…{  function (…{  ^module.exports  $(⟨\'|"|document⟩…)  setTimeout(  ' +
    '.then(  ^} else {¶  return (',
  json: '{"·":  ^"·":  ["·",  ^"·",¶',
  julia:
    '^using ·⟨,|\n⟩  ^function ·(…)¶  ^end¶  ^struct ·¶  ::⟨Int|Float64|String|Vector⟩  ^for · in ·  ' +
    '^mutable struct',
  kotlin:
    '^⟨override |private |⟩fun ·(  ^data class  ^val · =  ^val ·:  ^suspend fun  ^when (·) {¶  println(  ' +
    'listOf(  ?.let  : ·?)  ^class ·…: ·(…{¶  findViewById<  ^object ·',
  latex:
    '^\\⟨begin|end|section|subsection|usepackage|title|item|chapter|newcommand⟩⟨{| |[⟩  ' +
    '\\⟨frac|textbf|cite|ref|emph|label⟩{',
  less: '^@·: ·;¶  ^.·();¶  : @·  ⟨darken|lighten|fade⟩(@·',
  lisp:
    '^(⟨defun|defmacro|defvar|defparameter|setq|let|let*|format|require|use-package⟩ ·  (format t  (lambda (  ' +
    '(cond',
  lua:
    '^local ·  then¶  ^end¶  ^end)  ^elseif  ^⟨local |⟩function ·(…)¶  ~=  ipairs(  ^function ·⟨.|:⟩·(  ' +
    '^for ·, · in ·  require ⟨"|\'⟩',
  makefile:
    '^.PHONY  $@  $<  $^  $(⟨CC|CFLAGS|MAKE|·⟩)  ' +
    '^·⟨| ·⟩:⟨|…⟩\n\t⟨@|$(|-|gcc|cc|g++|rm|go|npm|npx|yarn|python|pip|docker|echo|cd|mkdir|cp|mv|cargo|./|node|git|kubectl|terraform|pytest|tar|touch|make|curl|sh|bash⟩  ' +
    '^ΛΛ· ⟨|:|?|+⟩= ·',
  markdown: '^## ·  ^### ·  ^```  ](http  **⟨λ|Λ⟩…**  ^# Λ…\n\n⟨λ|Λ|`|-|*|[|!⟩  ^- **·',
  matlab: '^function ·⟨| = ·⟩(…)¶  ^end¶  zeros(  ones(  plot(  fprintf(  = [·…;…]',
  nginx:
    '^server {¶  ^upstream · {¶  ^location ·…{¶  ^listen…;¶  ^server_name…;¶  ^proxy_·…;¶  ^root /…;¶  ' +
    '^try_files…;¶  ^ssl_·…;¶  ^worker_·…;¶  ^add_header…;¶  ^⟨http|events⟩ {¶',
  objectivec:
    '^@⟨interface|implementation|property|end|protocol|class|synthesize⟩  ^⟨-|+⟩ (·…)·  NSLog(@"  NSString *  ' +
    '@"…"  [[· alloc]  ^#import',
  ocaml:
    '^let rec ·  ^let () =  Printf.printf  ^| ·…->  ^let ·…=¶  ;;¶  ^module ·…= struct  ^type ·…=  ' +
    '^match · with¶  in¶',
  perl:
    '^my⟨ |⟩⟨$|@|%|(⟩  ⟨= |⟩shift;  ⟨eq|ne⟩ ⟨\'|"⟩  ⟨die|croak⟩ "  ^use ⟨strict|warnings⟩;  ^sub · {  $_  ' +
    '=~ ⟨/|s/|m/⟩  <STDIN>  ->{·}  $·{·}  chomp  @_;¶  ^elsif (',
  php:
    '<?php  ^$· =…;¶  $this->  ^$·->  ^echo…;¶  ^⟨private|protected|public⟩ ⟨static |⟩$·  ' +
    '^⟨public|private|protected⟩ ⟨static |⟩function  ^use ·\\·;  function ·($  ->·(…);¶  ' +
    "⟨foreach|isset|empty|array⟩($  ^namespace ·;  $· =>  ['·' =>",
  plaintext:
    '^at ·(·:·)¶  ^at ·.·(…)¶  ^Caused by: ·  ^File "…", line ·  ^... · more  ^⟨-|*|⟩ [⟨ |x|X⟩] ·  ' +
    '^⟨|[⟩δ-δ-δ⟨T| ⟩δ:  ⟨ERROR|WARN|INFO|DEBUG⟩⟨| |]|:⟩  ' +
    '^⟨TODO|Todo|Hi|Hello|Dear|Best|Thanks|Regards⟩⟨| ·| all⟩⟨,|:|\n⟩  ^·, ·, ·⟨|,…⟩¶  ^δ.δ.δ.δ -   ' +
    '^Λ· δ δ:δ:δ ·  ^Λ·:⟨|…⟩\n\t⟨δ|Λ⟩',
  powershell:
    '⟨Get|Set|New|Remove|Write|Select|Sort|Import|Export|Invoke|ForEach|Where|Start|Stop|Test|Out⟩-Λ·  $_.  ' +
    '-⟨Path|Recurse|Filter|Name|Force|ErrorAction⟩  ^param(  ^$· = ⟨Get|New|@|"⟩  -⟨eq|ne|gt|lt|like|match⟩ ·  ' +
    '$env:',
  properties: '^λ·.λ·=·  ^λ·.λ·.λ·=',
  protobuf:
    '^message · {¶  ^service · {¶  ^rpc ·(  ^⟨repeated |optional |⟩· · = δ;¶  ^package ·;¶  ^enum · {¶  ' +
    'returns (',
  python:
    '^⟨async |⟩def ·(…:¶  ^class ·…:¶  ^if ·…:¶  ^elif…:¶  ^else:¶  ^for · in…:¶  ^for ·, · in…:¶  ^while ·…:¶  ' +
    '^with…) as ·:¶  ^async ⟨with|for⟩  ^try:¶  ^except…:¶  ^import ·¶  ^import · as ·¶  ^from · import  ' +
    '^@·…\n⟨async |⟩⟨def|class⟩ ·  self.·  print(  is None  = None  f⟨"|\'⟩  for · in ·…⟨]|)⟩  __·__  ' +
    '⟨len|range|str|sum|sorted|enumerate|open⟩(  -> ·:¶  np.·(  lambda ·:  elif ·  ^· = [·…for ·',
  r:
    '<- ·  ^library(·)  %>%  function(…) {¶  c(·, ·  λ$λ  ggplot(  read.csv(  ⟨lm|aes|aov|glm⟩(·  %in%  ' +
    'summary(·)¶',
  ruby:
    '^def ·¶  ^def ·⟨|.·⟩(…)¶  ^end¶  ^require ⟨\'|"⟩  ^require_relative  ^puts ·  ^class ·¶  ^class · < ·¶  ' +
    '{ |·  .each⟨| |_·⟩  ^attr_·  ^@· =  #{·  ^⟨validates|has_many|belongs_to|scope|before_action⟩ :  ^unless ·  ' +
    '⟨.nil|.empty|.present⟩?  :· =>',
  rust:
    '^⟨pub |⟩fn ·(  ^pub ·  ^impl…{¶  ^use ·::  let mut ·  println!(  format!(  vec![  ' +
    '#[⟨derive|test|cfg|allow|tokio|inline⟩  &mut ·  &str  Vec<·  -> Result<  -> Option<  Some(  None,  Ok(  ' +
    'Err(  ^match ·…{¶  .unwrap()  : ⟨i32|u32|u64|usize|f64⟩  ^let ·: ·…;¶  &self',
  scala:
    '^def…= {¶  ^def…: · =  ^def ·(…)…{¶  Array[String]  ^case class ·  ^object · ⟨extends |⟩  ' +
    '^⟨sealed |⟩trait ·  ^val · =  extends App  ⟨List|Seq|Option|Map⟩[·  ^case…=>  (_.·',
  scss:
    '^$·: ·…;¶  ^@⟨mixin|include|extend|use|function⟩ ·  &:⟨hover|·⟩  ^&…{¶  ⟨darken|lighten|rgba|map-get⟩($·  ' +
    ': $·;¶',
  shell: '^$ ⟨λ|.|/⟩  ^·@·:…⟨$|#⟩ ·',
  sql:
    '^select ⟨distinct |⟩⟨*|·,|·(…),⟩  ^select ·…⟨\n|⟩from ·⟨|;| ·⟩¶  ^select…,¶  ^select ·⟨|(…)⟩;¶  ' +
    '^from ·⟨| ·⟩¶  ^from ·…where ·…⟨=|<|>|like|in (⟩  ^where ·…⟨=|<|>⟩  group by ·  order by ·  join ·…on ·  ' +
    '^insert into ·  values⟨| ⟩(  ^create ⟨table|index|view|function|unique index⟩  ^alter table ·  ' +
    '^update · set ·  ^update ·\nset ·  ^delete from ·  not null  primary key  count(*)',
  swift:
    '^func ·(…-> ·  ^if let  ^guard let  "…\\(·  ^let · = ·¶  ^var ·⟨|: ·⟩ = ⟨[|"⟩  ^struct ·: ·  ^let ·: ·¶  ' +
    '^var ·: ·⟨\n| {\n⟩  ^for · in ·…{¶  ^@⟨State|Published|main|objc|IBOutlet|escaping⟩  some View  ' +
    '^extension ·  (_ ·:',
  typescript:
    '^⟨export |⟩interface ·…{¶  export type  ^type ·⟨|<…>⟩ =  ^let ·: · =…;¶  : string  : number  : boolean  ' +
    ': void  : any  ^private ·:  ^public ·:  ?: ·;¶  ^⟨export |async |⟩function ·…): ·  ^import type  Promise<  ' +
    'Record<  : ·[]   as ⟨const|Λ·⟩;  (private ·  <T⟨>|,| extends⟩  ^readonly ·:  ' +
    '^@⟨Component|Injectable|Input⟩(',
  vim:
    "^set ⟨no·|·=·|·\n⟩  ^⟨n|i|v|⟩⟨nore|⟩map ·  ^autocmd ·  ^let g:·  ^Plug '  ^syntax on¶  <leader>  " +
    '^colorscheme ·',
  x86asm:
    '^section .·  ^⟨mov|add|sub|push|pop|cmp|lea|xor|call|jmp|int|ret⟩⟨q|l|⟩ ⟨r|e|%|[⟩·  ^global ·  ^syscall¶  ' +
    '^·⟨|:⟩ db ·',
  xml: '^<⟨/|⟩·⟨|…⟩>¶  ^<·…/>¶  ^<·⟨|…⟩>…</·>¶  ^<·⟨|…⟩>…</·>  ^<!⟨doctype|DOCTYPE|--⟩  ^<?xml',
  yaml:
    '^λ·:\nλ·: ·  ^λ·: ·\nλ·: ·¶  ^λ·: ·\nλ·:\n  ^λ·:\n- λ·⟨: |\n⟩…  ^- λ·: ·…\nλ·:  ^---¶  ^- name: ·  ' +
    '^⟨image|name|version|run|uses|kind|on|jobs|services|metadata|spec⟩:⟨ ·|\n⟩',
};

/** Languages that are written in capitals or not. */
const IN_ANY_CASE = ['dos', 'sql'];

/** @param {string} folder */
export async function writeSigns(folder) {
  await writeFile(
    join(folder, 'signs.gen.ts'),
    `// This file is auto-generated by scripts/generate.mjs from scripts/generate/signs.mjs: do not edit it.

import type { Language } from './types.gen.js';

export interface Sign {
  readonly language: Language;
  readonly sign: string;
  readonly pattern: RegExp;
}

/** Beginnings of code that are no other language. */
export const firstLines: readonly Sign[] = [
${listOf(FIRST_LINES, 'my')}];

/** What is rare in other languages and in prose. */
export const signs: readonly Sign[] = [
${listOf(SIGNS, 'gm')}];
`,
  );
}

/**
 * @param {Record<string, string>} table
 * @param {string} flags
 */
function listOf(table, flags) {
  const lines = Object.entries(table).flatMap(([language, texts]) =>
    texts.split(/ {2}(?=\S)/).map((sign) => {
      const pattern = new RegExp(patternOf(sign), IN_ANY_CASE.includes(language) ? `${flags}i` : flags);
      return `  { language: ${JSON.stringify(language)}, sign: ${JSON.stringify(sign)}, pattern: ${pattern} },\n`;
    }),
  );
  return lines.join('');
}

/**
 * Words stand alone: `fn` is no part of `fname`.
 * @param {string} sign
 */
function patternOf(sign) {
  const word = '[^\\s,;:{}()]';
  const pattern = sign
    .replace(/[.*+?(){}[\]|\\/$^-]/g, '\\$&')
    .replace(/⟨(.*?)⟩/gs, (_, several) => `(?:${several.replaceAll('\\|', '|')})`)
    .replace(/^\\\^/, '^[ \\t]*')
    .replace(/¶$/, '[ \\t]*$')
    .replaceAll('\n', '\n[ \\t]*')
    .replaceAll('·', `${word}{1,50}`)
    .replaceAll('δ', '\\d{1,9}')
    .replaceAll('Λ', '[A-Z]')
    .replaceAll('λ', '[a-z]')
    .replaceAll(/…(?=(\\?.).*…)/g, '[^\\n$1]{0,99}')
    .replaceAll('…', '.{0,99}');
  const begin = sign.startsWith('·') ? `(?<!${word})` : '(?<![\\w.])';
  return `${/^⟨?[\w·δΛλ]/.test(sign) ? begin : ''}${pattern}${/\w$/.test(sign) ? '(?!\\w)' : ''}`;
}
