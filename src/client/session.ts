// What every command works with: where the service is, who asks, and where results go.
import type { ParseArgsConfig } from 'node:util';
import { createClient, type Snippet, type SnippetStore, token } from '../sdk/index.js';
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

/** Control characters, and those that turn the direction of text around, would act on the terminal. */
export function escapeControls(text: string): string {
  const spell = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, spell);
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
    process.stdout.write(`${this.isJson ? JSON.stringify(result) : escapeControls(line)}\n`);
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

export const titleOf = ({ title, code }: Snippet): string =>
  (title.trim() || (code.trim().split('\n')[0] ?? '')).slice(0, 80);
