/** Obtains the secret that signs cookies and derives token keys: the setting, or the one kept in the data folder. */

import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/index.js';
import { codeOf } from '../errors/error-code.js';
import { OperatorError } from '../errors/operator-error.js';
import { makeKey } from '../pipeline/authentication/make-key.js';
import type { Store } from '../store/index.js';
import { hasSecretKey } from '../store/secret-fingerprint.js';
import { prepareDataFolder } from './data-folder.js';

/** Its name in the data folder. */
export const SECRET_FILE = 'secret-key';

/**
 * SECRET_KEY wins; without it, `DATA_DIR/secret-key` is read. The first process that opens a store makes it (mode 0600).
 * Processes that start at once agree on one.
 *
 * @returns at least 32 characters
 * @throws OperatorError when the key is lost: a new one would revoke every token
 */
export async function obtainSecretKey(
  { secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>,
  meta: Store['meta'],
): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  const path = join(dataDir, SECRET_FILE);
  const kept = await readSecretKey(dataDir);
  if (kept === undefined && (await hasSecretKey(meta)))
    throw new OperatorError(
      `${path} is missing: restore it, or set SECRET_KEY to the key that it held. ` +
        'Without that key: snippet-store secret rotate, which revokes all tokens.',
    );
  return kept ?? keepSecretKey(dataDir, makeSecretKey());
}

export const makeSecretKey = (): string => makeKey(32);

/**
 * @returns at least 32 characters; undefined when the data folder has none
 * @throws OperatorError
 */
export async function readSecretKey(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, SECRET_FILE);
  let secret: string;
  try {
    secret = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new OperatorError(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
  if (secret.length >= 32) return secret;
  throw new OperatorError(`${path} holds fewer than 32 characters: restore it, or set SECRET_KEY`);
}

/**
 * Keeps a secret in the data folder, unless there is one already.
 *
 * @returns the secret that is kept
 */
export async function keepSecretKey(dataDir: string, secret: string): Promise<string> {
  await writeSecretKey(dataDir, secret, async (draft, path) => {
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  });
  return (await readFile(join(dataDir, SECRET_FILE), 'utf8')).trim();
}

/** Keeps a secret in the data folder instead of the one that is there. */
export function replaceSecretKey(dataDir: string, secret: string): Promise<void> {
  return writeSecretKey(dataDir, secret, rename);
}

/** A complete file gets the name, so that no process reads half a secret. */
async function writeSecretKey(
  dataDir: string,
  secret: string,
  name: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const path = join(dataDir, SECRET_FILE);
  await prepareDataFolder(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${secret}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await name(draft, path);
  } catch (error) {
    throw new OperatorError(`${path} cannot be made: ${String(error)}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}
