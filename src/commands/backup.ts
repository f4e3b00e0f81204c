/** `snippet-store backup FOLDER`: the embedded store and its secret key, as a DATA_DIR to start a service on. */
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readSettings, type Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { readSecretKey, SECRET_FILE } from '../server/secret-key.js';
import { type Backup, FILE_NAME, syncFile, syncFolder, writeBackup } from '../store/embedded/file.js';
import { fingerprintOf } from '../store/keys.js';
import { counted, explainFileError, printer } from './with-store.js';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .argument('<FOLDER>')
    .description('copy the embedded store and its secret key into a new folder')
    .addHelpText(
      'after',
      `
The service may go on meanwhile. The copy is checked. To restore it, start the service with DATA_DIR=FOLDER, or copy the
folder to where DATA_DIR was.`,
    )
    .action(async function backup(this: Command, given: string) {
      const settings = await readSettings();
      if (settings.mongodbUrl !== undefined)
        throw new OperatorError('MONGODB_URL is set, and a backup is of the embedded store: use mongodump');
      const folder = resolve(given);
      if (existsSync(folder)) throw new OperatorError(`${folder} exists already; name another folder`);
      try {
        const { snippets, users } = await backUp(settings, folder);
        const held = `${counted(snippets, 'snippet')} and ${counted(users, 'user')}`;
        printer(this)({ folder, snippets, users }, `${folder} holds ${held}.`);
      } catch (error) {
        throw explainFileError(error, folder, 'written', true);
      }
    });
}

/** The folder appears under its name when it is complete. */
async function backUp({ dataDir, secretKey }: Settings, folder: string): Promise<Backup> {
  const store = join(dataDir, FILE_NAME);
  if (!existsSync(store)) throw new OperatorError(`DATA_DIR="${dataDir}" holds no store to back up`);
  const parent = dirname(folder);
  // Its mode is 0700.
  const draft = mkdtempSync(join(parent, `.${basename(folder)}.`));
  try {
    const backup = writeBackup(store, join(draft, FILE_NAME));
    // After the copy: a key that `secret rotate` has changed meanwhile is not that of the copy.
    const key = await readSecretKey({ secretKey, dataDir });
    if (backup.fingerprint !== undefined && (key === undefined || fingerprintOf(key) !== backup.fingerprint))
      throw new OperatorError(
        key === undefined
          ? `${join(dataDir, SECRET_FILE)} is missing: put it back, or set SECRET_KEY to the key that it held`
          : 'the SECRET_KEY is not that of the copy: was it rotated meanwhile? Then run the command again',
      );
    if (key !== undefined) {
      const file = join(draft, SECRET_FILE);
      writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 });
      syncFile(file);
    }
    syncFolder(draft);
    renameSync(draft, folder);
    syncFolder(parent);
    return backup;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
