// Stands in for `node:test` in mutation runs: it collects the suites instead of running them, so that they can be run
// many times in one process. It has what the tests of the mutated folders use, and no more.

/** @typedef {{ name: string, skip?: unknown, hooks: Record<Hook, Function[]>, children: (Suite | Test)[] }} Suite */
/** @typedef {{ id: string, run: Function }} Test */
/** @typedef {'before' | 'after' | 'beforeEach' | 'afterEach'} Hook */

let current;
const ids = new Map();

/** @returns {Promise<Suite>} what a test file declares */
export async function collect(file, load) {
  const root = makeSuite(file);
  current = root;
  await load();
  return root;
}

const makeSuite = (name) => ({
  name,
  hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
  children: [],
});

export function describe(name, ...rest) {
  const body = rest.at(-1);
  if (rest.length > 1 && rest[0].skip) return;
  const parent = current;
  const suite = makeSuite(`${parent.name} > ${name}`);
  parent.children.push(suite);
  current = suite;
  body();
  current = parent;
}

export function it(name, ...rest) {
  if (rest.length > 1 && rest[0].skip) return;
  const path = `${current.name} > ${name}`;
  const count = ids.get(path) ?? 0;
  ids.set(path, count + 1);
  current.children.push({ id: count === 0 ? path : `${path} (${count})`, run: rest.at(-1) });
}

const hook = (kind) => (body) => current.hooks[kind].push(body);
export const before = hook('before');
export const after = hook('after');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export { describe as suite, it as test };
