/** Checks `oauth_body_hash`, with which clients sign a body that is not a form ("OAuth Request Body Hash", draft 4). */
import { createHash } from 'node:crypto';
import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { isSame } from './signature.js';

/** The extension specifies SHA-1. Clients that sign with HMAC-SHA256 also use SHA-256. */
const ALGORITHMS = ['sha1', 'sha256'];

/** @throws AuthenticationFailed if the body is not the signed one */
export async function checkBodyHash(
  request: AuthenticationRequest,
  bodyHash: string | undefined,
): Promise<void> {
  if (bodyHash === undefined) return;
  // A body that cannot be read is not checked here. Stage 8 reports it, if the request gets there.
  const body = await request.bytes().catch(() => undefined);
  if (!body) return;
  const hashes = ALGORITHMS.map((name) => createHash(name).update(body).digest('base64'));
  if (hashes.some((hash) => isSame(hash, bodyHash))) return;
  throw new AuthenticationFailed({ detail: 'OAuth body hash does not match the body.' });
}
