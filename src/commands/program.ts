/** The command line `snippet-store`: all its commands, how it answers a wrong one, and its exit codes. */
import { Command, CommanderError } from 'commander';
import { release } from '../config/release.js';
import { OperatorError, SettingsError } from '../errors/operator-error.js';
import { escapeControls } from '../escape-controls.js';
import { addBackup } from './backup.js';
import { addCheck } from './check.js';
import { addClientCommands, oauth1Consumers, oauth2Clients } from './clients.js';
import { addExport } from './export.js';
import { addImport } from './import.js';
import { addServe } from './serve.js';
import { addSnippetCommands } from './snippets.js';
import { addOAuth1TokenCommands, addSecretCommands, addSessionCommands, addTokenCommands } from './tokens.js';
import { addUserCommands } from './users.js';

export const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * @param args without the program's own name
 * @returns the exit code of a failure, undefined when the command succeeded or waits for a signal
 */
export async function runCommandLine(args: readonly string[]): Promise<number | undefined> {
  try {
    await makeProgram().parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    // Help, the version or the message about the command line has been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    process.stderr.write(`snippet-store: ${explain(error)}\n`);
    return FAILED;
  }
}

function makeProgram(): Command {
  // Commands inherit what is set here.
  const program = new Command('snippet-store')
    .description('A store of highlighted code snippets.')
    .version(release, '--version', 'show the version')
    .configureOutput({ outputError: (text, write) => write(`snippet-store: ${escapeMessage(text)}\n`) })
    .exitOverride()
    .showHelpAfterError('Try --help. A value that begins with - is written after --.')
    .addHelpText(
      'after',
      '\nEvery command takes --help, and --json for scripts. Settings are variables: serve --help lists them.',
    )
    .addHelpText('afterAll', '\nExit codes: 0 done, 1 failed, 2 the command line is wrong.');
  const group = (parent: Command, name: string, description: string) =>
    parent.command(name).description(description);
  addServe(program);
  addBackup(program);
  addExport(program);
  addImport(program);
  addCheck(program);
  addSecretCommands(group(program, 'secret', 'the SECRET_KEY that the store belongs to'));
  addUserCommands(group(program, 'users', 'the users of the service'));
  addTokenCommands(group(program, 'tokens', 'keys for the scheme `token`, one for each user'));
  addSessionCommands(group(program, 'sessions', 'the logins of browsers'));
  const oauth1 = group(program, 'oauth1', 'consumers of the scheme `oauth1`, and their tokens');
  addClientCommands(group(oauth1, 'consumers', 'programs that sign requests'), oauth1Consumers);
  addOAuth1TokenCommands(group(oauth1, 'tokens', 'the tokens by which consumers act for users'));
  const oauth2 = group(program, 'oauth2', 'clients of the scheme `oauth2`');
  addClientCommands(group(oauth2, 'clients', 'programs that may ask for tokens'), oauth2Clients);
  addSnippetCommands(group(program, 'snippets', 'work on stored snippets'));
  for (const command of leavesOf(program))
    command.option('--json', 'print one JSON object for each result, for scripts');
  return program;
}

function leavesOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => (command.commands.length > 0 ? leavesOf(command) : [command]));
}

/** Commander's `error: unknown command 'user'`, which quotes somebody's text, and its line `(Did you mean users?)`. */
function escapeMessage(text: string): string {
  const whole = text.trimEnd().replace(/^error: /, '');
  const hintAt = whole.lastIndexOf('\n(Did you mean ');
  return hintAt < 0 ? escapeControls(whole) : escapeControls(whole.slice(0, hintAt)) + whole.slice(hintAt);
}

/** What the operator can correct takes one line; an unexpected error keeps its stack, to be reported. */
function explain(error: unknown): string {
  if (!(error instanceof OperatorError)) return `unexpected failure: ${stackOf(error)}`;
  // What fails in a module of the deployment's own is known to that module alone.
  const own = error instanceof SettingsError && error.cause !== undefined ? `\n${stackOf(error.cause)}` : '';
  return escapeControls(error.message) + own;
}

function stackOf(error: unknown): string {
  const stack = error instanceof Error && error.stack ? error.stack : String(error);
  return stack.split('\n').map(escapeControls).join('\n');
}
