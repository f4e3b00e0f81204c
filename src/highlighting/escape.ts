/** Text as HTML text: what a parser reads back is the same string, character for character. */

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

/** A parser turns a bare CR or CRLF into LF (HTML, 13.2.3.5 "Preprocessing the input stream"); a reference survives. */
export function keepCarriageReturns(html: string): string {
  return html.replaceAll('\r', '&#13;');
}
