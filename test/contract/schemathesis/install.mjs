// Brings the pinned schemathesis from PyPI into .cache/, once.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url));

/** @returns {{ command: string, args: string[], env: NodeJS.ProcessEnv }} what stands before the arguments of `st` */
export function installSchemathesis() {
  const version = hash('sha256', readFileSync(requirements), 'hex').slice(0, 12);
  const folder = `${cache}/schemathesis-${version}`;
  if (!existsSync(folder)) install(folder);
  return {
    command: 'python3',
    args: [`${folder}/bin/st`],
    env: { ...process.env, PYTHONPATH: folder, COLUMNS: '120' },
  };
}

/**
 * A folder of its own rather than a virtual environment: Debian's Python makes none without another package.
 * @param {string} folder
 */
function install(folder) {
  mkdirSync(cache, { recursive: true });
  // Half of an installation is never taken for one.
  const fresh = mkdtempSync(`${cache}/schemathesis-`);
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore', '--target', fresh];
  const { status } = spawnSync(
    'python3',
    ['-m', 'pip', 'install', ...options, '--requirement', requirements],
    {
      stdio: 'inherit',
    },
  );
  if (status === 0) return renameSync(fresh, folder);
  rmSync(fresh, { recursive: true });
  throw new Error('schemathesis could not be installed: Python 3.11 or newer with pip is needed');
}
