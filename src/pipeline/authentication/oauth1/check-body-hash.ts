/** Checks `oauth_body_hash`, by which clients sign a body that is no form ("OAuth Request Body Hash", draft 4). */
import { createHash } from 'node:crypto';
import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { isSame } from './signature.js';

/** SHA-1 is what the extension names; clients that sign with HMAC-SHA256 also take SHA-256. */
const ALGORITHMS = ['sha1', 'sha256'];

/** @throws AuthenticationFailed when the body is not the one that was signed */
export async function checkBodyHash(
  request: AuthenticationRequest,
  bodyHash: string | undefined,
): Promise<void> {
  if (bodyHash === undefined) return;
  // A body that cannot be read stays unread by all: parsing reports it, if the request gets so far.
  const body = await request.bytes().catch(() => undefined);
  if (!body) return;
  const hashes = ALGORITHMS.map((name) => createHash(name).update(body).digest('base64'));
  if (hashes.some((hash) => isSame(hash, bodyHash))) return;
  throw new AuthenticationFailed({ detail: 'OAuth body hash does not match the body.' });
}
