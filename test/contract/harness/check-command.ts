/** All that can be wrong before there is a server: options, the configuration, files for reports. */
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
  const { junit, ndjson, har, html, sarif } = options.reports ?? {};
  await checkWritable([junit, ndjson, har, html, sarif]);
  return { options, settings, address: options.url ?? settings.baseUrl };
}
