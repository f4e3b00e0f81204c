/** Looks whether a report can be written before the run whose findings it is to hold. */
import { open } from 'node:fs/promises';
import { CannotRun } from '../cannot-run.js';

/** @throws CannotRun naming the file that cannot */
export async function checkWritable(path: string): Promise<void> {
  try {
    // An earlier report stays until there is a new one.
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new CannotRun(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}
