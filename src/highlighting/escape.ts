/** Escapes text for HTML. A parser reads back the same string, character for character. */

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return keepCarriageReturns(text.replace(/[&<>"']/g, (character) => references[character] ?? character));
}

/** A parser converts CR and CRLF to LF (HTML, 13.2.3.5 "Preprocessing the input stream"), but keeps a reference. */
export function keepCarriageReturns(html: string): string {
  return html.replaceAll('\r', '&#13;');
}
