/** Percent-encoding by RFC 5849, 3.6: UTF-8, unreserved characters unchanged, upper-case escapes. */

/** Characters that encodeURIComponent does not encode, although RFC 3986, 2.3 does not call them unreserved. */
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

/** @returns undefined for an invalid escape, and for escapes that are not UTF-8. `+` stays a plus */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
