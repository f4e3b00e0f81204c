/** Obtains the secret that signs and derives: the setting, or the one kept in the data folder. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/index.js';
import { codeOf } from '../errors/error-code.js';
import { command, OperatorError } from '../errors/operator-error.js';
import type { Store } from '../store/index.js';
import { claimSecretKey, keyOfStore } from '../store/keys.js';

/** Its name in the data folder. */
export const SECRET_FILE = 'secret-key';

type Key = Pick<Settings, 'secretKey' | 'dataDir'>;

export const makeSecretKey = (): string => randomBytes(32).toString('hex');

/**
 * The first process that opens a store makes its key.
 *
 * @returns at least 32 characters
 * @throws OperatorError when the key is lost: a new one would revoke every token
 */
export async function obtainSecretKey(settings: Key, meta: Store['meta']): Promise<string> {
  const known = await readSecretKey(settings);
  if (known !== undefined) return known;
  const { dataDir } = settings;
  if ((await keyOfStore(meta)) !== undefined)
    throw new OperatorError(
      `${join(dataDir, SECRET_FILE)} is missing: restore it, or set SECRET_KEY to the key that it held. ` +
        `Without that key: ${command} secret rotate, which revokes all tokens.`,
    );
  const made = makeSecretKey();
  await keepSecretKey(dataDir, made, link);
  const kept = (await readSecretKey(settings)) ?? made;
  await claimSecretKey(meta, kept);
  return kept;
}

/** SECRET_KEY wins. @returns undefined when the data folder has none either @throws OperatorError */
export async function readSecretKey({ secretKey, dataDir }: Key): Promise<string | undefined> {
  if (secretKey !== undefined) return secretKey;
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

/**
 * Keeps a secret in the data folder. A complete file gets the name, so that no process reads half a secret.
 *
 * @param name `rename` replaces a secret that is there, `link` leaves it
 */
export async function keepSecretKey(dataDir: string, secret: string, name = rename): Promise<void> {
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
