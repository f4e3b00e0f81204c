/** `snippet-store check`: is the file of the embedded store whole? `--repair` makes what searches look up anew. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { FILE_NAME, findDamage } from '../store/embedded/file.js';
import { makeTermsAnew } from '../store/make-terms-anew.js';
import { withStore } from './with-store.js';

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('look for damage in the file of the embedded store')
    .addHelpText(
      'after',
      `
Changes nothing without --repair, and may run beside the service. Ends with 1 when it found a problem: restore a backup
then, or export and import what can be read. MongoDB looks for damage itself.`,
    )
    .option('--repair', 'make what searches look up anew for all snippets, on either store')
    .action(
      withStore(
        async ({ settings, store, print }, { repair = false }: { repair?: boolean }) => {
          const problems = store.kind === 'embedded' ? findDamage(join(settings.dataDir, FILE_NAME)) : [];
          for (const problem of problems) print({ problem }, problem);
          if (problems.length > 0) throw new OperatorError(`${problems.length} problems found`);
          const repaired = repair ? await makeTermsAnew(store) : undefined;
          const told = repair ? ` Searches look up ${repaired} snippets anew.` : '';
          print({ problems: 0, ...(repair && { repaired }) }, `No problem found.${told}`);
        },
        { takesUnfinishedImport: true },
      ),
    );
}
