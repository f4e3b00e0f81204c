/** `${NAME}` in the values of schemathesis.toml, by schemathesis' own rules. */
import { CannotRun } from '../cannot-run.js';

/** `${NAME}` is a variable and `$${` a literal `${`; any other `$` stays. */
const PLACEHOLDER = /\$(?:(\$)(?=\{)|\{([A-Za-z_][A-Za-z0-9_]*)\}|(\{))/g;

/** @throws CannotRun when a variable is not set, or a placeholder has no name */
export function substituteVariables(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return text.replace(PLACEHOLDER, (_whole, escaped?: string, name?: string) => {
    if (escaped !== undefined) return '$';
    if (name === undefined)
      throw new CannotRun(`schemathesis.toml: ${text} has a placeholder without a name.`);
    const value = environment[name];
    if (value === undefined)
      throw new CannotRun(`schemathesis.toml: the environment variable ${name} is not set.`);
    return value;
  });
}
