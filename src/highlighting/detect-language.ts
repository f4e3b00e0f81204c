/** Tells the language of code: by its first line, or else by signs that are rare in other languages and in prose. */
import { firstLines, signs } from '#generated/sdk/signs.gen.js';
import type { Language } from '#generated/sdk/types.gen.js';

/** Extends another language, so code of that one is code of this one too. */
const EXTENDED: Readonly<Partial<Record<Language, Language>>> = {
  apache: 'xml',
  cpp: 'c',
  django: 'xml',
  erb: 'xml',
  gradle: 'groovy',
  less: 'css',
  objectivec: 'c',
  properties: 'ini',
  scss: 'css',
  shell: 'bash',
  typescript: 'javascript',
};

/** Of prose, and of code that could be several languages. */
export const NO_LANGUAGE = 'plaintext' satisfies Language;

/** UTF-16 code units that are looked at. */
const LOOKED_AT = 2000;
/** What counts of a sign that is there more often. */
const MOST_OF_A_SIGN = 3;
/** Prose has a sign by chance. */
const LINES_FOR_A_SIGN = 6;
const COMMENTS = /^(?:(?:[#%;]|\/\/).*\n\s*)*/;

/** @returns the language that code looks like, and like no other; NO_LANGUAGE where that is not clear */
export function detectLanguage(code: string): Language {
  const text = code.slice(0, LOOKED_AT).trimStart();
  const starts = [text, text.replace(COMMENTS, '')];
  const sure = firstLines.find(({ pattern }) => starts.some((start) => start.search(pattern) === 0));
  return sure?.language ?? compareSigns(text);
}

function compareSigns(text: string): Language {
  const counts = new Map<Language, number>();
  for (const { language, pattern } of signs) {
    const count = Math.min(text.match(pattern)?.length ?? 0, MOST_OF_A_SIGN);
    counts.set(language, (counts.get(language) ?? 0) + count);
  }
  const countOf = (language?: Language) => (language && counts.get(language)) ?? 0;
  const scoreOf = (language?: Language) =>
    language && countOf(language) > 0 ? countOf(language) + countOf(EXTENDED[language]) : 0;
  const [best = NO_LANGUAGE, ...others] = [...counts.keys()].sort(
    (one, other) => scoreOf(other) - scoreOf(one),
  );
  const score = scoreOf(best);
  const next = scoreOf(others.find((language) => language !== EXTENDED[best]));
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  const isClear = score > next && score * LINES_FOR_A_SIGN >= lines;
  return isClear ? best : NO_LANGUAGE;
}
