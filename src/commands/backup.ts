/** `snippet-store backup FILE` and `restore FILE`: the embedded store as one file. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { prepareDataFolder } from '../server/data-folder.js';
import { noteBackup } from '../server/last-backup.js';
import { obtainStore } from '../server/obtain-store.js';
import { keepSecretKey, obtainSecretKey, readSecretKey, SECRET_FILE } from '../server/secret-key.js';
import {
  type Backup,
  readBackup,
  restoreBackup,
  UnusableBackup,
  writeBackup,
} from '../store/embedded/backup-file.js';
import { FILE_NAME } from '../store/embedded/file-name.js';
import { backupName, deleteOlder } from './backup-folder.js';
import { readEmbeddedSettings } from './embedded-settings.js';
import { explainFileError } from './explain-file-error.js';
import { printer } from './print.js';
import { QUIET } from './with-store.js';

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .argument('<FILE>')
    .description('write the embedded store and its secret key into one file')
    .option(
      '--keep <COUNT>',
      'FILE is a folder: name the backup by its time, and delete all but the newest',
      count,
    )
    .addHelpText(
      'after',
      '\nThe service may go on meanwhile. FILE must not exist; only its owner can read it. It is read back and verified.',
    )
    .action(async function backup(this: Command, given: string, { keep }: { readonly keep?: number }) {
      const file = keep === undefined ? given : join(given, backupName(new Date()));
      const settings = await readEmbeddedSettings('use mongodump (docs/operating.md)');
      const store = join(settings.dataDir, FILE_NAME);
      if (!existsSync(store))
        throw new OperatorError(`DATA_DIR="${settings.dataDir}" holds no store to back up`);
      const secretKey =
        settings.secretKey ?? (await readSecretKey(settings.dataDir)) ?? (await makeFirstKey(settings));
      if (keep !== undefined && !existsSync(given)) explained(given, () => mkdirSync(given, { mode: 0o700 }));
      report(
        this,
        file,
        `${file} holds`,
        explained(file, () => writeBackup(store, file, secretKey)),
      );
      await noteBackup(settings.dataDir, new Date().toISOString());
      if (keep !== undefined) await deleteOlder(given, keep);
    });
  program
    .command('restore')
    .argument('<FILE>')
    .description('make the embedded store from a file that backup wrote')
    .addHelpText(
      'after',
      '\nDATA_DIR must not hold a store yet. Its secret key becomes the one of the backup, so that tokens stay valid.',
    )
    .action(async function restore(this: Command, file: string) {
      const settings = await readEmbeddedSettings('use mongorestore (docs/operating.md)');
      await prepareDataFolder(settings.dataDir);
      for (const name of [FILE_NAME, SECRET_FILE]) {
        if (existsSync(join(settings.dataDir, name)))
          throw new OperatorError(
            `DATA_DIR="${settings.dataDir}" holds ${name} already; name an empty folder`,
          );
      }
      const backup = explained(file, () => readBackup(file));
      const { secretKey } = backup;
      if (settings.secretKey !== undefined && settings.secretKey !== secretKey)
        throw new OperatorError(
          'SECRET_KEY differs from the key of the backup, so its tokens would be revoked: unset it, or set it to the same key',
        );
      await keepSecretKey(settings.dataDir, secretKey);
      explained(file, () => restoreBackup(file, settings.dataDir));
      report(this, file, `${settings.dataDir} holds`, backup);
    });
}

/** @throws OperatorError when there was a key, which the store alone knows */
async function makeFirstKey(settings: Settings): Promise<string> {
  const store = await obtainStore(settings, QUIET);
  try {
    return await obtainSecretKey(settings, store.meta);
  } finally {
    await store.close();
  }
}

function count(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number from 1 to 9999.');
}

function report(command: Command, file: string, subject: string, { created, snippets, users }: Backup): void {
  printer(command)(
    { file, created, snippets, users },
    `${subject} ${snippets} snippets and ${users} users, as they were at ${created}.`,
  );
}

function explained<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainFileError(error, { file, use: 'used', isDatabase: true, told: [[UnusableBackup]] });
  }
}
