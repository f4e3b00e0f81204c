/** Gives a command the settings and the store, closes the store afterwards, and does not wait long for it. */

import type { Command } from 'commander';
import { readSettings, type Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { withTimeout } from '../scheduling/with-timeout.js';
import { obtainStore } from '../server/obtain-store.js';
import { isStoreUnavailable, type Store, type StoreLog, StoreRefused } from '../store/index.js';
import type { OpenOptions } from '../store/store.js';
import { type Print, printer } from './print.js';

/** How long a command waits for a MongoDB that does not answer. */
const PATIENCE_MS = 8000;

/** A command reports by its result and its exit code; the store's own lines are for the server's log. */
export const QUIET: StoreLog = { info() {}, warn() {}, error() {} };

export interface Call {
  readonly settings: Settings;
  readonly store: Store;
  readonly print: Print;
}

/**
 * @param work takes the command's arguments and then its options, as commander gives them
 * @param options of opening the store
 * @returns an action for commander; it throws OperatorError when the store cannot be opened or goes away
 */
export function withStore<Given extends unknown[]>(
  work: (call: Call, ...given: Given) => Promise<void>,
  options: OpenOptions = {},
) {
  return async function act(this: Command, ...given: Given): Promise<void> {
    const print = printer(this);
    const settings = await readSettings();
    await lendStore(settings, options, (store) => work({ settings, store, print }, ...given));
  };
}

async function lendStore(
  settings: Settings,
  options: OpenOptions,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await obtainStore(settings, QUIET, options);
  try {
    if (!(await becomesReady(store))) throw new OperatorError(unavailable(settings, 'it does not answer'));
    await work(store);
  } catch (error) {
    if (error instanceof StoreRefused) throw new OperatorError(error.message, { cause: error });
    if (!isStoreUnavailable(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(unavailable(settings, reason), { cause: error });
  } finally {
    await store.close();
  }
}

/** @returns false when MongoDB does not answer; indexes and upgrades take as long as they take */
async function becomesReady(store: Store): Promise<boolean> {
  const ready = store.ready.then(() => true);
  for (let told = false; !(await withTimeout(PATIENCE_MS, ready, false)); told = true) {
    if (!store.isPreparing) return false;
    if (!told) process.stderr.write('The store is being prepared for this release: this may take minutes.\n');
  }
  return true;
}

function unavailable({ mongodbUrl, dataDir }: Settings, reason: string): string {
  if (mongodbUrl === undefined) return `DATA_DIR="${dataDir}": the store cannot be used now: ${reason}`;
  const hosts = mongodbUrl.replace(/^[^/]*\/\/(?:[^/]*@)?([^/?]*).*$/s, '$1');
  return `MONGODB_URL: MongoDB cannot be used at ${hosts}: ${reason}`;
}
