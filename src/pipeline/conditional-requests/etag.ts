/** The validators of a representation (RFC 9110, 8.8.3 and 13.1). */

/** @param version counts the saves of the record, from 1 */
export function etagOf({ version }: { readonly version: number }): string {
  return `"${version}"`;
}

/** Strong comparison of `If-Match` (RFC 9110, 13.1.1). Without an ETag only `*` matches. */
export function matchesStrongly(ifMatch: string, etag: string | undefined): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((candidate) => candidate.trim() === etag);
}

/** Weak comparison of `If-None-Match` (RFC 9110, 13.1.2); `Cache-Control` of the request is ignored. */
export function matchesWeakly(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(etag))
  );
}
