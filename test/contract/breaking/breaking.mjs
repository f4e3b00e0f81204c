// Compares openapi.yaml with the specification of the last release, released.yaml beside this file, and names what breaks
// clients. Exit status: 0 when nothing does, when the major number of `info.version` rose, or before the first release;
// 1 when something breaks them; 2 when the two cannot be compared.
// --release makes openapi.yaml the released specification, if it may be; --base FILE and --revision FILE compare others.
// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { findOasdiff } from './oasdiff/find-oasdiff.mjs';

/** @param {string} path */
const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
const RELEASED = beside('released.yaml');

const { values: given } = parseArgs({
  options: {
    base: { type: 'string', default: RELEASED },
    revision: { type: 'string', default: beside('../../../openapi.yaml') },
    release: { type: 'boolean', default: false },
  },
});

try {
  if (given.base === RELEASED && !existsSync(RELEASED))
    console.log('No specification has been released: nothing to break yet.');
  else process.exitCode = await compare(given.base, given.revision);
  if (given.release && !process.exitCode) await copyFile(given.revision, given.base);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** @param {string} base @param {string} revision */
async function compare(base, revision) {
  const [before, after] = [await versionOf(base), await versionOf(revision)];
  const changes = listChanges(base, revision);
  for (const { id, operation, path, text } of changes) console.log(`${id}: ${operation} ${path}: ${text}`);
  const which = `between ${before.text} and ${after.text}`;
  if (changes.length === 0) console.log(`Nothing breaks clients ${which}.`);
  else if (after.major > before.major)
    console.log(`${changes.length} changes break clients ${which}: the major number says so.`);
  else
    console.error(
      `${changes.length} changes break clients ${which}: take them back, or raise the major number of info.version.`,
    );
  return changes.length === 0 || after.major > before.major ? 0 : 1;
}

/**
 * Errors and warnings: what clients may only notice, an optional member gone or a limit where there was none, breaks them as well.
 * @param {string} base @param {string} revision
 * @returns {{ id: string, operation: string, path: string, text: string }[]}
 */
function listChanges(base, revision) {
  const levels = beside('severity-levels.txt');
  const options = ['--format', 'json', '--flatten-params', '--severity-levels', levels];
  const { status, stdout, stderr, error } = spawnSync(
    findOasdiff(),
    ['breaking', base, revision, ...options],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  );
  if (status !== 0) throw error ?? new Error(stderr);
  return JSON.parse(stdout);
}

/** @param {string} path @throws when the document has no version of three numbers */
async function versionOf(path) {
  const text = String(parse(await readFile(path, 'utf8'))?.info?.version);
  const [, major] = /^(\d+)\.\d+\.\d+/.exec(text) ?? [];
  if (major === undefined) throw new Error(`${path} has no info.version like 1.2.3: ${text}`);
  return { text, major: Number(major) };
}
