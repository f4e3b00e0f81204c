// The harness as others use it: packed, installed into an empty folder, and run there by its command.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

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
  return join(folder, 'node_modules/snippet-store-contract/bin.js');
}

/**
 * @param {string} bin
 * @param {readonly string[]} args
 * @returns {Promise<string[]>} `check operation rule` of each finding
 */
export async function runPacked(bin, args) {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-packed-'));
  try {
    const report = join(folder, 'report.ndjson');
    await writeFile(report, '');
    const run = spawn(process.execPath, [bin, '--report-ndjson-path', report, ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
    const [code] = await once(run, 'exit');
    const lines = (await readFile(report, 'utf8')).split('\n');
    const findings = lines
      .filter((line) => line.startsWith('{"type":"finding"'))
      .map((line) => JSON.parse(line));
    if (code !== (findings.length > 0 ? 1 : 0)) throw new Error(`the packed harness ended with ${code}`);
    return findings.map(({ check, operation, pointer }) => `${check} ${operation} ${pointer}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
