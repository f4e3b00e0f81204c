/** `snippet-store check`: is everything that is stored readable, and does it belong together? */
import { join } from 'node:path';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { FILE_NAME } from '../store/embedded/file-name.js';
import { findDamagedPages } from '../store/embedded/integrity.js';
import { findProblems } from '../store/find-problems.js';
import { withStore } from './with-store.js';

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('look for damaged records, orphans and counters that are behind')
    .addHelpText(
      'after',
      '\nChanges nothing without --repair, and may run beside the service. Ends with 1 when it found a problem.',
    )
    .option('--repair', 'count again what users have stored, for quotas')
    .action(
      withStore(
        async ({ settings, store, print }, { repair: isRepairing = false }: { repair?: boolean }) => {
          let count = 0;
          const pages = store.kind === 'embedded' ? findDamagedPages(join(settings.dataDir, FILE_NAME)) : [];
          for (const problem of pages) {
            count += 1;
            print({ problem }, problem);
          }
          for await (const { collection, id, problem, repair } of findProblems(store)) {
            const isRepaired = isRepairing && (await repair?.()) === true;
            if (!isRepaired) count += 1;
            const place = id === undefined ? collection : `${collection} ${id}`;
            const told = `${place}: ${problem}${isRepaired ? ' (repaired)' : ''}`;
            print({ collection, id, problem, ...(isRepairing && { repaired: isRepaired }) }, told);
          }
          if (count > 0) throw new OperatorError(`${count} problems found`);
          print({ problems: 0 }, 'No problem found.');
        },
        { takesUnfinishedImport: true },
      ),
    );
}
