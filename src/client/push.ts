// `snippets push`: stores files, eight at once. What was begun is written down before it is sent, so that a push that was
// interrupted is repeated and stores nothing twice.

import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { cut } from '../cut.js';
import { detectLanguage } from '../highlighting/detect-language.js';
import { languageOfFile } from '../highlighting/file-names.js';
import { ConnectionError, NotFoundError, type SnippetInput, SnippetStoreError } from '../sdk/index.js';
import { hashOf, keepFirst, readKnown, writePushed } from './config.js';
import { areCredentialsRefused, ClientError, explain, UsageError } from './explain.js';
import { readId, readSnippet, type Session, type Store, type Values } from './session.js';

const AT_ONCE = 8;

export async function push(session: Session, words: readonly string[], values: Values): Promise<void> {
  const id = values.id === undefined ? undefined : readId(String(values.id));
  if (id !== undefined && values.new) throw new UsageError('--id replaces a snippet, and --new makes one.');
  const store = await session.connect();
  if (words.includes('-')) {
    if (words.length > 1) throw new UsageError('Standard input is pushed alone.');
    const result = await pushInput(store, id, values);
    return session.print({ path: '-', ...result }, `${store.baseUrl}/snippets/${result.id}/`);
  }
  const files = [...new Set((await Promise.all(words.map(listFiles))).flat())];
  for (const option of ['title', 'id'])
    if (values[option] !== undefined && files.length > 1)
      throw new UsageError(`--${option} is for one file.`);
  let done = 0;
  let stopped: unknown;
  const queue = files.values();
  const lane = async () => {
    for (const path of queue) {
      if (stopped !== undefined) return;
      try {
        const result = await (id === undefined
          ? pushFile(store, path, values)
          : pushAs(store, path, id, values));
        showProgress('');
        session.print({ path, ...result }, `${store.baseUrl}/snippets/${result.id}/ ${path}`);
      } catch (error) {
        // What fails for one file fails for all that follow.
        if (isGeneral(error)) stopped ??= error;
        else session.fail(path, explain(error));
      }
      showProgress(`${++done} of ${files.length} files`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  showProgress('');
  if (stopped === undefined) return;
  const why = explain(stopped);
  throw new ClientError(
    files.length === 1 ? why : `${why} Then run the same command again: nothing is stored twice.`,
  );
}

interface Pushed {
  id: number;
  created: boolean;
}

async function pushInput(store: Store, id: number | undefined, values: Values): Promise<Pushed> {
  const sent = toSnippet(decode(await buffer(process.stdin)), '', values);
  if (id === undefined) return { id: readSnippet(await store.createSnippet(sent)).id, created: true };
  await store.editSnippet({ id, ...optionsOf(values), code: sent.code });
  return { id, created: false };
}

/** The file becomes the code of a snippet that the user names, and is pushed to it from then on. */
async function pushAs(store: Store, path: string, id: number, values: Values): Promise<Pushed> {
  const change = { ...optionsOf(values), code: decode(await readFile(path)) };
  const known = await readKnown(store.baseUrl, path);
  await replace(store, path, known?.id === id ? known : { id }, change);
  return { id, created: false };
}

/** @param path absolute */
async function pushFile(store: Store, path: string, values: Values): Promise<Pushed> {
  const { baseUrl } = store;
  const sent = toSnippet(decode(await readFile(path)), basename(path), values);
  const change = { ...optionsOf(values), code: sent.code };
  const mine = { key: randomUUID(), sent };
  if (values.new) await writePushed(baseUrl, path, mine);
  const kept = values.new ? mine : await keepFirst(baseUrl, path, mine);
  if ('id' in kept) {
    await replace(store, path, kept, change);
    return { id: kept.id, created: false };
  }
  // Of a push that was interrupted, or runs beside this one, the same request is sent again, although the file may have
  // changed: it gives the id.
  const isMine = kept.key === mine.key;
  const created = await store
    .createSnippet(kept.sent, { idempotencyKey: kept.key })
    .catch((error: { status?: number }) => {
      if (!isMine && (error.status === 400 || error.status === 413)) return undefined;
      throw error;
    });
  // It was never stored: the file as it is now is another request.
  if (!created) return pushFile(store, path, { ...values, new: true });
  const { id } = readSnippet(created);
  const pushed = { id, seen: [hashOf(kept.sent.code)] };
  await (isMine ? writePushed(baseUrl, path, pushed) : replace(store, path, pushed, change));
  return { id, created: true };
}

/**
 * What was changed beside the code stays, unless an option names it.
 *
 * @param seen hashes of the code that may be replaced: what somebody else has saved meanwhile is kept
 */
async function replace(
  store: Store,
  path: string,
  { id, seen }: { id: number; seen?: readonly string[] },
  change: Partial<SnippetInput> & { code: string },
): Promise<void> {
  const decide = async (before: SnippetInput) => {
    const hash = hashOf(before.code);
    if (before.code !== change.code && seen?.includes(hash) === false)
      throw new ClientError(
        `Somebody else has changed its snippet ${id}. Save theirs with \`snippets pull ${id} -o OTHER\`, ` +
          'put both together there, and push OTHER.',
      );
    // Before it is sent: the answer may be lost.
    await writePushed(store.baseUrl, path, { id, seen: [hash, hashOf(change.code)] });
    return JSON.stringify({ ...before, ...change }) === JSON.stringify(before) ? undefined : change;
  };
  await store.editSnippet({ id, change: decide }).catch((error: unknown) => {
    if (!seen || !(error instanceof NotFoundError)) throw error;
    throw new ClientError(`Its snippet ${id} has been deleted. Push it with --new to make another.`);
  });
}

function toSnippet(code: string, name: string, values: Values): SnippetInput {
  return {
    title: cut(name, 100),
    language: languageOfFile(name) ?? detectLanguage(code),
    ...optionsOf(values),
    code,
  };
}

/** The service knows which languages and styles there are. */
const optionsOf = ({ json: _, new: __, id: ___, ...given }: Values) => given as Partial<SnippetInput>;

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ClientError('It is no text in UTF-8.');
  return bytes.toString();
}

/** The files of a folder at any depth; what begins with a dot is left out. */
async function listFiles(word: string): Promise<string[]> {
  const path = await realpath(word).catch(() => {
    throw new ClientError(`There is no file "${word}".`);
  });
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[/\\]\./.test(file.slice(path.length)))
    .sort();
}

function isGeneral(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof SnippetStoreError && (areCredentialsRefused(error) || error.status === 429);
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
