/** Tells the language of code by signs that are rare in other languages and in prose. */
import type { Language } from '#generated/sdk/types.gen.js';

/**
 * Two spaces separate signs. `^` and `¶` are the beginning and the end of a line, `·` is a word, `…` anything within a
 * line. Where a sign has another `…`, the first ends at the first character of what follows it, so that signs take
 * linear time. The rest means itself. highlight.js's own relevance counts keywords, of which short code has few.
 */
const SIGNS: Readonly<Partial<Record<Language, string>>> = {
  bash:
    '#!/bin/  ^sudo  ^cd  ^echo  ^export ·=  ^mkdir  ^rm -  ^git ·  ^npm ·  ^pip ·  ^apt ·  ^docker ·  ' +
    '^curl ·  ^ls -  ^find .  ^kubectl  ^fi¶  ^done¶  ; do  ; then  ; done  if [  "$  ${·  $(·  | grep ·  ' +
    '&& ·',
  c: '#include  ^#define  printf(  alloc(  sizeof(  char *  int main(  ^void ·(  ^int ·;¶  struct · *',
  cpp: 'std::  <iostream>  <string>  <vector>  cout <<  nullptr  ^template <  ^public:¶  ^private:¶  ^· ·::·(…{¶',
  csharp:
    '^using ·;¶  Console.  ^public class ·¶  ^class ·¶  { get;  public async  string[]  ^foreach (var  ' +
    '.ToList()',
  css: '^.…{¶  ^font-  ^@media  ^:root  ^.…{…}¶  ^#…{…}¶  {…:…;…}¶  ^color:  ^background…;¶  ^margin…;¶  ',
  diff: '^@@ -  · @@  ^--- ·/  ^+++ ·/  ^diff --git',
  dockerfile: '^FROM ·¶  ^FROM · AS  ^RUN  ^CMD [  ^COPY  ^WORKDIR  ^ENTRYPOINT  ^EXPOSE  ^ENV',
  go:
    '^package ·¶  ^import (¶  ^type · struct  ^func ·(…) {¶  ^func ·(…) · {¶  ^func (…{¶  :=  err != nil  ' +
    'nil,  fmt.',
  ini: '^[·]¶  ^[[·]]¶  ^· = true¶  ^· = false¶  ^·=·¶',
  java:
    '^import ·;¶  ^package ·;¶  System.out.  String[]  ^public static  ^public…{¶  ^private…;¶  ^protected  ' +
    '@Override  Exception e  throws · {  ^class ·…{¶  implements · {  List<  Map<  .stream()  new ArrayList',
  javascript:
    '^const · =  ^const {  ^let · =…;¶  ^var · =…;¶  ^export ·  => {  =>  · === ·  · !== ·  console.  ' +
    'document.·(  window.  require(\'  require("  ^import…from \'  ^import…from "  await  ^function…{  ' +
    'function (  function(  async function',
  json: '{"·":  ^"·":  ["·",  ^"·",¶',
  kotlin: '^fun ·(  ^data class  ^val · =  ^val ·:  ^suspend fun  ^when (  println(  listOf(  ?.let',
  lua: '^local  then¶  ^end¶  ^end)  ^elseif  ^function ·(…)¶  " ..  .. "  ~=',
  makefile: '^·:…\n\t  ^.PHONY  $@  $<  $^  $(CC)',
  markdown: '^##  ^###  ^```  ](http  ](/  **·**  ^# ·…\n\n',
  nginx:
    '^server {¶  ^upstream · {¶  ^location ·…{¶  ^listen…;¶  ^server_name…;¶  ^proxy_·…;¶  ^root /…;¶  ' +
    '^try_files…;¶  ^ssl_·…;¶  ^worker_·…;¶  ^add_header…;¶',
  php: '<?php  ^$· =…;¶  $this->  ^$·->  ^echo…;¶  ^public function  ^use ·\\·;  function ·($  ->·(',
  powershell: 'Get-·  Set-·  New-·  Remove-·  Where-Object  Write-·  Select-·  Sort-·  $_.  -Path  ^param(',
  python:
    '^def…:¶  ^class…:¶  ^if…:¶  ^elif…:¶  ^else:¶  ^for · in…:¶  ^for ·, · in…:¶  ^while…:¶  ^with…) as ·:¶  ^try:¶  ^except…:¶  ' +
    '^import ·¶  ^import · as ·¶  ^from · import  ^@·¶  self.  print(  is None  = None  = True  f"',
  ruby:
    "^def ·¶  ^def ·(…)¶  ^end¶  ^require '  ^puts  ^class ·¶  ^class · < ·¶  do |  { |  (&:  .each  ^attr_·  " +
    '^@· =',
  rust:
    '^fn ·(  ^pub ·  ^impl…{¶  ^use ·::  let mut  println!  format!  vec!  #[  &mut  &str  Vec<  -> Result  ' +
    '-> Option  Some(  None,  Ok(  Err(  ^match…{¶  .unwrap()  .iter()  : i32  : u32  ',
  scala: '^def…= {¶  ^def…: · =  ^case class  ^object ·  ^trait ·  ^val · =  extends App  List(  ^case…=>',
  shell: '^$ ·',
  sql:
    '^select…from  ^select…,¶  ^select…;¶  ^select *  ^from ·¶  ^from · ·¶  ^from ·…where  ^where…=  group by  ' +
    'order by  join…on  ^insert into  values (  ^create…table  ^create…index  ^alter table  ^update · set  ' +
    '^delete from  not null',
  swift:
    'import Foundation  ^func…-> ·  ^if let  \\(  ^let · = ·¶  ^struct ·: ·  ^let ·: ·¶  ^var ·: ·¶  ' +
    '^for · in · {',
  typescript:
    '^interface…{¶  export interface  export type  ^type · =  ^enum · {  ^let ·: · =…;¶  : string  : number  ' +
    ': boolean  : void  : any  ^private ·:  ^public ·:  ?: ·;¶  ^function…): ·  ^export function…):  ' +
    '^import type  Promise<  Record<  : ·[]',
  xml: '</  />  ^<!doctype  ^<!DOCTYPE  ^<?xml  ^<!--',
  yaml: '^·:\n   ^·:\n- ^·: ·¶  ^- ·: ·  ^---¶  ^- ·:¶',
};

