/** Loads the CONFIG module and checks what it brings. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../is-record.js';
import type { Deployment } from './settings.js';
import { SettingsError } from './settings-error.js';
import { nearestName } from './unknown-names.js';

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
  if (!isRecord(given)) {
    throw new SettingsError(
      'CONFIG',
      `"${path}"`,
      'expected a module with `export default defineConfig({...})`',
    );
  }
  for (const [name, value] of Object.entries(given)) checkMember(name, value);
  // Checked member by member above; parameters of functions cannot be checked at run time.
  return given as Deployment;
}

/** The names of the service's own schemes. */
export const OWN_SCHEMES: readonly string[] = ['session', 'basic', 'token', 'oauth1', 'oauth2'];

/** @param where how an error names the value, `CONFIG schemes` for instance */
type CheckMember = (value: unknown, where: string) => void;

const MEMBERS: Readonly<Record<keyof Deployment, CheckMember>> = {
  schemes: named('authentication schemes', (scheme, where) => {
    requireFunctions(scheme, ['authenticate'], where);
    if (OWN_SCHEMES.includes(String(scheme.name)))
      throw new SettingsError(`${where}.name`, shown(scheme.name), 'this name is taken, choose another one');
    if (!isRecord(scheme.securityScheme)) {
      const expected =
        "expected how OpenAPI describes it, like { type: 'apiKey', in: 'header', name: 'X-Key' }";
      throw new SettingsError(`${where}.securityScheme`, shown(scheme.securityScheme), expected);
    }
  }),
  handleError(value, where) {
    if (typeof value !== 'function') throw new SettingsError(where, shown(value), 'expected a function');
  },
  permissions(value, where) {
    for (const [index, permission] of listOf('permissions', value, where)) {
      const questions = ['allows', 'allowsObject'].filter((name) => permission[name] !== undefined);
      if (questions.length === 0) {
        const expected = 'expected an object with `allows(request)`, `allowsObject(request, object)` or both';
        throw new SettingsError(`${where}[${index}]`, shown(permission), expected);
      }
      requireFunctions(permission, questions, `${where}[${index}]`);
    }
  },
  throttles: named('limits', (throttle, where) => {
    requireFunctions(throttle, ['key'], where);
    const { limit, seconds } = isRecord(throttle.rate) ? throttle.rate : {};
    if (!isCount(limit) || !isCount(seconds)) {
      const expected = 'expected { limit, seconds }, both whole numbers above 0';
      throw new SettingsError(`${where}.rate`, shown(throttle.rate), expected);
    }
  }),
};

/** @throws SettingsError for a member that does not exist, or is not what it has to be */
function checkMember(name: string, value: unknown): void {
  const check = Object.hasOwn(MEMBERS, name) ? MEMBERS[name as keyof Deployment] : undefined;
  if (check) {
    if (value !== undefined) check(value, `CONFIG ${name}`);
    return;
  }
  const members = Object.keys(MEMBERS);
  const meant = nearestName(name, members);
  const hint = meant ? `did you mean ${meant}?` : `expected ${members.join(', ')}`;
  throw new SettingsError(`CONFIG ${name}`, undefined, `unknown setting, ${hint}`);
}

type Item = Readonly<Record<string, unknown>>;

function listOf(what: string, value: unknown, where: string): [index: number, item: Item][] {
  if (!Array.isArray(value)) throw new SettingsError(where, shown(value), `expected a list of ${what}`);
  return value.map((item, index) => {
    if (!isRecord(item)) throw new SettingsError(`${where}[${index}]`, shown(item), 'expected an object');
    return [index, item];
  });
}

/** A list of objects with names that differ. */
function named(what: string, checkItem: (item: Item, where: string) => void): CheckMember {
  return function checkNamed(value, where) {
    const names = new Set<unknown>();
    for (const [index, item] of listOf(what, value, where)) {
      const at = `${where}[${index}]`;
      const { name } = item;
      if (typeof name !== 'string' || !/^[a-z][A-Za-z0-9_-]*$/.test(name)) {
        const expected = 'expected a small letter, then letters, digits, - and _';
        throw new SettingsError(`${at}.name`, shown(name), expected);
      }
      checkItem(item, at);
      if (names.has(name))
        throw new SettingsError(`${at}.name`, shown(name), 'this name is taken, choose another one');
      names.add(name);
    }
  };
}

function requireFunctions(item: Item, names: readonly string[], where: string): void {
  for (const name of names)
    if (typeof item[name] !== 'function')
      throw new SettingsError(`${where}.${name}`, shown(item[name]), 'expected a function');
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : typeof value;
}
