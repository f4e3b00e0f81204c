#!/usr/bin/env node
/**
 * Stores source files as snippets through the SDK, reads all of them back, and compares every byte.
 *
 *     node scripts/store-files.mjs                       this repository and some packages, on both stores
 *     node scripts/store-files.mjs --folder FOLDER ...   the files of these folders instead
 *     node scripts/store-files.mjs --url URL --token KEY on a server that runs (or --username NAME --password PASSWORD)
 *
 * Exit status 1 when anything came back changed.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { basic, createClient, token } from 'snippet-store/sdk';
import { languageOf } from './store-files/languages.mjs';
import { showProgress } from './store-files/progress.mjs';
import { startServers } from './store-files/servers.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Some hundred files between them. */
const PACKAGES = ['fastify', 'pino', 'libsql', 'autocannon', 'highlight.js/scss'];
const AT_ONCE = 4;

const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    username: { type: 'string' },
    password: { type: 'string', default: '' },
    folder: { type: 'string', multiple: true },
  },
});

const files = (options.folder?.flatMap(filesIn) ?? [...tracked(), ...PACKAGES.flatMap(inPackage)]).flatMap(
  readSource,
);
if (files.length === 0) throw new Error('There is no file to store.');
if (options.url === undefined) {
  for await (const { name, url, auth } of startServers()) await storeAndCompare(name, url, token(auth));
} else {
  const { username, password } = options;
  const auth = username === undefined ? token(options.token ?? '') : basic(username, password);
  await storeAndCompare(options.url, options.url, auth);
}

async function storeAndCompare(name, baseUrl, auth) {
  const store = createClient({ baseUrl, auth });
  const changed = [];
  const tick = showProgress(name, files.length * 2);
  const stored = new Map();
  await forEach(files, async ({ path, code, language }) => {
    const { id } = await store.createSnippet({ code, language, title: [...path].slice(-100).join('') });
    stored.set(path, id);
    tick();
  });
  await forEach(files, async ({ path, bytes, language }) => {
    const id = stored.get(path);
    const [snippet, raw] = await Promise.all([store.getSnippet({ id }), store.getSnippetCode({ id })]);
    const isSame = [snippet.code, raw].every((text) => bytes.equals(Buffer.from(text)));
    if (!isSame || snippet.language !== language) changed.push(path);
    tick();
  });
  const languages = new Set(files.map(({ language }) => language));
  console.log(
    `${name}: ${files.length} files in ${languages.size} languages (${[...languages].sort().join(', ')}), ` +
      `${changed.length} came back changed`,
  );
  for (const path of changed) console.error(`changed: ${path}`);
  if (changed.length > 0) process.exitCode = 1;
}

/** A few at a time, as a program would. */
async function forEach(items, work) {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

function tracked() {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  return names
    .split('\0')
    .filter(Boolean)
    .map((name) => join(ROOT, name));
}

function inPackage(name) {
  return filesIn(join(ROOT, 'node_modules', name));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** @returns nothing for what is no snippet: no UTF-8, too long, blank, or with NUL characters */
function readSource(path) {
  const bytes = statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : Buffer.alloc(0);
  if (bytes.length > 400_000 || bytes.includes(0)) return [];
  let code;
  try {
    code = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [];
  }
  const isSnippet = code.trim() !== '' && [...code].length <= 100_000;
  return isSnippet ? [{ path: relative(ROOT, path), bytes, code, language: languageOf(path) }] : [];
}
