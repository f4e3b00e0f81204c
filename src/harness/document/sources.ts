/** Reads a description, and the files that it refers to: beside it in its folder, or on its own host. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSuccess } from '../case.js';
import { CannotRun } from '../errors.js';
import { makeSender } from '../send.js';
import { parseYaml } from './parse.js';
import { addressOf, isReference, type Sources, Unreadable } from './references.js';

const REDIRECTS = 5;
const SECONDS = 30;
const MOST_FILES = 10_000;

const isRemote = (location: string) => /^https?:/i.test(location);

/** There is nothing to read at a place. */
export class NoDocument extends CannotRun {}

/** @param location a path or an address @returns the value that the file holds, and where it was found */
export async function readSource(location: string): Promise<{ value: unknown; address: string }> {
  const fail = (what: string, error: unknown) => {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    return new NoDocument(`${location} ${what}: ${why}`);
  };
  try {
    const { text, address } = await (isRemote(location)
      ? readRemote(new URL(location))
      : readLocal(location));
    try {
      return { value: parseText(text), address };
    } catch (error) {
      throw fail('is neither JSON nor YAML', error);
    }
  } catch (error) {
    throw error instanceof NoDocument ? error : fail('cannot be read', error);
  }
}

/** @returns the files that the description refers to, and those that they refer to */
export async function readSources(root: unknown, own: string): Promise<Sources> {
  const files = new Map<string, unknown>([[own, root]]);
  const open = [...filesIn(root, own)];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (files.has(address)) continue;
    const value =
      files.size > MOST_FILES ? new Unreadable('there are too many files') : await readBeside(address, own);
    files.set(address, value);
    open.push(...filesIn(value, address));
  }
  return { own, files };
}

/** What lies elsewhere is not read: a description may come from somebody else. */
async function readBeside(address: string, own: string): Promise<unknown> {
  const isOnHost = isRemote(own) && new URL(address).origin === new URL(own).origin;
  const isInFolder = !isRemote(own) && address.startsWith('file:') && (await isWithin(address, own));
  if (!isOnHost && !isInFolder)
    return new Unreadable(
      `${address} is not ${isRemote(own) ? 'on the host' : 'in the folder'} of the description.`,
    );
  try {
    return (await readSource(isRemote(address) ? address : fileURLToPath(address))).value;
  } catch (error) {
    return new Unreadable(error instanceof Error ? error.message : String(error));
  }
}

/** By what links lead to. */
async function isWithin(address: string, own: string): Promise<boolean> {
  const folder = `${dirname(await realpath(fileURLToPath(own)))}${sep}`;
  const file = await realpath(fileURLToPath(address)).catch(() => fileURLToPath(address));
  return file.startsWith(folder);
}

function filesIn(root: unknown, own: string): Set<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isReference(node) && !node.$ref.startsWith('#')) {
      const address = addressOf(node.$ref.split('#')[0] ?? '', own);
      if (address !== undefined) found.add(address);
    }
    open.push(...Object.values(node));
  }
  return found;
}

async function readLocal(path: string) {
  return { text: await readFile(path, 'utf8'), address: pathToFileURL(path).href };
}

async function readRemote(url: URL, redirects = REDIRECTS): Promise<{ text: string; address: string }> {
  const sender = makeSender(url, { timeout: SECONDS * 1000 });
  try {
    const target = `${url.pathname}${url.search}`;
    const answer = await sender.send({ method: 'GET', target, headers: {}, body: undefined });
    const { location: next } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && next !== undefined && redirects > 0)
      return await readRemote(new URL(next, url), redirects - 1);
    if (!isSuccess(answer)) throw new Error(`it answers ${answer.status}`);
    if (!answer.isWhole) throw new Error(`it has not ended within ${SECONDS} s, or is too large`);
    return { text: answer.bytes.toString('utf8'), address: url.href };
  } finally {
    sender.close();
  }
}

/** JSON is YAML, but a reader of YAML takes ten times as long. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text);
  }
}
