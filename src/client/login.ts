// `snippets login URL`: gets a token for a name and a password, and keeps it.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createClient, SnippetStoreError, StatusError, UnexpectedResponseError } from '../sdk/index.js';
import { writeConfig } from './config.js';
import { ClientError, explain, UsageError } from './explain.js';
import type { Session, Values } from './session.js';

export async function login(
  session: Session,
  [given = '']: readonly string[],
  values: Values,
): Promise<void> {
  const baseUrl = checkUrl(given);
  const path = await findTokenPath(baseUrl);
  const username = typeof values.username === 'string' ? values.username : await ask('User name: ');
  // Byte for byte, but for the end of the line.
  const password = values['password-stdin']
    ? (await text(process.stdin)).replace(/\r?\n$/, '')
    : await ask('Password: ', true);
  const client = createClient({ baseUrl, paths: { createToken: path } });
  const { token } = await client.createToken({ username, password }).catch((error: unknown) => {
    throw new ClientError(explain(error));
  });
  const file = await writeConfig(baseUrl, token);
  session.print(
    { url: baseUrl, username, file },
    `Logged in to ${baseUrl} as ${username}. The token is in ${file}.`,
  );
}

function checkUrl(given: string): string {
  try {
    createClient({ baseUrl: given });
    return given.replace(/\/$/, '');
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace('baseUrl', 'URL') : String(error));
  }
}

/** A deployment may have moved it, or may give no tokens at all: its contract says so. */
async function findTokenPath(baseUrl: string): Promise<string> {
  const document: unknown = await createClient({ baseUrl })
    .getOpenapiJson()
    .catch((error: unknown) => {
      const isAnother = error instanceof StatusError || error instanceof UnexpectedResponseError;
      if (isAnother) throw new ClientError(`There is no Snippet Store at ${baseUrl} (${error.detail}).`);
      throw error instanceof SnippetStoreError ? new ClientError(explain(error)) : error;
    });
  const paths = Object(document).paths as Record<string, { post?: { operationId?: string } }> | undefined;
  const [path] =
    Object.entries(paths ?? {}).find(([, { post }]) => post?.operationId === 'createToken') ?? [];
  if (path === undefined)
    throw new ClientError(
      `${baseUrl} gives no tokens. Ask its operator to add "token" to AUTH_SCHEMES, such as session,basic,token.`,
    );
  return path;
}

/** Asks on the terminal; a password is not shown. */
async function ask(question: string, isHidden = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError('Without a terminal, login takes --username NAME and --password-stdin.');
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isHidden ? nowhere : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new ClientError('Not logged in.')));
      lines.once('close', () => reject(new ClientError('Not logged in.')));
    });
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
}
