/** Reads the media type from `Content-Type`. */

/** @returns type and subtype in lower case, without parameters; '' if the header is absent */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
