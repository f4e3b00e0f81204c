/** Which parser a `Content-Type` asks for. */

/** @returns type and subtype in lower case, without parameters; '' when the header is absent */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
