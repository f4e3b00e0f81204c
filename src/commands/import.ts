/** `snippet-store import FILE`: what `export` has written, into an empty store of either kind. */
import type { Command } from 'commander';
import { readSecretKey } from '../server/secret-key.js';
import { fingerprintOf } from '../store/keys.js';
import { importRecords } from '../store/transfer/import-records.js';
import { counted, explainFileError, withStore } from './with-store.js';

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .argument('<FILE>')
    .description('read a file that `export` wrote into an empty store')
    .addHelpText(
      'after',
      `
Stop the service first, and start it afterwards. The file is read to its end before anything is stored. An import that
was interrupted begins anew when it is run again. Quotas do not apply.`,
    );
  withStore(
    command,
    async ({ settings, store, print }, file: string) => {
      const { records, sha256, fingerprint } = await importRecords(store, file).catch((error) => {
        throw explainFileError(error, file, 'read');
      });
      const key = await readSecretKey(settings);
      const isOther = key === undefined || fingerprintOf(key) !== fingerprint;
      const { snippets = 0, users = 0, tokens = 0, oauth1Tokens = 0 } = records;
      const stale = isOther ? tokens + oauth1Tokens : 0;
      const told = [
        `The store holds ${counted(snippets, 'snippet')} and ${counted(users, 'user')} of ${file}.`,
        stale > 0 &&
          `Made under another SECRET_KEY: ${counted(stale, 'token')}. Start with that key, or issue new ones.`,
      ];
      print({ file, snippets, users, stale, sha256 }, told.filter(Boolean).join(' '));
    },
    { isImport: true },
  );
}
