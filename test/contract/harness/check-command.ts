/** All that can be wrong before there is a server: options, the configuration, the file of a report. */
import { type CommandLine, readCommandLine } from './command-line.js';
import type { Configuration } from './configuration/configuration.js';
import { readSettings } from './configuration/read-settings.js';
import { checkWritable } from './reporting/check-writable.js';

export interface Command {
  readonly options: CommandLine;
  readonly settings: Configuration;
  /** The server to test; undefined when nothing names one. */
  readonly address: string | undefined;
}

/** @throws CannotRun saying what is wrong */
export async function checkCommand(args: readonly string[]): Promise<Command> {
  const options = readCommandLine(args);
  const settings = await readSettings(options.config, options.overrides);
  if (options.junit !== undefined) await checkWritable(options.junit);
  return { options, settings, address: options.url ?? settings.baseUrl };
}
