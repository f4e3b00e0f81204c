// Parses the command line, runs the command, and turns what fails into one line and an exit code.
import { parseArgs } from 'node:util';
import { version } from '#generated/sdk/contract.gen.js';
import { escapeControls } from '../escape-controls.js';
import { commands, optionTexts } from './commands.js';
import { explain, UsageError } from './explain.js';
import { type Command, type Options, Session } from './session.js';

const FAILED = 1;
const WRONG_USAGE = 2;
const common: Options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };

/**
 * @param args without the program's own name
 * @returns the exit code
 */
export async function runClient(args: readonly string[]): Promise<number> {
  // `help push` is `push --help`.
  const [name = 'help', ...rest] = args[0] === 'help' && args[1] ? [args[1], '--help'] : args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (name === '--version') process.stdout.write(`${version}\n`);
    else if (['help', '--help', '-h'].includes(name)) process.stdout.write(help());
    else if (command) return await run(name, command, rest);
    else throw new UsageError(`There is no command "${name}".`);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const hint = isUsage ? ` Try: snippets ${command ? `${name} --help` : 'help'}` : '';
    process.stderr.write(`snippets: ${escapeControls(explain(error))}${hint}\n`);
    return isUsage ? WRONG_USAGE : FAILED;
  }
}

async function run(name: string, command: Command, args: readonly string[]): Promise<number> {
  const options = { ...common, ...command.options };
  const { values, positionals } = parse(args, options);
  if (values.help) {
    process.stdout.write(helpOf(name, command, options));
    return 0;
  }
  const { takes } = command;
  const most = takes.includes('...') ? Number.POSITIVE_INFINITY : Math.sign(takes.length);
  if (positionals.length < Math.min(most, 1) || positionals.length > most)
    throw new UsageError(`${name} takes ${takes || 'no arguments'}.`.replace('....', '...'));
  const session = new Session(values.json === true);
  // All are declared without `multiple`.
  await command.run(session, positionals, values as Record<string, string | boolean | undefined>);
  return session.hasFailed ? FAILED : 0;
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node's advice on words that begin with a dash is longer than what is wrong.
    const [first = ''] = explain(error)
      .replaceAll('\n', ' ')
      .split(/\. To specify|\.?$/);
    throw new UsageError(`${first}.`);
  }
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([name, { takes, about }]) => `  ${`${name} ${takes}`.padEnd(24)} ${about}\n`,
  );
  return `snippets: keep snippets from the terminal.

${lines.join('')}
Every command takes --help, and --json for scripts. SNIPPETS_URL and SNIPPETS_TOKEN take the place of a login.
Exit codes: 0 done, 1 failed, 2 the command line is wrong.
`;
}

function helpOf(name: string, { takes, about }: Command, options: Options): string {
  const lines = Object.entries(options).map(([option, { type, short }]) => {
    const value = type === 'string' ? ` ${option.toUpperCase()}` : '';
    return `  ${short ? `-${short}, ` : '    '}${`--${option}${value}`.padEnd(21)} ${optionTexts[option]}\n`;
  });
  return `snippets ${`${name} ${takes}`.trim()}: ${about}\n\n${lines.join('')}`;
}
