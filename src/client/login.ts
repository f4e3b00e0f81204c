// `snippets login URL`: gets a token for a name and a password, and keeps it.
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createClient, StatusError, token, UnexpectedResponseError } from '../sdk/index.js';
import { configFile, writeJson } from './config.js';
import { ClientError, UsageError } from './explain.js';
import type { Command } from './session.js';

export const login: Command['run'] = async (session, [given = ''], values) => {
  const url = checkUrl(given);
  const path = await findTokenPath(url);
  const username = typeof values.username === 'string' ? values.username : await ask('User name: ');
  // Byte for byte, but for the end of the line.
  const password = values['password-stdin']
    ? (await text(process.stdin)).replace(/\r?\n$/, '')
    : await ask('Password: ', true);
  const client = createClient({ baseUrl: url, paths: { createToken: path } });
  const { token: key } = await client.createToken({ username, password });
  // What no header can hold would fail every later command.
  token(key ?? '');
  await writeJson(configFile, { url, token: key });
  const line = `Logged in to ${url} as ${username}. The token is in ${configFile}.`;
  session.print({ url, username, file: configFile }, line);
};

/** The service has no operation that ends a token. */
export const logout: Command['run'] = async (session) => {
  await rm(configFile, { force: true });
  const line =
    'Logged out. The token is good until the operator revokes it: snippet-store tokens revoke NAME.';
  session.print({ file: configFile }, line);
};

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
      throw error;
    });
  const paths: Record<string, unknown> = Object(Object(document).paths);
  // Without the slash it would go on with the name of the host.
  const [path] =
    Object.entries(paths).find(
      ([one, item]) => one.startsWith('/') && Object(item).post?.operationId === 'createToken',
    ) ?? [];
  if (path === undefined)
    throw new ClientError(
      `${baseUrl} gives no tokens. Its operator must add token to AUTH_SCHEMES and restart it: ` +
        'AUTH_SCHEMES=session,basic,token',
    );
  return path;
}

/** Asks on the terminal; a password is not shown. */
async function ask(question: string, isHidden = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError('Without a terminal, login takes --username NAME and --password-stdin.');
  process.stderr.write(question);
  const shown = isHidden ? {} : { output: process.stderr };
  const lines = createInterface({ input: process.stdin, terminal: true, ...shown });
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
