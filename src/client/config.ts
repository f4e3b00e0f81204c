// What is kept between commands: the login in the configuration folder, and in the state folder a small file for each
// file that was pushed. Reads the environment, which no other file here does.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SnippetInput } from '../sdk/index.js';

const { env } = process;
export const editor = env.VISUAL || env.EDITOR || 'vi';
export const browser = env.BROWSER;
/** A login changes nothing as long as this is set. */
export const hasTokenOfEnvironment = Boolean(env.SNIPPETS_TOKEN);
const configFile = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'snippets', 'config.json');
const stateFolder = join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'snippets');

/** The environment wins. A token that was kept is for the service that it was kept with, and for no other. */
export async function readConfig(): Promise<{ url: string | undefined; key: string | undefined }> {
  const kept: { url?: string; token?: string } = (await readJson(configFile)) ?? {};
  const url = (env.SNIPPETS_URL || kept.url)?.replace(/\/$/, '');
  return { url, key: env.SNIPPETS_TOKEN || (url === kept.url ? kept.token : undefined) };
}

export async function writeConfig(url: string, token: string): Promise<string> {
  await writeJson(configFile, { url, token });
  return configFile;
}

/** What is known about a file: the snippet that it became, or the request that makes one and may have been done. */
export interface Pushed {
  id?: number;
  /** A repetition must be the same request. */
  pending?: { key: string; sent: SnippetInput };
}

const stateOf = (url: string, path: string) =>
  join(stateFolder, `${createHash('sha256').update(`${url}\0${path}`).digest('hex')}.json`);

/** @param path absolute */
export async function readPushed(url: string, path: string): Promise<Pushed> {
  return (await readJson(stateOf(url, path))) ?? {};
}

export async function writePushed(url: string, path: string, pushed: Pushed): Promise<void> {
  await writeJson(stateOf(url, path), { url, path, ...pushed });
}

async function readJson(file: string) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message} Correct or delete it.`);
  }
}

/** For its owner only; it is on the disk, and never half written, when this returns. */
async function writeJson(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // One name: what an interruption leaves is overwritten.
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(value)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
}
