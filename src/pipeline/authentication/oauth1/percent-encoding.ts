/** Percent-encoding by RFC 5849, 3.6: UTF-8, unreserved characters unchanged, upper-case escapes. */

export function percentEncode(text: string): string {
  // encodeURIComponent does not encode five characters that RFC 3986, 2.3 does not call unreserved.
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
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
