/** `snippet-store import FILE`: what `export` has written, into an empty store of either kind. */
import type { Command } from 'commander';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { keepSecretKey, readSecretKey } from '../server/secret-key.js';
import { fingerprintOf } from '../store/keys.js';
import { type ExportHeader, UnusableExport } from '../store/transfer/export-lines.js';
import {
  checkExport,
  ImportDiffers,
  importRecords,
  StoreNotEmpty,
} from '../store/transfer/import-records.js';
import { explainFileError } from './explain-file-error.js';
import { makeProgress } from './progress.js';
import { withStore } from './with-store.js';

interface Options {
  readonly revokeTokens?: true;
}

/** What a SECRET_KEY derives: under another one these records are of no use. */
const DERIVED = ['tokens', 'oauth1Tokens'];

export function addImport(program: Command): void {
  program
    .command('import')
    .argument('<FILE>')
    .description('read a file that `export` wrote into an empty store')
    .option('--revoke-tokens', 'leave out the tokens, which are of no use under another SECRET_KEY')
    .addHelpText(
      'after',
      `
Start the service afterwards. The file is verified before anything is stored, and the records are counted after it. An
import that was interrupted begins anew when it is run again. Quotas do not apply.`,
    )
    .action(
      withStore(
        async ({ settings, store, print }, file: string, options: Options) => {
          const revokeTokens = options.revokeTokens === true;
          const progress = makeProgress();
          try {
            const checked = await checkExport(store, file);
            const { header, end } = checked;
            await settleSecretKey(settings, header, revokeTokens);
            const without = revokeTokens ? DERIVED : [];
            const total = Object.values(end.records).reduce((sum, count) => sum + count, 0);
            const { moved } = await importRecords(store, file, checked, {
              without,
              onProgress: (done) => progress.show('stored', done, total),
            });
            progress.end();
            const { snippets = 0, users = 0 } = end.records;
            const revoked = without.reduce((sum, name) => sum + (end.records[name] ?? 0), 0);
            const told = revokeTokens ? ` ${revoked} tokens are left out.` : '';
            const later =
              moved > 0
                ? ` ${moved} snippets have the time of the one before: times never fall while ids grow.`
                : '';
            print(
              { file, snippets, users, revoked, moved, sha256: end.sha256 },
              `The store holds the ${snippets} snippets and ${users} users of ${file}.${told}${later}`,
            );
          } catch (error) {
            progress.end();
            throw explained(error, file);
          }
        },
        { takesUnfinishedImport: true },
      ),
    );
}

/** The store gets the key that its tokens were derived with, or the operator says that they are to be revoked. */
async function settleSecretKey(
  settings: Settings,
  { fingerprint, secretKey: exported }: ExportHeader,
  revokeTokens: boolean,
): Promise<void> {
  if (revokeTokens) return;
  const { mongodbUrl, dataDir } = settings;
  const own = settings.secretKey ?? (mongodbUrl === undefined ? await readSecretKey(dataDir) : undefined);
  if (own === undefined && exported !== undefined) return void (await keepSecretKey(dataDir, exported));
  if (own !== undefined && fingerprintOf(own) === fingerprint) return;
  throw new OperatorError(
    'the tokens of the file were made under another SECRET_KEY, and would be revoked: set SECRET_KEY to that one, ' +
      'or export --with-secret for an embedded store that has no key yet, or add --revoke-tokens',
  );
}

function explained(error: unknown, file: string): unknown {
  return explainFileError(error, {
    file,
    use: 'read',
    told: [
      [UnusableExport],
      [StoreNotEmpty, 'import into an empty store'],
      [ImportDiffers, 'empty the store, and import again'],
    ],
  });
}
