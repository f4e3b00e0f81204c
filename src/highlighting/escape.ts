/** Escapes text for HTML, and reads it back. */

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Shorter than the named entity: a page of JSON holds thousands.
  '"': '&#34;',
  "'": '&#39;',
  // A parser converts CR and CRLF to LF (HTML, 13.2.3.5 "Preprocessing the input stream"), but keeps a reference.
  '\r': '&#13;',
};

/** @returns HTML that a parser reads back character for character */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => REFERENCES[character] ?? character);
}

const CHARACTERS = new Map([
  ...Object.entries(REFERENCES).map(([character, reference]) => [reference, character] as const),
  // Those of highlight.js.
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

export function unescapeHtml(markup: string): string {
  return markup.replace(/&[#\w]+;/g, (reference) => CHARACTERS.get(reference) ?? reference);
}
