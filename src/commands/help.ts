/** How `--help` names commands, arguments and options: `users create NAME [--password-stdin]`. */
import { type Argument, type Command, Help, type Option } from 'commander';

const bare = (flags: string): string => flags.replace(/[<>]/g, '');

/** Settings for commander's own help: the help of a group lists every command below it. */
export const helpFormat: Partial<Help> = {
  commandUsage: (command) => [pathOf(command), usageOf(command)].join(' ').trimEnd(),
  subcommandTerm: (command) => [...pathFrom(command), ...command.registeredArguments.map(termOf)].join(' '),
  commandDescription: (command) => capitalized(command.description()),
  argumentTerm: termOf,
  optionTerm: ({ flags }) => bare(flags),
  formatHelp(command, help) {
    // Set only while help is written: for an unknown command, commander suggests one of its visible commands.
    help.visibleCommands = leavesBelow;
    return Help.prototype.formatHelp.call(help, command, help);
  },
};

/** @returns `snippet-store users create` for instance */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

export function leavesBelow(command: Command): Command[] {
  return command.commands.flatMap((below) => (below.commands.length > 0 ? leavesBelow(below) : [below]));
}

/** Without the name of the program. */
function pathFrom(command: Command): string[] {
  return pathOf(command).split(' ').slice(1);
}

function usageOf(command: Command): string {
  if (command.commands.length > 0) return 'COMMAND';
  const options = command.options.filter(({ long }) => long !== '--json');
  return [...command.registeredArguments.map(termOf), ...options.map(usageOfOption)].join(' ');
}

function usageOfOption({ flags, mandatory }: Option): string {
  return mandatory ? bare(flags) : `[${bare(flags)}]`;
}

function termOf(argument: Argument): string {
  return argument.required ? argument.name() : `[${argument.name()}]`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
