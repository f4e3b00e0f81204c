/** Finds the command that a command line names, and reads its arguments and options. */
import { parseArgs } from 'node:util';
import { nearestName } from '../config/nearest-name.js';
import { type Command, type CommandGroup, type CommandOption, isGroup, UsageError } from './command.js';

export interface ParsedCall {
  readonly path: readonly string[];
  readonly node: Command | CommandGroup;
  readonly help: boolean;
  readonly json: boolean;
  readonly args: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: Readonly<Record<string, string>>;
}

/** Understood by every command. */
export const COMMON_OPTIONS = {
  help: { summary: 'show this help' },
  json: { summary: 'one JSON object a result, for scripts' },
} as const;

/** @throws UsageError naming what is wrong and the nearest right name */
export function parseCommandLine(argv: readonly string[], root: CommandGroup): ParsedCall {
  const path: string[] = [];
  let node: Command | CommandGroup = root;
  let rest = argv;
  while (isGroup(node)) {
    const [word] = rest;
    if (word === undefined || word.startsWith('-')) break;
    const next: Command | CommandGroup | undefined = Object.hasOwn(node.commands, word)
      ? node.commands[word]
      : undefined;
    if (!next)
      throw new UsageError(`unknown command "${word}"${hint(word, Object.keys(node.commands))}`, path);
    path.push(word);
    node = next;
    rest = rest.slice(1);
  }
  return { path, node, ...parseRest(rest, node, path) };
}

function parseRest(rest: readonly string[], node: Command | CommandGroup, path: readonly string[]) {
  const options: Readonly<Record<string, CommandOption>> = {
    ...(isGroup(node) ? {} : node.options),
    ...COMMON_OPTIONS,
  };
  const { tokens } = parseArgs({
    args: [...rest],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries([
      ...Object.entries(options).map(([name, option]) => [
        name,
        { type: option.value ? 'string' : 'boolean' },
      ]),
      ['help', { type: 'boolean', short: 'h' }],
    ]),
  });
  const args: string[] = [];
  const flags = new Set<string>();
  const values: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) {
      throw new UsageError(
        `unknown option "${token.rawName}"${hint(token.name, Object.keys(options), '--')}`,
        path,
      );
    }
    const takesValue = options[token.name]?.value !== undefined;
    if (takesValue && token.value === undefined) throw new UsageError(`${token.rawName} needs a value`, path);
    if (!takesValue && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value`, path);
    if (token.value === undefined) flags.add(token.name);
    else values[token.name] = token.value;
  }
  const help = flags.has('help');
  if (!help) checkArguments(args, node, path);
  return { help, json: flags.has('json'), args, flags, values };
}

function checkArguments(
  args: readonly string[],
  node: Command | CommandGroup,
  path: readonly string[],
): void {
  if (isGroup(node)) {
    throw new UsageError(`a command is missing: ${Object.keys(node.commands).join(', ')}`, path);
  }
  const missing = node.args.slice(args.length).find((name) => !name.startsWith('['));
  if (missing) throw new UsageError(`${missing} is missing`, path);
  const extra = args[node.args.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"`, path);
}

function hint(given: string, names: readonly string[], prefix = ''): string {
  const meant = nearestName(given, names);
  return meant ? `, did you mean ${prefix}${meant}?` : '';
}
