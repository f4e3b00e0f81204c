/** Notes in DATA_DIR when the store was last backed up, for the metrics. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'last-backup';

/** @param created ISO 8601 */
export function noteBackup(dataDir: string, created: string): Promise<void> {
  return writeFile(join(dataDir, NAME), `${created}\n`, { mode: 0o600 });
}

/** @returns undefined when the store was never backed up */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const time = new Date((await readFile(join(dataDir, NAME), 'utf8').catch(() => '')).trim());
  return Number.isNaN(time.getTime()) ? undefined : time;
}
