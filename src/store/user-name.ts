/** The rules for user names: names that look the same are stored the same, and HTTP Basic can carry every name. */

/** Letters and digits of any script, and _ . @ + - */
const USER_NAME = /^[\p{L}\p{N}_.@+-]{1,150}$/u;

/**
 * @returns the name as it is stored (Unicode NFKC, case kept), or undefined if it is not a valid user name
 */
export function normalizeUserName(given: string): string | undefined {
  const name = given.normalize('NFKC');
  return USER_NAME.test(name) ? name : undefined;
}
