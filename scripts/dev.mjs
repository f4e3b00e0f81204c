// Serves what is being written: `npm run dev`. A change of openapi.yaml generates, a change of TypeScript compiles, a
// change of either output or of assets/ starts the service again. Options of `serve` come behind `--`.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = 'node_modules/typescript/bin/tsc';
const node = (...args) => [process.execPath, args, { cwd: root, stdio: 'inherit' }];

const { status } = spawnSync(...node(tsc, '-b', 'src'));
if (status !== 0) process.exit(status ?? 1);
const watch = (paths) => [
  '--watch',
  '--watch-preserve-output',
  ...paths.map((path) => `--watch-path=${path}`),
];
const serve = ['--enable-source-maps', 'dist/cli.js', 'serve', ...process.argv.slice(2)];
const children = [
  spawn(...node(...watch(['openapi.yaml']), 'scripts/generate.mjs')),
  spawn(...node(tsc, '-b', 'src', '--watch', '--preserveWatchOutput')),
  spawn(...node(...watch(['dist', 'assets', 'openapi.yaml']), ...serve)),
];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
  });
