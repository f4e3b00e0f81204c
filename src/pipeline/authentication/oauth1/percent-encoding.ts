/** Percent-encoding as RFC 5849, section 3.6 wants it: UTF-8, unreserved characters as they are, capitals in escapes. */

export function percentEncode(text: string): string {
  // encodeURIComponent leaves five characters alone that RFC 3986, section 2.3 does not call unreserved.
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
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
