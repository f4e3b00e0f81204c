/** Escapes text for HTML. */

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Shorter than the named entity: a page of JSON holds thousands.
  '"': '&#34;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character);
}

/** The same, and a parser reads back the string character for character. */
export function escapeExactly(text: string): string {
  return keepCarriageReturns(escapeHtml(text));
}

/** A parser converts CR and CRLF to LF (HTML, 13.2.3.5 "Preprocessing the input stream"), but keeps a reference. */
export function keepCarriageReturns(html: string): string {
  return html.replaceAll('\r', '&#13;');
}
