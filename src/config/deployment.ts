/** Loads the CONFIG module and checks what it brings. */
import { pathToFileURL } from 'node:url';
import { SettingsError } from '../errors/operator-error.js';
import { isRecord } from '../is-record.js';
import type { Deployment } from './settings.js';

/** Types the default export of a CONFIG module: `export default defineConfig({ schemes: [...] })`. */
export function defineConfig(deployment: Deployment): Deployment {
  return deployment;
}

/** The names of the service's own schemes. */
export const OWN_SCHEMES: readonly string[] = ['session', 'basic', 'token', 'oauth1', 'oauth2'];

/**
 * @param path of an ES module
 * @throws SettingsError when it cannot be loaded, with its own error, or brings something unknown
 */
export async function loadDeployment(path: string): Promise<Deployment> {
  const { default: given }: { default?: unknown } = await import(pathToFileURL(path).href).catch((cause) => {
    throw new SettingsError('CONFIG', path, 'the module cannot be loaded', { cause });
  });
  if (!isRecord(given))
    throw new SettingsError('CONFIG', path, 'expected a module with `export default defineConfig({...})`');
  for (const [name, value] of Object.entries(given)) {
    const [problem, place = ''] = problemOf(name, value) ?? [];
    if (problem) throw new SettingsError(`CONFIG ${name}${place}`, undefined, `expected ${problem}`);
  }
  // Checked member by member above; parameters of functions cannot be checked at run time.
  return given as Deployment;
}

type Item = Readonly<Record<string, unknown>>;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isName = (value: unknown) => typeof value === 'string' && /^[a-z][A-Za-z0-9_-]*$/.test(value);

/** What is expected of each item of a list, in words and as a check. */
const LISTS: Readonly<Record<string, readonly [expected: string, isRight: (item: Item) => boolean]>> = {
  schemes: [
    `{ name, authenticate(request), securityScheme }, where the name begins with a small letter, has letters, digits, - \
and _, and is none of ${OWN_SCHEMES.join(', ')}`,
    ({ name, authenticate, securityScheme }) =>
      isName(name) &&
      !OWN_SCHEMES.includes(String(name)) &&
      isFunction(authenticate) &&
      isRecord(securityScheme),
  ],
  permissions: [
    'an object with allows(request), allowsObject(request, object) or both',
    ({ allows, allowsObject }) => {
      const questions = [allows, allowsObject].filter((question) => question !== undefined);
      return questions.length > 0 && questions.every(isFunction);
    },
  ],
  throttles: [
    '{ name, rate: { limit, seconds }, key(request) }, where both figures are whole numbers above 0',
    ({ name, rate, key }) =>
      isName(name) && isFunction(key) && isRecord(rate) && isCount(rate.limit) && isCount(rate.seconds),
  ],
};

function problemOf(member: string, value: unknown): [expected: string, place?: string] | undefined {
  if (value === undefined) return undefined;
  if (member === 'handleError') return isFunction(value) ? undefined : ['a function'];
  const [expected = '', isRight] = LISTS[member] ?? [];
  if (!isRight) return [`one of handleError, ${Object.keys(LISTS).join(', ')}`];
  if (!Array.isArray(value)) return ['a list'];
  const wrong = value.findIndex((item) => !isRecord(item) || !isRight(item));
  if (wrong >= 0) return [expected, `[${wrong}]`];
  const names = value.flatMap(({ name }) => name ?? []);
  return new Set(names).size < names.length ? ['names that differ'] : undefined;
}
