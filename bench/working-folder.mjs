// The folder of a run: its data and its logs, gone when the run ends, however it ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A signal ends the process by `exit`, so that servers are stopped by what they have registered for it.
 * @param {string} name
 */
export function makeWorkingFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `snippet-store-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  return folder;
}
