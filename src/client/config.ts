// What is kept between commands: the login in the configuration folder, and in the state folder a small file for each
// file that was pushed. Reads the environment, which no other file here does.
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SnippetInput } from '../sdk/index.js';

const { env } = process;
export const editor = env.VISUAL || env.EDITOR || 'vi';
export const browser = env.BROWSER;
/** A login changes nothing as long as this is set. */
export const hasTokenOfEnvironment = Boolean(env.SNIPPETS_TOKEN);
export const configFile = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'snippets', 'config.json');
const stateFolder = join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'snippets');

/** The environment wins. A token that was kept is for the service that it was kept with, and for no other. */
export async function readConfig(): Promise<{ url: string | undefined; key: string | undefined }> {
  const kept: { url?: string; token?: string } = (await readJson(configFile)) ?? {};
  const url = (env.SNIPPETS_URL || kept.url)?.replace(/\/$/, '');
  return { url, key: env.SNIPPETS_TOKEN || (url === kept.url ? kept.token : undefined) };
}

/** The request that makes a snippet, and may have been done. A repetition must be the same request. */
interface Pending {
  key: string;
  sent: SnippetInput;
}

/** The snippet that a file became, and hashes of the code that it may have by this user's own doing. */
export interface Known {
  id: number;
  seen: string[];
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const stateOf = (url: string, path: string) => join(stateFolder, `${hashOf(`${url}\0${path}`)}.json`);

/** @param path absolute */
export async function writePushed(url: string, path: string, pushed: Known | Pending): Promise<void> {
  await writeJson(stateOf(url, path), { url, path, ...pushed });
}

/**
 * Keeps the request that will make a snippet of a file, unless something is known of it. Of several commands at once the
 * first one keeps its request, and the others repeat it.
 *
 * @returns what is known then
 */
export async function keepFirst(url: string, path: string, pending: Pending): Promise<Known | Pending> {
  const file = stateOf(url, path);
  const known = await readJson(file);
  if (!known) await writeJson(file, { url, path, ...pending }, link);
  return known ?? readJson(file);
}

/** @returns the snippet that a file was stored as; `undefined` when it was not */
export const readKnown = (url: string, path: string): Promise<Known | undefined> =>
  readJson(stateOf(url, path));

async function readJson(file: string) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read (${(error as Error).message}). Correct or delete it.`);
  }
}

/**
 * For its owner only; it is on the disk, and never half written, when this returns.
 *
 * @param name `rename` replaces a file that is there, `link` leaves it
 */
export async function writeJson(file: string, value: object, name = rename): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
    await name(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
