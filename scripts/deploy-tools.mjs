#!/usr/bin/env node
/**
 * Prints the path of a tool that tests use beside the development dependencies: on PATH, or the one in .cache/.
 *
 *     node scripts/deploy-tools.mjs promtool    finds it, exit status 1 and the reason when there is none
 *     node scripts/deploy-tools.mjs --fetch     brings them into .cache/ (Debian and Ubuntu, without root)
 */
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../.cache/deploy-tools', import.meta.url));
/** Tool: the system package that holds it, and how Go makes it where a system has no such package. */
const SOURCES = {
  promtool: { system: 'prometheus' },
  caddy: { system: 'caddy', module: 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.8.4' },
  nginx: { system: 'nginx' },
};

/** @param {string} tool */
function find(tool) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), CACHE];
  return folders.map((folder) => join(folder, tool)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fetch(tool) {
  mkdirSync(CACHE, { recursive: true });
  const { system, module } = SOURCES[tool];
  try {
    unpack(tool, system);
  } catch (error) {
    if (!module) throw error;
    installModule(module);
  }
}

function installModule(module) {
  execFileSync('go', ['install', module], { env: { ...process.env, GOBIN: CACHE }, stdio: 'inherit' });
}

/** Installs nothing: only the one program is needed. */
function unpack(tool, system) {
  const work = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const quiet = { cwd: work, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
    execFileSync('apt-get', ['download', system], quiet);
    const file = readdirSync(work).find((name) => name.endsWith('.deb')) ?? '';
    execFileSync('dpkg-deb', ['--extract', file, 'unpacked'], quiet);
    const folder = ['bin', 'sbin'].find((name) => existsSync(join(work, 'unpacked', 'usr', name, tool)));
    copyFileSync(join(work, 'unpacked', 'usr', folder ?? 'bin', tool), join(CACHE, tool));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const wanted = process.argv[2] ?? '';
if (wanted === '--fetch') {
  for (const tool of process.argv[3] ? [process.argv[3]] : Object.keys(SOURCES)) {
    try {
      if (!find(tool)) fetch(tool);
      console.log(find(tool));
    } catch (error) {
      console.error(`${tool} cannot be fetched: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
} else {
  const path = find(wanted);
  if (path) console.log(path);
  else {
    console.error(`No ${wanted}: install it, or run \`node scripts/deploy-tools.mjs --fetch ${wanted}\`.`);
    process.exitCode = 1;
  }
}
