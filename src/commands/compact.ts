/** `snippet-store compact`: gives the free pages of the embedded store back to the disk. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { compactFile } from '../store/embedded/compact-file.js';
import { FILE_NAME } from '../store/embedded/file-name.js';
import { isStoreUnavailable } from '../store/index.js';
import { readEmbeddedSettings } from './embedded-settings.js';
import { printer } from './print.js';

export function addCompact(program: Command): void {
  program
    .command('compact')
    .description('rewrite the embedded store without its free space')
    .addHelpText(
      'after',
      `
Writes wait meanwhile, and get 503 after 8 seconds: stop the service when the store is large. Takes as much free disk
space again as the store has. A store of an old release returns free space by itself afterwards, as new ones do.`,
    )
    .action(async function compact(this: Command) {
      const { dataDir } = await readEmbeddedSettings("use MongoDB's command compact");
      const path = join(dataDir, FILE_NAME);
      if (!existsSync(path)) throw new OperatorError(`DATA_DIR="${dataDir}" holds no store to compact`);
      try {
        const { before, after } = compactFile(path);
        printer(this)({ before, after }, `${path} has ${mb(after)} now, before ${mb(before)}.`);
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(
          `${path} cannot be rewritten now: ${reason}; stop the service, free disk space`,
          {
            cause: error,
          },
        );
      }
    });
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
