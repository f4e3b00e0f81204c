// Compares openapi.yaml with the last released document and names what breaks clients. Ends with 0 when nothing does, or when
// the major number of `info.version` rose; with 1 otherwise; with 2 when there is nothing to compare.
// --release makes openapi.yaml the last released document, if it may be; --base FILE and --revision FILE compare others.
// @ts-check
import { spawnSync } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { findOasdiff } from './breaking/find-oasdiff.mjs';

/** @param {string} path */
const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { values: given } = parseArgs({
  options: {
    base: { type: 'string', default: inProject('test/contract/released/openapi.yaml') },
    revision: { type: 'string', default: inProject('openapi.yaml') },
    release: { type: 'boolean', default: false },
  },
});

try {
  process.exitCode = await compare(given.base, given.revision);
  if (given.release && process.exitCode === 0) await copyFile(given.revision, given.base);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** @param {string} base @param {string} revision */
async function compare(base, revision) {
  const [before, after] = [await versionOf(base), await versionOf(revision)];
  const accepted = await readAccepted();
  const changes = listChanges(base, revision).filter((change) => !accepted.includes(lineOf(change)));
  for (const change of changes) console.log(lineOf(change));
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
  const levels = inProject('scripts/breaking/severity-levels.txt');
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

/** @param {ReturnType<typeof listChanges>[number]} change */
function lineOf({ id, operation, path, text }) {
  return `${id}: ${operation} ${path}: ${text}`;
}

/** @returns the lines that are accepted until the next release; the file gives the reasons */
async function readAccepted() {
  const text = await readFile(inProject('scripts/breaking/accepted.txt'), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** @param {string} path @throws when the document has no version of three numbers */
async function versionOf(path) {
  const text = String(parse(await readFile(path, 'utf8'))?.info?.version);
  const [, major] = /^(\d+)\.\d+\.\d+/.exec(text) ?? [];
  if (major === undefined) throw new Error(`${path} has no info.version like 1.2.3: ${text}`);
  return { text, major: Number(major) };
}
