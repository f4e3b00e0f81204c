/** Collects what is signed: the parameters of header, query and form (RFC 5849, section 3.4.1.3.1). */
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { malformed, type Parameter } from './parse-header.js';

/** Multipart forms are not signed, whatever `form()` finds in them. */
const SIGNED_FORM = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Values are those that the stages after this one work with: nothing is verified in one reading and used in another.
 *
 * @throws AuthenticationFailed when a protocol parameter stands beside the header (3.5: one place for all of them)
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
