/** What a run is asked to do, from schemathesis.toml and the command line. */
import { readFile } from 'node:fs/promises';
import { CannotRun } from '../cannot-run.js';
import { type Configuration, makeConfiguration, type Overrides } from './configuration.js';
import { findFile } from './find-file.js';
import { readToml } from './toml.js';

/**
 * @param path of a file that has to be there; default: that of the working folder, or above it, if there is one
 * @throws CannotRun when it cannot be read, or makes no sense
 */
export async function readSettings(path: string | undefined, overrides: Overrides): Promise<Configuration> {
  const found = path ?? findFile(process.cwd());
  return makeConfiguration(readToml(found === undefined ? '' : await readText(found)), overrides);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CannotRun(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
