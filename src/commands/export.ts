/** `snippet-store export FILE`: all records as lines of JSON, the same for both stores. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { obtainSecretKey } from '../server/secret-key.js';
import { fingerprintOf, refuseOtherSecretKey } from '../store/keys.js';
import { STORE_VERSION } from '../store/state.js';
import { transferredOf } from '../store/transfer/any-collection.js';
import { writeExport } from '../store/transfer/write-export.js';
import { explainFileError } from './explain-file-error.js';
import { makeProgress } from './progress.js';
import { withStore } from './with-store.js';

interface Options {
  readonly withSecret?: true;
}

export function addExport(program: Command): void {
  program
    .command('export')
    .argument('<FILE>')
    .description('write all records into one file that `import` reads, on either store')
    .option('--with-secret', 'put the SECRET_KEY into the file, so that an embedded store can take it over')
    .addHelpText(
      'after',
      `
Each line is a JSON object. The service may go on meanwhile; for an exact copy stop it first. Only its owner can read
FILE, which must not exist: it holds password hashes.`,
    )
    .action(
      withStore(async ({ settings, store, print }, file: string, options: Options) => {
        const secretKey = await obtainSecretKey(settings, store.meta);
        // The file would pass the wrong key on, and every token of the store would be invalid after an import.
        await refuseOtherSecretKey(store.meta, secretKey);
        const totals = new Map<string, number>();
        for (const { name, collection } of transferredOf(store))
          totals.set(name, await collection.countDocuments());
        const progress = makeProgress();
        const header = {
          format: 1 as const,
          id: randomUUID(),
          created: new Date().toISOString(),
          schema: STORE_VERSION,
          fingerprint: fingerprintOf(secretKey),
          ...(options.withSecret && { secretKey }),
        };
        const onProgress = (name: string, done: number) => progress.show(name, done, totals.get(name) ?? 0);
        try {
          const end = await writeExport(store, file, { header, onProgress });
          progress.end();
          const { snippets = 0, users = 0 } = end.records;
          print(
            { file, snippets, users, sha256: end.sha256 },
            `${file} holds ${snippets} snippets and ${users} users (sha256 of the records: ${end.sha256}).`,
          );
        } catch (error) {
          progress.end();
          throw explainFileError(error, { file, use: 'written', told: [] });
        }
      }),
    );
}
