/** Reads schemathesis.toml. */
import { parse, TomlError } from 'smol-toml';
import { CannotRun } from '../cannot-run.js';
import type { Member } from '../document/values.js';

/** @throws CannotRun naming the line that is no TOML */
export function readToml(text: string): Member {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CannotRun(`schemathesis.toml, line ${error.line}: ${error.message}`);
  }
}
