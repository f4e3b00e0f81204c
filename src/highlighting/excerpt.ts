/** Reads the code of an excerpt. */

const ESCAPED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#13;': '\r',
};

/** The code of an excerpt without its colours. */
export function textOfExcerpt(excerpt: string): string {
  return excerpt.replace(/<[^<>]*>/g, '').replace(/&[#\w]+;/g, (escaped) => ESCAPED[escaped] ?? escaped);
}
