/** Obtains a new password: from standard input, by asking, or by making one. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '../../errors/operator-error.js';
import type { Call } from '../command.js';
import { makePassword } from './make-password.js';

export const passwordOption = {
  'password-stdin': { summary: 'read the password from standard input (one line)' },
} as const;

export const passwordNotes = `Without --password-stdin the password is asked for on a terminal, unseen; an empty answer, or no terminal,
makes a random one, which is shown once.`;

/** NIST SP 800-63B, 5.1.1.2: for new passwords; those of before stay good. */
const MIN_LENGTH = 8;

export interface NewPassword {
  readonly password: string;
  /** It has to be shown: nobody knows it yet. */
  readonly made: boolean;
}

/** @throws OperatorError when what is given is no password */
export async function obtainPassword(call: Call): Promise<NewPassword> {
  if (call.flags.has('password-stdin')) return { password: checked(await readLine()), made: false };
  const answer = process.stdin.isTTY ? await askTwice() : '';
  if (answer !== '') return { password: checked(answer), made: false };
  return { password: makePassword(), made: true };
}

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
  } catch {
    throw new OperatorError('the password is no valid UTF-8');
  }
}

/** Asks on standard error, so that standard output holds the result alone; what is typed is not shown. */
async function askTwice(): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
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
    const password = await ask('Password (empty: a random one is made): ');
    if (password !== '' && (await ask('Again: ')) !== password) {
      throw new OperatorError('the two passwords differ');
    }
    return password;
  } finally {
    terminal.close();
  }
}
