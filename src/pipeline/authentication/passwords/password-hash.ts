/** Hashes and verifies passwords with argon2id, with the parameters of OWASP's cheat sheet. */

/** 19 MiB, two passes, one lane: OWASP Password Storage, Argon2id. A change replaces each hash at the next login. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const COST_IN_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** @returns a PHC string; runs on a thread of the pool */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, COST);
}

/** @param stored a PHC string from hashPassword */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const { verify } = await loadArgon2();
  return verify(stored, password);
}

/** Whether a hash was made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(COST_IN_HASH);
}

/** At the first password: a start does not wait for the native module. */
const loadArgon2 = () => import('@node-rs/argon2');
