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

const SPECIAL = /[&<>"'\r]/;
const EACH_SPECIAL = /[&<>"'\r]/g;

/** @returns HTML that a parser reads back character for character */
export function escapeHtml(text: string): string {
  // Most texts are short and need nothing, which `replace` takes longer to find out.
  if (!SPECIAL.test(text)) return text;
  return text.replace(EACH_SPECIAL, (character) => REFERENCES[character] ?? character);
}

const CHARACTERS = new Map(
  Object.entries(REFERENCES).map(([character, reference]) => [reference, character] as const),
);

export function unescapeHtml(markup: string): string {
  return markup.replace(/&[#\w]+;/g, (reference) => CHARACTERS.get(reference) ?? reference);
}
