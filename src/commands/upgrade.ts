/** `snippet-store upgrade`: brings the store forward to the form that this release writes. */
import type { Command } from 'commander';
import { readSettings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { obtainStore } from '../server/obtain-store.js';
import { type StoreLog, StoreRefused } from '../store/index.js';
import { printer } from './print.js';

/** It takes as long as it takes, so it says what it does. Results are on standard output. */
const PROGRESS: StoreLog = { info: tell, warn: tell, error: tell };

export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('bring the store forward to the form of this release')
    .addHelpText(
      'after',
      '\nEvery start of the service does the same. Running processes of the release before may go on meanwhile.',
    )
    .action(async function upgrade(this: Command) {
      const print = printer(this);
      const store = await obtainStore(await readSettings(), PROGRESS, { bringsForward: true });
      try {
        await store.ready;
        const snippets = await store.forward.run();
        const { version } = store.schema;
        print(
          { version, snippets },
          `The store has form ${version}. ${snippets} snippets were brought forward.`,
        );
      } catch (error) {
        if (error instanceof StoreRefused) throw new OperatorError(error.message, { cause: error });
        throw error;
      } finally {
        await store.close();
      }
    });
}

function tell(details: object, message: string): void {
  const told = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  process.stderr.write(`${message}: ${told.join(', ')}\n`);
}
