/** Gives a command the settings, the store and a way to print, closes the store, and does not wait long for it. */
import type { Command } from 'commander';
import { readSettings, type Settings } from '../config/index.js';
import { codeOf } from '../errors/error-code.js';
import { OperatorError } from '../errors/operator-error.js';
import { escapeControls } from '../escape-controls.js';
import { withTimeout } from '../scheduling/with-timeout.js';
import { obtainStore } from '../server/obtain-store.js';
import { isStoreUnavailable, type Store, StoreRefused } from '../store/index.js';
import type { OpenOptions } from '../store/store.js';

export { counted } from '../errors/api-error.js';

/** How long a command waits for a MongoDB that does not answer. */
const PATIENCE_MS = 8000;
/** A command reports by its result and its exit code; the store's own lines are for the server's log. */
const QUIET = { info() {}, warn() {}, error() {} };

export interface Print {
  /** Writes one result: with `--json` the object on a line, else the lines of text. */
  (result: object, ...lines: readonly string[]): void;
  /** Names the columns of a list: they stand before its first line, but not with `--json`. */
  columns(...names: readonly string[]): void;
}

export interface Call {
  readonly settings: Settings;
  readonly store: Store;
  readonly print: Print;
}

/**
 * Makes work the action of a command. It throws OperatorError when the store cannot be opened or goes away.
 *
 * @param work takes the command's arguments and then its options, as commander gives them
 * @param options of opening the store
 */
export function withStore<Given extends unknown[]>(
  command: Command,
  work: (call: Call, ...given: Given) => Promise<void>,
  options: OpenOptions = {},
): void {
  command.action(async (...given: Given) => {
    const print = printer(command);
    const settings = await readSettings();
    const store = await obtainStore(settings, QUIET, options);
    try {
      if (!(await becomesReady(store))) throw new OperatorError(unavailable(settings, 'it does not answer'));
      await work({ settings, store, print }, ...given);
    } catch (error) {
      if (error instanceof StoreRefused) throw new OperatorError(error.message, { cause: error });
      if (!isStoreUnavailable(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new OperatorError(unavailable(settings, reason), { cause: error });
    } finally {
      await store.close();
    }
  });
}

/** @returns false when MongoDB does not answer; indexes take as long as they take */
async function becomesReady(store: Store): Promise<boolean> {
  const ready = store.ready.then(() => true);
  while (!(await withTimeout(PATIENCE_MS, ready, false))) if (!store.isPreparing) return false;
  return true;
}

function unavailable({ mongodbUrl, dataDir }: Settings, reason: string): string {
  if (mongodbUrl === undefined) return `DATA_DIR="${dataDir}": the store cannot be used now: ${reason}`;
  const hosts = mongodbUrl.replace(/^[^/]*\/\/(?:[^/]*@)?([^/?]*).*$/s, '$1');
  return `MONGODB_URL: MongoDB cannot be used at ${hosts}: ${reason}`;
}

export function printer(command: Command): Print {
  const json = command.opts().json === true;
  let head: readonly string[] = [];
  function print(result: object, ...lines: readonly string[]): void {
    const written = json ? [JSON.stringify(result)] : [...head, ...lines];
    process.stdout.write(written.map((line) => `${escapeControls(line)}\n`).join(''));
    head = [];
  }
  function columns(...names: readonly string[]): void {
    head = [names.join('\t').toUpperCase()];
  }
  return Object.assign(print, { columns });
}

/**
 * Says in the operator's words why a command could not use its file.
 *
 * @param isDatabase errors of SQLite are about the file, too
 * @returns the error itself when it is not about the file
 */
export function explainFileError(
  error: unknown,
  file: string,
  use: 'read' | 'written',
  isDatabase = false,
): unknown {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === undefined) return error;
  const isOfFileSystem = 'syscall' in error;
  if (!isOfFileSystem && !isDatabase) return error;
  const reason = isOfFileSystem ? code : error.message;
  const problem = code === 'EEXIST' ? 'exists already; name another file' : `cannot be ${use} (${reason})`;
  return new OperatorError(`${file} ${problem}`, { cause: error });
}
