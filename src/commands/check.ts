/** `snippet-store check`: is the file of the embedded store whole? `--repair` makes what searches look up anew. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { FILE_NAME, findDamage } from '../store/embedded/file.js';
import type { Store } from '../store/store.js';
import { termsOf } from '../store/terms.js';
import { counted, withStore } from './with-store.js';

export function addCheck(program: Command): void {
  const check = program
    .command('check')
    .description('look for damage in the file of the embedded store')
    .addHelpText(
      'after',
      `
Changes nothing without --repair, and may run beside the service. Ends with 1 when it found a problem. --repair repairs
the index of searches; of damaged records restore a backup. MongoDB looks for damage itself.`,
    )
    .option('--repair', 'make anew what searches look up and what quotas count, on either store');
  withStore(
    check,
    async ({ settings, store, print }, { repair = false }: { repair?: boolean }) => {
      const find = () => (store.kind === 'embedded' ? findDamage(join(settings.dataDir, FILE_NAME)) : []);
      let problems = find();
      if (repair && problems.some(isOfTerms)) {
        await store.emptyTerms?.();
        problems = find();
      }
      for (const problem of problems) print({ problem }, problem);
      if (problems.length > 0)
        throw new OperatorError(
          `${counted(problems.length, 'problem')} found: ${problems.every(isOfTerms) ? TERMS : RECORDS}`,
        );
      const repaired = repair && (await makeTermsAnew(store));
      if (repair) await store.countUsage();
      const told = repaired === false ? '' : ` Searches look up ${counted(repaired, 'snippet')} anew.`;
      print({ problems: 0, ...(repair && { repaired }) }, `No problem found.${told}`);
    },
    { takesUnfinishedImport: true },
  );
}

const isOfTerms = (problem: string): boolean => problem.includes('_terms');
const TERMS = 'the index of searches is damaged, and no record; run snippet-store check --repair';
const RECORDS = 'stop the service, and restore the last backup as DATA_DIR';

/** Saves that share a write. */
const BATCH = 16;

/** Makes what searches look up from the text of each snippet. @returns how many snippets there are */
async function makeTermsAnew({ snippets }: Pick<Store, 'snippets'>): Promise<number> {
  let [after, made] = [0, 0];
  for (;;) {
    const options = { sort: { _id: 1 }, limit: BATCH, projection: { markup: 0, excerpt: 0 } } as const;
    const batch = await snippets.find({ _id: { $gt: after } }, options).toArray();
    await Promise.all(
      batch.map((snippet) => {
        const { _id, version } = snippet;
        // A save in the meantime has another version, and its own terms.
        return snippets.updateOne({ _id, version }, { $set: { terms: termsOf(snippet) } });
      }),
    );
    made += batch.length;
    const last = batch.at(-1);
    if (last === undefined) return made;
    after = last._id;
  }
}
