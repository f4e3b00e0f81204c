/** Percent-encoding as RFC 5849, section 3.6 wants it: UTF-8, unreserved characters as they are, capitals in escapes. */

/** What encodeURIComponent leaves alone although RFC 3986, section 2.3 does not call it unreserved. */
const RESERVED = [
  ['!', '%21'],
  ["'", '%27'],
  ['(', '%28'],
  [')', '%29'],
  ['*', '%2A'],
] as const;

export function percentEncode(text: string): string {
  return RESERVED.reduce(
    (encoded, [character, code]) => encoded.replaceAll(character, code),
    encodeURIComponent(text),
  );
}

/** @returns undefined for a broken escape, and for escapes that are not UTF-8; a `+` is a plus here */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
