// The harness as others use it: packed, installed into an empty folder, and run there by its command.
import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns {Promise<string>} the command of the package, installed into a folder of its own */
export async function installPacked() {
  const folder = join(root, '.cache/contract-package');
  const printed = execFileSync(process.execPath, [join(root, 'scripts/pack-contract.mjs')], {
    encoding: 'utf8',
  });
  const tarball = printed.trim().split('\n').at(-1) ?? '';
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = [
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--silent',
    '--ignore-scripts',
  ];
  execFileSync('npm', ['install', ...options, tarball], { stdio: 'inherit' });
  return join(folder, 'node_modules/snippet-store-contract/dist/bin.js');
}
