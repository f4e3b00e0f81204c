// `snippets push`: stores files, eight at once. What was begun is written down before it is sent, so that a push that was
// interrupted is repeated and stores nothing twice.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { languages } from '#generated/sdk/choices.gen.js';
import {
  BadRequestError,
  ConnectionError,
  NotFoundError,
  type SnippetInput,
  SnippetStoreError,
} from '../sdk/index.js';
import { readPushed, writePushed } from './config.js';
import { areCredentialsRefused, ClientError, explain, UsageError } from './explain.js';
import type { Session, Store, Values } from './session.js';

const AT_ONCE = 8;

export async function push(session: Session, words: readonly string[], values: Values): Promise<void> {
  const store = await session.connect();
  if (words.includes('-')) {
    if (words.length > 1) throw new UsageError('Standard input is pushed alone.');
    const sent = toSnippet(decode(await buffer(process.stdin)), '', values);
    const { id } = await store.createSnippet(sent);
    return session.print({ path: '-', id, created: true }, `${store.baseUrl}/snippets/${id}/`);
  }
  const files = (await Promise.all(words.map(listFiles))).flat();
  if (values.title !== undefined && files.length > 1) throw new UsageError('--title is for one file.');
  let done = 0;
  let stopped: unknown;
  const queue = files.values();
  const lane = async () => {
    for (const path of queue) {
      if (stopped !== undefined) return;
      try {
        const result = await pushFile(store, path, values);
        clearProgress();
        session.print({ path, ...result }, `${store.baseUrl}/snippets/${result.id}/ ${path}`);
      } catch (error) {
        // What fails for one file fails for all that follow.
        if (isGeneral(error)) stopped ??= error;
        else session.fail(path, explain(error));
      }
      showProgress(++done, files.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  clearProgress();
  if (stopped === undefined) return;
  const why = explain(stopped);
  throw new ClientError(
    files.length === 1 ? why : `${why} Then run the same command again: nothing is stored twice.`,
  );
}

/** @param path absolute */
async function pushFile(
  store: Store,
  path: string,
  values: Values,
): Promise<{ id: number; created: boolean }> {
  const sent = toSnippet(decode(await readFile(path)), basename(path), values);
  const known = values.new ? {} : await readPushed(store.baseUrl, path);
  if (known.id !== undefined) {
    await replace(store, known.id, sent);
    return { id: known.id, created: false };
  }
  // Of an interrupted push the same request is sent again, although the file may have changed: it gives the id.
  const pending = known.pending ?? { key: randomUUID(), sent };
  await writePushed(store.baseUrl, path, { pending });
  const { id } = await store
    .createSnippet(pending.sent, { idempotencyKey: pending.key })
    .catch(async (error) => {
      // It was never stored: the file as it is now is another request.
      if (error instanceof BadRequestError) await writePushed(store.baseUrl, path, {});
      if (error instanceof BadRequestError && known.pending) return pushFile(store, path, values);
      throw error;
    });
  await writePushed(store.baseUrl, path, { id });
  if (JSON.stringify(pending.sent) !== JSON.stringify(sent)) await replace(store, id, sent);
  return { id, created: true };
}

async function replace(store: Store, id: number, sent: SnippetInput): Promise<void> {
  await store.editSnippet({ id, ...sent }).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    throw new ClientError(`Its snippet ${id} has been deleted. Push it with --new to make another.`);
  });
}

function toSnippet(code: string, name: string, { title, language, style, linenos }: Values): SnippetInput {
  const sent = {
    title: typeof title === 'string' ? title : name.slice(0, 100),
    code,
    language: typeof language === 'string' ? language : languageOf(name),
    ...(typeof style === 'string' && { style }),
    ...(linenos === true && { linenos }),
  };
  // The service knows which languages and styles there are.
  return sent as SnippetInput;
}

/** `main.rs`, `Makefile` */
function languageOf(name: string): string {
  const word = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return languages.find(({ id, aliases }) => id === word || aliases.includes(word))?.id ?? 'plaintext';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ClientError('It is no text in UTF-8.');
  }
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

function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY && total > 1) process.stderr.write(`\r${done} of ${total} files`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
