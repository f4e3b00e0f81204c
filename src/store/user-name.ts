/** What a user name may be: one spelling for what looks the same, and nothing that a Basic credential cannot carry. */

/** Letters and digits of any script, and _ . @ + - */
const USER_NAME = /^[\p{L}\p{N}_.@+-]{1,150}$/u;

/**
 * @returns the name in its one stored form (Unicode NFKC; case is kept), or undefined when it is no user name
 */
export function normalizeUserName(given: string): string | undefined {
  const name = given.normalize('NFKC');
  return USER_NAME.test(name) ? name : undefined;
}
