/** Obtains the secret that signs and derives: the setting, or the one kept in the data folder. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/index.js';
import { codeOf } from '../errors/error-code.js';
import { OperatorError } from '../errors/operator-error.js';
import type { Store } from '../store/index.js';
import { hasSecretKey } from '../store/keys.js';

/** Its name in the data folder. */
export const SECRET_FILE = 'secret-key';

export const makeSecretKey = (): string => randomBytes(32).toString('hex');

/**
 * SECRET_KEY wins; without it, `DATA_DIR/secret-key` is read. The first process that opens a store makes it.
 *
 * @returns at least 32 characters
 * @throws OperatorError when the key is lost: a new one would revoke every token
 */
export async function obtainSecretKey(
  { secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>,
  meta: Store['meta'],
): Promise<string> {
  const known = secretKey ?? (await readSecretKey(dataDir));
  if (known !== undefined) return known;
  if (!(await hasSecretKey(meta))) return keepSecretKey(dataDir, makeSecretKey());
  throw new OperatorError(
    `${join(dataDir, SECRET_FILE)} is missing: restore it, or set SECRET_KEY to the key that it held. ` +
      'Without that key: snippet-store secret rotate, which revokes all tokens.',
  );
}

/** @returns undefined when the data folder has none @throws OperatorError */
export async function readSecretKey(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, SECRET_FILE);
  try {
    const secret = (await readFile(path, 'utf8')).trim();
    if (secret.length >= 32) return secret;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new OperatorError(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
  throw new OperatorError(`${path} holds fewer than 32 characters: restore it, or set SECRET_KEY`);
}

/** Keeps a secret in the data folder, unless there is one already. @returns the one that is there */
export async function keepSecretKey(dataDir: string, secret: string): Promise<string> {
  await write(dataDir, secret, link);
  return (await readSecretKey(dataDir)) ?? secret;
}

/** Keeps a secret in the data folder instead of the one that is there. */
export function replaceSecretKey(dataDir: string, secret: string): Promise<void> {
  return write(dataDir, secret, rename);
}

/** A complete file gets the name, so that no process reads half a secret. `link` leaves one that is there. */
async function write(dataDir: string, secret: string, name: typeof link): Promise<void> {
  const path = join(dataDir, SECRET_FILE);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await name(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new OperatorError(`${path} cannot be made: ${String(error)}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}
