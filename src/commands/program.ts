/** The command line `snippet-store`: all its commands, and how it answers a wrong one. */
import { Command } from 'commander';
import { release } from '../config/release.js';
import { addBackup } from './backup.js';
import { addCheck } from './check.js';
import { addExport } from './export.js';
import { helpFormat, leavesBelow, pathOf } from './help.js';
import { addImport } from './import.js';
import { addConsumerCommands } from './oauth1/consumers.js';
import { addTokenCommands as addOAuth1TokenCommands } from './oauth1/tokens.js';
import { addClientCommands } from './oauth2-clients.js';
import { escapeControls } from './print.js';
import { addSecretCommands } from './secret.js';
import { addServe } from './serve/serve.js';
import { addSessionCommands } from './sessions.js';
import { addAssign } from './snippets/assign.js';
import { addHighlight } from './snippets/highlight.js';
import { addTokenCommands } from './tokens.js';
import { addUserCommands } from './users/users.js';

/** `parseAsync` throws CommanderError after it has shown help or a message about the command line. */
export function makeProgram(): Command {
  const program = new Command('snippet-store')
    .description('A store of highlighted code snippets.')
    .version(release, '--version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp(helpFormat)
    .configureOutput({ outputError: (text, write) => write(`snippet-store: ${onOneLine(text)}`) })
    .exitOverride()
    .addHelpText(
      'after',
      '\nEvery command takes --help, and --json for scripts.\nSettings are environment variables; docs/operating.md lists them.',
    )
    .addHelpText('afterAll', '\nExit codes: 0 done, 1 failed, 2 the command line is wrong.');
  addServe(program);
  addBackup(program);
  addExport(program);
  addImport(program);
  addCheck(program);
  addSecretCommands(group(program, 'secret', 'The SECRET_KEY that the store belongs to.'));
  addUserCommands(group(program, 'users', 'The users of the service.'));
  addTokenCommands(group(program, 'tokens', 'Keys for the scheme `token`, one for each user.'));
  addSessionCommands(group(program, 'sessions', 'The logins of browsers.'));
  const oauth1 = group(program, 'oauth1', 'The clients of the scheme `oauth1` and their tokens.');
  addConsumerCommands(group(oauth1, 'consumers', 'The clients.'));
  addOAuth1TokenCommands(group(oauth1, 'tokens', 'The tokens by which clients act for users.'));
  const oauth2 = group(program, 'oauth2', 'The scheme `oauth2`.');
  addClientCommands(group(oauth2, 'clients', 'Programs that may ask for tokens on behalf of users.'));
  const snippets = group(program, 'snippets', 'Work on stored snippets.');
  addHighlight(snippets);
  addAssign(snippets);
  for (const command of leavesBelow(program)) {
    command.option('--json', 'print one JSON object for each result, for scripts');
    command.showHelpAfterError(`Try: ${pathOf(command)} --help`);
  }
  return program.showHelpAfterError('Try: snippet-store --help');
}

function group(parent: Command, name: string, description: string): Command {
  const command = parent.command(name).description(description).helpCommand(false);
  return command.showHelpAfterError(`Try: ${pathOf(command)} --help`);
}

/** Makes one line of commander's `error: unknown command 'user'` and its second line `(Did you mean users?)`. */
function onOneLine(text: string): string {
  const message = text
    .trimEnd()
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\)$/, ', did you mean $1')
    .replace(/^unknown option '[^']*'$/, '$&; write a value that begins with - after --')
    .replaceAll("'", '"');
  return `${escapeControls(message)}\n`;
}
