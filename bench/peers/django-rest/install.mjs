// Brings the pinned Django REST framework from PyPI into .cache/, once.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url));

/**
 * @returns {string} the folder for PYTHONPATH
 * @throws {Error} where Python or pip is not there
 */
export function installDjangoRest() {
  const version = hash('sha256', readFileSync(requirements), 'hex').slice(0, 12);
  const folder = `${cache}/django-rest-${version}`;
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Half of an installation is never taken for one.
  const fresh = mkdtempSync(`${cache}/django-rest-`);
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore', '--target', fresh];
  const args = ['-m', 'pip', 'install', ...options, '--requirement', requirements];
  const { status } = spawnSync('python3', args, { stdio: 'ignore' });
  if (status === 0) {
    renameSync(fresh, folder);
    return folder;
  }
  rmSync(fresh, { recursive: true });
  throw new Error('there is no Python 3 with pip to install Django REST framework with');
}
