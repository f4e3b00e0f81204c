/** Obtains a new password: from standard input, by asking, or by making one. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '../../errors/operator-error.js';
import { makeKey } from '../../pipeline/authentication/make-key.js';

export const passwordOption = [
  '--password-stdin',
  'read the password from standard input (one line)',
] as const;

export interface PasswordOptions {
  readonly passwordStdin?: true;
}

export const passwordNotes = `
Without --password-stdin a terminal asks for the password and does not show it. An empty answer, or no terminal,
makes a random password, which is shown once.`;

/** NIST SP 800-63B, 5.1.1.2: for new passwords; those of before stay good. */
const MIN_LENGTH = 8;

export interface NewPassword {
  readonly password: string;
  /** A member of the result when the password was made here: the operator does not know it yet. */
  readonly shown: { readonly password?: string };
  /** The same, as lines of the text. */
  readonly lines: readonly string[];
}

/** @throws OperatorError when the given password cannot be used */
export async function obtainPassword({ passwordStdin }: PasswordOptions): Promise<NewPassword> {
  const known = (password: string) => ({ password: checked(password), shown: {}, lines: [] });
  if (passwordStdin) return known(await readLine());
  const answer = process.stdin.isTTY ? await askTwice() : '';
  if (answer !== '') return known(answer);
  const password = makePassword();
  return { password, shown: { password }, lines: [`Password, shown only now: ${password}`] };
}

/** 96 bits, of characters that need no quotes in a shell. */
export const makePassword = (): string => makeKey(12);

/** Basic credentials carry no control characters (RFC 7617, section 2), so such a password could never be used. */
function checked(password: string): string {
  if (password === '') throw new OperatorError('the password is empty');
  if ([...password].length < MIN_LENGTH)
    throw new OperatorError(`the password has fewer than ${MIN_LENGTH} characters`);
  if (/\p{Cc}/u.test(password))
    throw new OperatorError('the password holds a control character or a second line');
  if ([...password].length > 1024) throw new OperatorError('the password is longer than 1024 characters');
  return password;
}

/** All of standard input, without the line end that `echo` adds. */
async function readLine(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch (error) {
    throw new OperatorError('the password is no valid UTF-8', { cause: error });
  }
}

/** Asks on standard error, so that standard output holds the result alone; what is typed is not shown. */
async function askTwice(): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const given = terminal[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const { value, done } = await given.next();
    process.stderr.write('\n');
    // Ctrl+C and Ctrl+D end the input.
    if (done) throw new OperatorError('no password was given');
    return value;
  };
  try {
    const password = await ask('Password (empty: make a random one): ');
    if (password !== '' && (await ask('Again: ')) !== password) {
      throw new OperatorError('the two passwords differ');
    }
    return password;
  } finally {
    terminal.close();
  }
}
