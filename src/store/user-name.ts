/** The rules for user names: names that look the same are stored the same, and HTTP Basic can carry every name. */

/** UTF-16 code units of the given form: enough for 150 code points outside the Basic Multilingual Plane. */
const MAX_GIVEN = 300;

/** Letters and digits of any script, and _ . @ + -: 1 to 150 code points, as in `openapi.yaml`. */
const USER_NAME = /^[\p{L}\p{N}_.@+-]{1,150}$/u;

/**
 * @returns the name in its one stored form (Unicode NFKC; case is kept), or undefined when it is not a user name
 */
export function normalizeUserName(given: string): string | undefined {
  // Length first: normalizing long runs of combining marks takes quadratic time.
  if (given.length > MAX_GIVEN) return undefined;
  const name = given.normalize('NFKC');
  return USER_NAME.test(name) ? name : undefined;
}