/** Extends another language, so code of that one is code of this one too. */
const EXTENDED: Readonly<Partial<Record<Language, Language>>> = {
  cpp: 'c',
  shell: 'bash',
  typescript: 'javascript',
};

const WORD = '[^\\s,;:{}()]';

// The keys are those of the type.
export const detected = Object.keys(SIGNS) as Language[];

const PATTERNS = detected.map((language) => {
  const flags = language === 'sql' ? 'gim' : 'gm';
  return [language, new RegExp(signsOf(language).map(patternOf).join('|'), flags)] as const;
});

export function signsOf(language: Language): string[] {
  return SIGNS[language]?.trim().split(/ {2}(?=\S)/) ?? [];
}

/** Words stand alone: `fn` is no part of `fname`. */
export function patternOf(sign: string): string {
  const pattern = sign
    .replace(/[.*+?(){}[\]|\\/$^-]/g, '\\$&')
    .replace(/^\\\^/, '^[ \\t]*')
    .replace(/¶$/, '[ \\t]*$')
    .replaceAll('·', `${WORD}{1,50}`)
    .replaceAll(/…(?=(\\?.).*…)/g, '[^\\n$1]{0,99}')
    .replaceAll('…', '.{0,99}');
  const begin = sign.startsWith('·') ? `(?<!${WORD})` : '(?<![\\w.])';
  return `${/^[\w·]/.test(sign) ? begin : ''}${pattern}${/\w$/.test(sign) ? '(?!\\w)' : ''}`;
}

/** Of prose, and of code that could be several languages. */
export const NO_LANGUAGE = 'plaintext' satisfies Language;

/** UTF-16 code units that are looked at. */
const LOOKED_AT = 2000;
/** Prose has a sign by chance. */
const LINES_FOR_A_SIGN = 6;

/** @returns the language that code looks like, and like no other; NO_LANGUAGE where that is not clear */
export function detectLanguage(code: string): Language {
  const text = code.slice(0, LOOKED_AT);
  const counts = new Map(PATTERNS.map(([language, pattern]) => [language, text.match(pattern)?.length ?? 0]));
  const countOf = (language?: Language) => (language && counts.get(language)) ?? 0;
  const scoreOf = (language?: Language) =>
    language && countOf(language) ? countOf(language) + countOf(EXTENDED[language]) : 0;
  const [best = NO_LANGUAGE, ...others] = [...counts.keys()].sort(
    (one, other) => scoreOf(other) - scoreOf(one),
  );
  const next = others.find((language) => language !== EXTENDED[best]);
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  const isClear = scoreOf(best) > scoreOf(next) && scoreOf(best) * LINES_FOR_A_SIGN >= lines;
  return isClear ? best : NO_LANGUAGE;
}
