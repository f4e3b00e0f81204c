/** What a command of `snippet-store` is: one file each, gathered in src/commands/tree.ts. */
import type { Settings } from '../config/index.js';

export interface Command {
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Names of the arguments, in their order; one in brackets, `[NAME]`, may be left out. */
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Paragraphs below the options in `--help`. */
  readonly notes?: string;
  /** Ends when the work is done; throws OperatorError for what the operator can mend. */
  run(call: Call): Promise<void>;
}

export interface CommandOption {
  readonly summary: string;
  /** Given: the option takes a value. */
  readonly value?: string;
}

/** A group of commands, or of groups. */
export interface CommandGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, Command | CommandGroup>>;
}

/** One call of a command. */
export interface Call {
  readonly args: readonly string[];
  /** Options that take no value. */
  readonly flags: ReadonlySet<string>;
  /** Options that take one. */
  readonly values: Readonly<Record<string, string>>;
  /** Reads the settings; options that stand for a variable win over it. */
  readSettings(overrides?: Readonly<Record<string, string>>): Promise<Settings>;
  /** Writes one result: with `--json` the object on a line, else the text. */
  print(result: object, text: string): void;
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param path the command as far as it was understood, to point to its help */
  constructor(
    message: string,
    readonly path: readonly string[],
  ) {
    super(message);
  }
}

export function isGroup(node: Command | CommandGroup): node is CommandGroup {
  return 'commands' in node;
}
