/** Makes markup of one snippet, and reads it back as a browser would. */
import assert from 'node:assert/strict';
import { highlightTurn } from '#src/highlighting/highlight.js';

/** In this thread. */
export function highlight(code: string, language: string, timeoutMs: number) {
  const [highlighted] = highlightTurn([{ code, language }], timeoutMs);
  assert(highlighted);
  return highlighted;
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#13;': '\r',
};

/** The text: spans go, references become characters; anything else is a mistake. */
export function textOf(markup: string): string {
  return markup.replace(/<\/?span\b[^<>]*>/g, '').replace(/&[^;\s]*;|[<>&\r]/g, (found) => {
    const character = characters[found];
    if (character === undefined) throw new Error(`Not escaped: ${found}`);
    return character;
  });
}
