/** schemathesis.toml: where it is, its text, and the variables in it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { asRecord, type Member } from '../document/model.js';
import { CannotRun } from '../errors.js';

/** @param path default: the file of the working folder, or above it, if there is one */
export async function readSettingsFile(path: string | undefined): Promise<Member> {
  const found = path ?? findFile(process.cwd());
  return readToml(found === undefined ? '' : await readText(found));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CannotRun(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** @throws CannotRun naming the line that is no TOML */
function readToml(text: string): Member {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CannotRun(`schemathesis.toml, line ${error.line}: ${error.message}`);
  }
}

const NAME = 'schemathesis.toml';

/** @returns undefined when there is none */
function findFile(folder: string): string | undefined {
  const file = join(folder, NAME);
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? undefined : findFile(above);
}

/** `${NAME}` is a variable and `$${` a literal `${`; any other `$` stays. */
const PLACEHOLDER = /\$(?:(\$)(?=\{)|\{([A-Za-z_][A-Za-z0-9_]*)\}|(\{))/g;

/** @throws CannotRun when a variable is not set, or a placeholder has no name */
export function substituteVariables(text: string): string {
  return text.replace(PLACEHOLDER, (_whole, escaped?: string, name?: string) => {
    if (escaped !== undefined) return '$';
    if (name === undefined)
      throw new CannotRun(`schemathesis.toml: ${text} has a placeholder without a name.`);
    const value = process.env[name];
    if (value === undefined)
      throw new CannotRun(`schemathesis.toml: the environment variable ${name} is not set.`);
    return value;
  });
}

export const substituteIn = (table: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asRecord(table)).map(([name, value]) => [
      substituteVariables(name),
      substituteVariables(String(value)),
    ]),
  );
