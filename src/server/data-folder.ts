/** Makes sure that the embedded store has a folder in which files can be made. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/error-code.js';
import { OperatorError } from '../errors/operator-error.js';
import type { Log } from '../observability/log.js';

/** @throws OperatorError naming the folder and the reason */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // Only a write tells: permission bits say nothing about root, full disks or read-only mounts.
    const probe = join(dataDir, `.write-test.${randomBytes(6).toString('hex')}`);
    // A full disk takes the empty file, and then not its content.
    await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 }).finally(() => rm(probe, { force: true }));
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    const remedy = /^(ENOSPC|EDQUOT)$/.test(reason)
      ? 'the disk is full, make room on it'
      : 'name another folder, or correct its permissions';
    throw new OperatorError(
      `DATA_DIR="${dataDir}": the data folder cannot be written (${reason}); ${remedy}`,
      {
        cause: error,
      },
    );
  }
}

/** For a folder that was there before the first start. A group may be meant to write (fsGroup of Kubernetes). */
export async function warnOfOpenFolder(dataDir: string, log: Log): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & 0o002) !== 0) log.warn({ dataDir }, 'every user of this machine may write DATA_DIR: chmod 700');
}
