/** Obtains the secret that signs cookies and derives token keys: the setting, or the one kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { makeKey } from '../pipeline/authentication/make-key.js';
import { prepareDataFolder } from './data-folder.js';

/**
 * SECRET_KEY wins; without it, `DATA_DIR/secret-key` is read, and made (mode 0600) when it is not there.
 * Processes that start at once agree on one.
 *
 * @returns at least 32 characters
 */
export async function obtainSecretKey(settings: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<string> {
  if (settings.secretKey !== undefined) return settings.secretKey;
  const path = join(settings.dataDir, 'secret-key');
  const secret = (await readIfThere(path)) ?? (await makeOnce(settings.dataDir, path));
  if (secret.length >= 32) return secret;
  throw new OperatorError(`${path} holds fewer than 32 characters: restore it, or set SECRET_KEY`);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw new OperatorError(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
}

/** A complete file is linked to its name: no process reads half a secret, and the first secret stays. */
async function makeOnce(dataDir: string, path: string): Promise<string> {
  await prepareDataFolder(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${makeKey(32)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } catch (error) {
    throw new OperatorError(`${path} cannot be made: ${String(error)}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
