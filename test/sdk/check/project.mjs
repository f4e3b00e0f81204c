// An empty project with the packed SDK in it.
// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './tools.mjs';

/** @returns {Promise<{ folder: string, tarball: string, remove(): Promise<void> }>} */
export async function makeProject() {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-project-'));
  const packed = execFileSync(process.execPath, [join(root, 'scripts/pack-sdk.mjs')], { encoding: 'utf8' });
  const tarball = packed.trim().split('\n').at(-1) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball], {
    cwd: folder,
  });
  return { folder, tarball, remove: () => rm(folder, { recursive: true, force: true }) };
}
