/** `snippet-store export FILE`: all records as lines of JSON, the same for both stores. */
import type { Command } from 'commander';
import { obtainSecretKey } from '../server/secret-key.js';
import { fingerprintOf, refuseOtherSecretKey } from '../store/keys.js';
import { writeExport } from '../store/transfer/export-file.js';
import { counted, explainFileError, withStore } from './with-store.js';

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .argument('<FILE>')
    .description('write all records into one file that `import` reads, on either store')
    .addHelpText(
      'after',
      `
Each line is a JSON object. The service may go on meanwhile; for an exact copy stop it first. Only its owner can read
FILE, which must not exist: it holds password hashes.`,
    );
  withStore(command, async ({ settings, store, print }, file: string) => {
    const secretKey = await obtainSecretKey(settings, store.meta);
    await refuseOtherSecretKey(store.meta, secretKey);
    const { records, sha256 } = await writeExport(store, file, fingerprintOf(secretKey)).catch((error) => {
      throw explainFileError(error, file, 'written');
    });
    const { snippets = 0, users = 0 } = records;
    const held = `${counted(snippets, 'snippet')} and ${counted(users, 'user')}`;
    print({ file, snippets, users, sha256 }, `${file} holds ${held} (sha256 of the records: ${sha256}).`);
  });
}
