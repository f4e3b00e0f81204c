/** `snippet-store create-store`: starts empty on purpose, where a missing database would be a loss. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { prepareDataFolder } from '../server/data-folder.js';
import { FILE_NAME } from '../store/embedded/file-name.js';
import { openStore } from '../store/index.js';
import { readEmbeddedSettings } from './embedded-settings.js';
import { printer } from './print.js';
import { QUIET } from './with-store.js';

export function addCreateStore(program: Command): void {
  program
    .command('create-store')
    .description('make an empty embedded store')
    .addHelpText(
      'after',
      '\nNeeded only where DATA_DIR holds a secret key and its store is missing. Otherwise the first start makes it.',
    )
    .action(async function createStore(this: Command) {
      const settings = await readEmbeddedSettings('serve makes the collections');
      const { dataDir } = settings;
      if (existsSync(join(dataDir, FILE_NAME)))
        throw new OperatorError(`DATA_DIR="${dataDir}" holds a store already`);
      await prepareDataFolder(dataDir);
      await (await openStore(settings, QUIET)).close();
      printer(this)({ data_dir: dataDir }, `${dataDir} holds an empty store.`);
    });
}
