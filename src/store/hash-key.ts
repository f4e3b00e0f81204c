/** What the store holds in place of a key: a copy of the store then opens nothing. */
import { createHash } from 'node:crypto';

/** @param key long and random, or no secret: one pass of SHA-256 is no hash for passwords */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
