/** Makes sure that the embedded store has a folder in which files can be made. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';

/** @throws OperatorError naming the folder and the reason */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // Only a write tells: permission bits say nothing about root, full disks or read-only mounts.
    const probe = join(dataDir, `.write-test.${randomBytes(6).toString('hex')}`);
    await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorError(
      `DATA_DIR="${dataDir}": the data folder cannot be written (${reason}); name another folder, or correct its permissions`,
      { cause: error },
    );
  }
}
