/** `snippet-store upgrade`: brings the store forward to the form that this release writes. */
import type { Command } from 'commander';
import { readSettings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { obtainStore } from '../server/obtain-store.js';
import { type Store, type StoreLog, StoreRefused } from '../store/index.js';
import { printer } from './print.js';

/** It takes as long as it takes, so it says what it does. Results are on standard output. */
const PROGRESS: StoreLog = { info: tell, warn: tell, error: tell };

export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('bring the store forward to the form of this release, and repair what searches look up')
    .addHelpText(
      'after',
      `
Every start of the service brings it forward, too. Running processes of the release before may go on meanwhile; on the
embedded store their writes wait while a damaged index of terms is built anew.`,
    )
    .action(async function upgrade(this: Command) {
      const print = printer(this);
      const store = await obtainStore(await readSettings(), PROGRESS, { bringsForward: true });
      try {
        await store.ready;
        const snippets = await store.forward.run();
        const rebuilt = await repairTerms(store);
        const { version } = store.schema;
        print(
          { version, snippets, rebuilt },
          `The store has form ${version}. ${snippets} snippets were brought forward.${rebuilt ? ' The index of terms is new.' : ''}`,
        );
      } catch (error) {
        if (error instanceof StoreRefused) throw new OperatorError(error.message, { cause: error });
        throw error;
      } finally {
        await store.close();
      }
    });
}

/** @returns whether something had to be repaired */
async function repairTerms(store: Store): Promise<boolean> {
  let isRepaired = false;
  for await (const { collection, id = '', problem, repair } of store.findTermProblems()) {
    tell({ collection, id }, problem);
    isRepaired = (await repair?.()) === true || isRepaired;
  }
  return isRepaired;
}

function tell(details: object, message: string): void {
  const told = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  process.stderr.write(`${message}: ${told.join(', ')}\n`);
}
