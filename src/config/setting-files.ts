/** Settings that come from files: NAME_FILE is the path of a file that holds the value of NAME. */
import { readFile } from 'node:fs/promises';
import { codeOf } from '../errors/error-code.js';
import { SettingsError } from './settings-error.js';
import { refuseUnknown } from './unknown-names.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param overrides win over the variable and over its file
 * @param names of the settings
 * @returns the environment with the content of the files, each without one line end at its end
 * @throws SettingsError for an unreadable file, a variable that is set both ways, and a name that is nearly a setting's
 */
export async function readSettingFiles(
  environment: Environment,
  overrides: Environment,
  names: readonly string[],
): Promise<Environment> {
  refuseUnknown(environment, [...names, ...names.map(fileVariable)]);
  const env = { ...environment, ...overrides };
  for (const name of names) {
    const variable = fileVariable(name);
    const path = env[variable];
    if (!path || overrides[name] !== undefined) continue;
    if (env[name]) {
      const allowed = `${name} is set too, expected only one of ${name} and ${variable}`;
      throw new SettingsError(variable, undefined, allowed);
    }
    env[name] = (await readText(variable, path)).replace(/\r?\n$/, '');
  }
  return env;
}

const fileVariable = (name: string): string => `${name}_FILE`;

async function readText(variable: string, path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    throw new SettingsError(
      variable,
      `"${path}"`,
      `cannot be read (${reason}), expected the path of a text file`,
    );
  }
}
