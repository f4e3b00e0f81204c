/** Obtains a new password: from standard input, or by making one. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';

/** NIST SP 800-63B, 5.1.1.2: for new passwords; those of before stay good. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 1024;

export interface PasswordOptions {
  readonly passwordStdin?: true;
}

/** Adds the option `--password-stdin`. */
export function takesPassword(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password from standard input (one line)')
    .addHelpText(
      'after',
      '\nWithout --password-stdin the command makes a random password, and shows it once.',
    );
}

/** 96 bits, of characters that need no quotes in a shell and are no option of a command. */
export const makePassword = (): string => randomBytes(12).toString('hex');

/**
 * @returns `shown`: members of the result for a password that was made here, and the line of text for it
 * @throws OperatorError when the given password cannot be used
 */
export async function obtainPassword({ passwordStdin }: PasswordOptions) {
  if (passwordStdin) return { password: checked(await readStandardInput()), shown: {}, lines: [] };
  const password = makePassword();
  return { password, shown: { password }, lines: [`Password, shown only now: ${password}`] };
}

/** Basic credentials carry no control characters (RFC 7617, section 2), so such a password could never be used. */
function checked(password: string): string {
  const { length } = [...password];
  if (length === 0) throw new OperatorError('the password is empty');
  if (length < MIN_LENGTH) throw new OperatorError(`the password has fewer than ${MIN_LENGTH} characters`);
  if (/\p{Cc}/u.test(password))
    throw new OperatorError('the password holds a control character or a second line');
  if (length > MAX_LENGTH) throw new OperatorError(`the password is longer than ${MAX_LENGTH} characters`);
  return password;
}

/** All of standard input, without the line end that `echo` adds. */
async function readStandardInput(): Promise<string> {
  const bytes = await buffer(process.stdin);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch (error) {
    throw new OperatorError('the password is no valid UTF-8', { cause: error });
  }
}
