// Serves what is being written: `npm run dev`. A change of openapi.yaml generates, a change of TypeScript transpiles, and
// both start the service again. See docs/debugging.md.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transpileService } from './transpile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** An editor writes several files at once. */
const SETTLE_MS = 100;

const env = {
  ...process.env,
  ...(process.env.CONFIG && { OWN_CONFIG: process.env.CONFIG }),
  CONFIG: fileURLToPath(new URL('dev/show-stacks.mjs', import.meta.url)),
};
let service;
let running = Promise.resolve();
let timer;
const changed = new Set();

if (generate()) await restart();
for (const [path, recursive] of [
  ['src', true],
  ['generated', true],
  ['assets', true],
  ['openapi.yaml', false],
]) {
  watch(`${root}${path}`, { recursive }, (_event, name) => {
    if (path !== 'openapi.yaml' && path !== 'assets' && !name?.endsWith('.ts')) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(update);
    }, SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await stop();
    process.exit();
  });
}

async function update() {
  const paths = [...changed];
  changed.clear();
  if (paths.length === 0) return;
  console.log(`-- changed: ${paths.join(', ')}`);
  // It writes generated/, which is transpiled below: what that reports then has nothing newer.
  if (paths.includes('openapi.yaml') && !generate()) return;
  await restart();
}

/** @returns {boolean} whether openapi.yaml could be generated from; the reason has been printed */
function generate() {
  return spawnSync(process.execPath, [`${root}scripts/generate.mjs`], { stdio: 'inherit' }).status === 0;
}

/** With a mistake in the code the service that runs goes on. */
async function restart() {
  try {
    transpileService();
  } catch {
    return;
  }
  await stop();
  service = spawn(
    process.execPath,
    ['--enable-source-maps', `${root}dist/cli.js`, 'serve', ...process.argv.slice(2)],
    { env, stdio: 'inherit' },
  );
}

async function stop() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}
