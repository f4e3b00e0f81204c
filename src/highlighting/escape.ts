/** Escapes text for HTML. A parser reads back the same string, character for character. */

const CARRIAGE_RETURN = '&#13;';

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Shorter than the named entity: a page of JSON holds thousands.
  '"': '&#34;',
  "'": '&#39;',
  '\r': CARRIAGE_RETURN,
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => REFERENCES[character] ?? character);
}

/** A parser converts CR and CRLF to LF (HTML, 13.2.3.5 "Preprocessing the input stream"), but keeps a reference. */
export function keepCarriageReturns(html: string): string {
  return html.replaceAll('\r', CARRIAGE_RETURN);
}
