// What an installation without development tools brings, read from the lock file: every platform's packages are in it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} ProductionPackage
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} licence an SPDX expression, as the package declares it
 * @property {boolean} hasInstallScript npm would run code of the package while installing it
 */

/** @returns {ProductionPackage[]} sorted by name and version, each pair once */
export function productionPackages(root = ROOT) {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
  const found = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    // The first entry is the project itself; the target of a link stands in for the link.
    if (path === '' || entry.dev || !path.includes('node_modules/')) continue;
    const { version, license } = entry.link ? packages[entry.resolved] : entry;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: license ?? declaredLicence(`${root}/${path}/package.json`),
      hasInstallScript: entry.hasInstallScript === true,
    });
  }
  return [...found.keys()].sort().map((key) => found.get(key));
}

/** Packages of other platforms are not installed; for them the lock file has to know the licence. */
function declaredLicence(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined;
}
