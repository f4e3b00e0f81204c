// What every command works with: where the service is, who asks, and where results go.
import type { ParseArgsConfig } from 'node:util';
import { escapeControls } from '../escape-controls.js';
import { createClient, type SnippetStore, token } from '../sdk/index.js';
import { readConfig } from './config.js';
import { ClientError, UsageError } from './explain.js';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** The values of options by their names. */
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** A client of the service that the user has logged in to. */
export type Store = SnippetStore & { baseUrl: string };

export interface Command {
  /** Its arguments, as the help shows them: none, one, or with `...` one or more. */
  readonly takes: string;
  readonly about: string;
  readonly options?: Options;
  run(session: Session, words: readonly string[], values: Values): Promise<void>;
}

export class Session {
  /** Part of the work failed, and it has been said. */
  hasFailed = false;
  readonly isJson: boolean;

  constructor(isJson: boolean) {
    this.isJson = isJson;
  }

  async connect(): Promise<Store> {
    const { url, key } = await readConfig();
    if (url === undefined) throw new ClientError('No service is known. Log in with `snippets login URL`.');
    const auth = key === undefined ? undefined : token(key);
    try {
      return { ...createClient({ baseUrl: url, auth }), baseUrl: url };
    } catch (error) {
      // The address of a login was checked when it was given.
      if (!(error instanceof TypeError)) throw error;
      throw new ClientError(error.message.replace('baseUrl', 'SNIPPETS_URL'));
    }
  }

  /** A result: one line of JSON for scripts, or a line for people. */
  print(result: object, line: string): void {
    process.stdout.write(`${escapeControls(this.isJson ? JSON.stringify(result) : line)}\n`);
  }

  /** Code: byte for byte into a pipe, and harmless on a terminal. */
  printCode(code: string): void {
    process.stdout.write(process.stdout.isTTY ? escapeCode(code) : code);
  }

  /** One failure of several. */
  fail(what: string, why: string): void {
    this.hasFailed = true;
    process.stderr.write(`${escapeControls(`${what}: ${why}`)}\n`);
  }
}

/** @throws UsageError for what is no id */
export function readId(word: string | undefined): number {
  const id = Number(word);
  if (!/^\d+$/.test(word ?? '') || !Number.isSafeInteger(id)) throw new UsageError(`"${word}" is no id.`);
  return id;
}

/** Code keeps its line ends. */
export const escapeCode = (code: string): string =>
  code.replace(/[^\n\r]+|\r(?!\n)/g, (part) => escapeControls(part));

/**
 * The members of a snippet that are used here. A service may leave some out, such as the owner with OWNERSHIP=off.
 *
 * @throws ClientError for what is no snippet
 */
export function readSnippet(sent: unknown) {
  const { id, ...members } = Object(sent);
  if (!Number.isSafeInteger(id)) throw new ClientError('The service sent something that is no snippet.');
  const textOf = (name: string): string => (typeof members[name] === 'string' ? members[name] : '');
  return {
    id: Number(id),
    owner: textOf('owner'),
    language: textOf('language'),
    title: textOf('title'),
    code: textOf('code'),
  };
}
