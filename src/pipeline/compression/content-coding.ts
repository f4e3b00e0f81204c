/** Content codings: which ones this service has, which ones a client accepts, and the entity tag of each. */

export type ContentCoding = 'br' | 'gzip';

/** The best first. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];

/** What a client may accept: a coding, or the plain bytes. */
export type Acceptable = ContentCoding | 'identity';

/** A client that names no coding may not know any. RFC 9110, 12.5.3, would allow all of them. */
const PLAIN: readonly Acceptable[] = ['identity'];

/**
 * Reads `Accept-Encoding` (RFC 9110, 12.5.3).
 *
 * @returns what the client accepts of the codings that the service has, the best first; `identity` is no coding.
 *   Empty when it accepts none of them, and not the plain bytes either
 */
export function acceptedCodings(header: string | undefined): readonly Acceptable[] {
  if (header === undefined || header.trim() === '') return PLAIN;
  const weights = weightsOf(header);
  const others = weights.get('*');
  // What is not named is not acceptable, except the plain bytes, which are then the last choice.
  const weightOf = (coding: Acceptable) =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const acceptable: Acceptable[] = [...CODINGS, 'identity'];
  return acceptable
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.split(',')) {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    // RFC 9110, 8.4.1.3: recipients take the two names for the same coding.
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
}

/** Compressed bytes are another representation, so they have another tag (RFC 9110, 8.8.3.3): `"7"`, `"7-br"`. */
export function codedEtag(etag: string, coding: ContentCoding): string {
  return etag.replace(/"$/, `-${coding}"`);
}

const CODED = /-(br|gzip)"$/;

/** The tag of the same version without a coding. */
export function uncodedEtag(etag: string): string {
  return etag.replace(CODED, '"');
}

/** The coding that a tag names. A tag that no coding made may end like one. */
export function codingOf(etag: string): Acceptable {
  return CODINGS.find((coding) => CODED.exec(etag)?.[1] === coding) ?? 'identity';
}
