/** A folder of backups that a timer fills: `snippet-store backup --keep 7 FOLDER`. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^snippet-store-\d{8}T\d{6}Z\.backup$/;

/** Sorted by name, backups are sorted by time. */
export function backupName(time: Date): string {
  return `snippet-store-${time.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;
}

/** Deletes the oldest backups, and nothing else that stands in the folder. */
export async function deleteOlder(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of names.slice(0, -keep)) await rm(join(folder, name));
}
