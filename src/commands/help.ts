/** The text of `--help` on every level. */
import { type Command, type CommandGroup, isGroup } from './command.js';
import { COMMON_OPTIONS } from './parse-command-line.js';

const EXIT_CODES = 'Exit codes: 0 done, 1 failed, 2 the command line is wrong.';
const SETTINGS = 'Settings are environment variables; docs/operating.md lists them.';

export function renderHelp(path: readonly string[], node: Command | CommandGroup): string {
  const name = ['snippet-store', ...path].join(' ');
  const options = { ...(isGroup(node) ? {} : node.options), ...COMMON_OPTIONS };
  const usage = isGroup(node)
    ? 'COMMAND'
    : [...node.args, ...Object.entries(node.options).map(usageOf)].join(' ');
  const paragraphs = [
    `Usage: ${name} ${usage}`.trimEnd(),
    capitalized(node.summary),
    isGroup(node) ? `Commands:\n${columns(commandsBelow(node))}` : undefined,
    `Options:\n${columns(Object.entries(options).map(([option, { summary, ...rest }]) => [spelled(option, rest), summary]))}`,
    isGroup(node) ? undefined : node.notes,
    path.length === 0 ? SETTINGS : undefined,
    EXIT_CODES,
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`;
}

function commandsBelow(group: CommandGroup, before: readonly string[] = []): [string, string][] {
  return Object.entries(group.commands).flatMap(([name, node]) => {
    const path = [...before, name];
    return isGroup(node)
      ? commandsBelow(node, path)
      : [[[...path, ...node.args].join(' '), node.summary] as [string, string]];
  });
}

function spelled(name: string, option: { value?: string }): string {
  return option.value ? `--${name} ${option.value}` : `--${name}`;
}

function usageOf([name, option]: [string, { value?: string }]): string {
  return `[${spelled(name, option)}]`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
