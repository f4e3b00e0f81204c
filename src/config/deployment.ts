/** Loads the CONFIG module and checks what it brings. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nearestName } from './nearest-name.js';
import type { Deployment } from './settings.js';
import { SettingsError } from './settings-error.js';

const MEMBERS = ['schemes', 'handleError'] as const;
const NOT_IMPLEMENTED_YET = ['permissions', 'throttles'];

/** The names of the service's own schemes. */
export const OWN_SCHEMES: readonly string[] = ['session', 'basic', 'token', 'oauth1', 'oauth2'];

/** Types the default export of a CONFIG module: `export default defineConfig({ schemes: [...] })`. */
export function defineConfig(deployment: Deployment): Deployment {
  return deployment;
}

/**
 * @param path of an ES module, relative to the working directory
 * @throws SettingsError when it cannot be loaded, or brings something unknown
 */
export async function loadDeployment(path: string): Promise<Deployment> {
  let loaded: { default?: unknown };
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      'CONFIG',
      `"${path}"`,
      `cannot be loaded (${reason}), expected the path of an ES module`,
    );
  }
  const given = loaded.default;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new SettingsError(
      'CONFIG',
      `"${path}"`,
      'expected a module with `export default defineConfig({...})`',
    );
  }
  refuseUnknownMembers(given);
  if ('schemes' in given && given.schemes !== undefined) checkSchemes(given.schemes);
  if ('handleError' in given && given.handleError !== undefined && typeof given.handleError !== 'function') {
    throw new SettingsError('CONFIG handleError', shown(given.handleError), 'expected a function');
  }
  // Checked member by member above; parameters of functions cannot be checked at run time.
  return given as Deployment;
}

function refuseUnknownMembers(given: object): void {
  for (const name of Object.keys(given)) {
    if ((MEMBERS as readonly string[]).includes(name)) continue;
    if (NOT_IMPLEMENTED_YET.includes(name)) {
      throw new SettingsError(`CONFIG ${name}`, undefined, 'not implemented yet, leave it out');
    }
    const meant = nearestName(name, MEMBERS);
    const hint = meant ? `did you mean ${meant}?` : `expected ${MEMBERS.join(' or ')}`;
    throw new SettingsError(`CONFIG ${name}`, undefined, `unknown setting, ${hint}`);
  }
}

function checkSchemes(schemes: unknown): void {
  if (!Array.isArray(schemes)) {
    throw new SettingsError('CONFIG schemes', shown(schemes), 'expected a list of authentication schemes');
  }
  const names = new Set<string>();
  for (const [index, scheme] of schemes.entries()) {
    const where = `CONFIG schemes[${index}]`;
    if (typeof scheme?.name !== 'string' || typeof scheme.authenticate !== 'function') {
      throw new SettingsError(
        where,
        shown(scheme),
        'expected an object with `name` and `authenticate(request)`',
      );
    }
    if (!/^[a-z][A-Za-z0-9_-]*$/.test(scheme.name)) {
      throw new SettingsError(`${where}.name`, shown(scheme.name), 'expected letters, digits, - and _');
    }
    if (OWN_SCHEMES.includes(scheme.name) || names.has(scheme.name)) {
      throw new SettingsError(`${where}.name`, shown(scheme.name), 'this name is taken, choose another one');
    }
    names.add(scheme.name);
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : typeof value;
}
