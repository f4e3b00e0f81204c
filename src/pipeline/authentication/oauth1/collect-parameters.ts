/** Collects the signed parameters: those of header, query and form (RFC 5849, 3.4.1.3.1). */
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { malformed, type Parameter } from './parse-header.js';

/** The fields of multipart forms are not signed, although `form()` returns them. */
const SIGNED_FORM = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Uses the same decoded values as later stages, so that nothing is verified in one form and used in another.
 *
 * @throws AuthenticationFailed if query or form contain a protocol parameter (3.5: all in one place)
 */
export async function collectParameters(
  request: AuthenticationRequest,
  header: readonly Parameter[],
): Promise<readonly Parameter[]> {
  const form = SIGNED_FORM.test(request.headers['content-type'] ?? '') ? await request.form() : [];
  const beside = [...request.query, ...form];
  if (beside.some(([name]) => name.startsWith('oauth_'))) {
    throw malformed('Protocol parameters stand in the header alone, not in query or form.');
  }
  return [...header.filter(([name]) => name !== 'oauth_signature'), ...beside];
}
