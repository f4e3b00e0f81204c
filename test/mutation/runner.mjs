// Stryker's test runner for this project: all tests in one process, applications kept open between mutants, a mutant
// switched on only while the tests that reach it run. See docs/mutation.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fixture } from './fixture.mjs';
import { collect } from './node-test.mjs';

// Stryker's instrumented code looks here for the mutant that is on, and counts here what it passes.
globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;

/** What the dry run tells the processes that run mutants, in the sandbox that they share. */
const STARTED_WITH = 'mutants-in-hooks.json';

/** TestStatus of @stryker-mutator/api. */
const [SUCCESS, FAILED] = [0, 1];

/** A TestRunner of @stryker-mutator/api. */
class Runner {
  static inject = ['options'];
  /** @type {Fixture[] | undefined} */
  #fixtures;
  /** @type {Record<string, string[]> | undefined} by a fixture's first test, the mutants that its hooks run into */
  #startedWith;
  #crash = () => undefined;

  constructor({ suites: { folders, leftOut } }) {
    this.files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .filter(
          (file) => file.endsWith('.test.js') && !leftOut.some((name) => file.endsWith(`${name}.test.js`)),
        )
        .map((file) => `${folder}/${file}`)
        .sort(),
    );
  }

  capabilities() {
    // Code that runs while modules load cannot be run again: Stryker brings a new process for it.
    return { reloadEnvironment: false };
  }

  async init() {
    // What ends a server must fail its test, not end this process.
    process.on('uncaughtException', (error) => this.#crash(error));
    process.on('unhandledRejection', (error) => this.#crash(error));
  }

  async #load() {
    if (this.#fixtures) return this.#fixtures;
    register('./resolve.mjs', import.meta.url);
    this.#fixtures = [];
    for (const file of this.files) {
      const root = await collect(file, () => import(pathToFileURL(resolve(file)).href));
      this.#fixtures.push(...root.children.map((suite) => new Fixture(file, suite)));
    }
    return this.#fixtures;
  }

  /** Runs everything once, noting which mutants each test, and each suite's hooks, pass. */
  async dryRun() {
    const fixtures = await this.#load();
    const tests = [];
    const perTest = {};
    const startedWith = {};
    for (const fixture of fixtures) {
      const hooks = `hooks of ${fixture.ids[0]}`;
      stryker.currentTestId = hooks;
      await fixture.open();
      await fixture.run(new Set(fixture.ids), async (id, run) => {
        stryker.currentTestId = id;
        const start = performance.now();
        const error = await this.#attempt(run);
        tests.push(result(id, performance.now() - start, error));
        stryker.currentTestId = hooks;
        return true;
      });
      await fixture.close();
      stryker.currentTestId = undefined;
      const inHooks = stryker.mutantCoverage?.perTest[hooks] ?? {};
      startedWith[fixture.ids[0]] = Object.keys(inHooks);
      for (const id of fixture.ids) perTest[id] = { ...inHooks, ...stryker.mutantCoverage?.perTest[id] };
    }
    writeFileSync(STARTED_WITH, JSON.stringify(startedWith));
    const mutantCoverage = { static: stryker.mutantCoverage?.static ?? {}, perTest };
    return { status: 'complete', tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    const isStatic = mutantActivation === 'static';
    stryker.activeMutant = isStatic ? activeMutant.id : undefined;
    const fixtures = await this.#load();
    Object.assign(stryker, { hitCount: 0, hitLimit });
    const wanted = new Set(testFilter ?? fixtures.flatMap(({ ids }) => ids));
    const tests = [];
    for (const fixture of nearestFirst(fixtures, activeMutant.fileName)) {
      if (!fixture.ids.some((id) => wanted.has(id))) continue;
      const failed = await this.#try(fixture, wanted, activeMutant.id, isStatic, tests);
      if (failed) break;
    }
    stryker.activeMutant = undefined;
    stryker.hitLimit = undefined;
    if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'it runs in circles' };
    const failed = tests.find(({ status }) => status === FAILED);
    if (!failed) return { status: 'survived', nrOfTests: tests.length };
    const { id, failureMessage } = failed;
    return { status: 'killed', killedBy: [id], failureMessage, nrOfTests: tests.length };
  }

  /** @returns whether a test failed with the mutant on and passes with it off */
  async #try(fixture, wanted, mutant, isStatic, tests) {
    if (isStatic || this.#startsWith(fixture, mutant)) return this.#tryAnew(fixture, wanted, mutant, tests);
    await fixture.open();
    const failed = await this.#firstFailure(fixture, wanted, mutant, tests);
    if (!failed) return false;
    if (!(await this.#attempt(failed.run))) return true;
    // An earlier mutant, or the test's own first run, has left something behind: only a fresh start can tell.
    tests.length = 0;
    return this.#tryAnew(fixture, wanted, mutant, tests);
  }

  #startsWith(fixture, mutant) {
    this.#startedWith ??= JSON.parse(readFileSync(STARTED_WITH, 'utf8'));
    return this.#startedWith[fixture.ids[0]].includes(mutant);
  }

  async #tryAnew(fixture, wanted, mutant, tests) {
    await this.#attempt(() => fixture.close());
    stryker.activeMutant = mutant;
    const error = await this.#attempt(() => fixture.open());
    if (error)
      tests.push(
        result(
          fixture.ids.find((id) => wanted.has(id)),
          0,
          error,
        ),
      );
    const failed = error ?? (await this.#firstFailure(fixture, wanted, mutant, tests));
    await this.#attempt(() => fixture.close());
    stryker.activeMutant = undefined;
    return Boolean(failed);
  }

  async #firstFailure(fixture, wanted, mutant, tests) {
    let failed;
    stryker.activeMutant = mutant;
    await fixture.run(wanted, async (id, run) => {
      const error = await this.#attempt(run);
      tests.push(result(id, 0, error));
      if (error) failed = { run };
      return !error;
    });
    stryker.activeMutant = undefined;
    return failed;
  }

  /** @returns {Promise<unknown>} what it failed with; undefined when it did not */
  async #attempt(run) {
    const crashed = new Promise((resolve) => {
      this.#crash = resolve;
    });
    try {
      return await Promise.race([crashed, Promise.resolve(run()).then(() => undefined)]);
    } catch (error) {
      return error ?? new Error('failed');
    } finally {
      this.#crash = () => undefined;
    }
  }
}

/** Tests mirror src/: those of the same name, then those of the same folder, are the likeliest to fail. */
function nearestFirst(fixtures, source) {
  const distance = ({ file }) => {
    if (basename(file, '.test.js') === basename(source, '.ts')) return 0;
    return basename(dirname(file)) === basename(dirname(source)) ? 1 : 2;
  };
  return fixtures.toSorted((a, b) => distance(a) - distance(b));
}

function result(id, timeSpentMs, error) {
  const test = { id, name: id, timeSpentMs };
  if (!error) return { ...test, status: SUCCESS };
  return {
    ...test,
    status: FAILED,
    failureMessage: String(error?.message ?? error).slice(0, 500),
  };
}

export const strykerValidationSchema = {
  type: 'object',
  properties: {
    suites: { type: 'object', properties: { folders: { type: 'array' }, leftOut: { type: 'array' } } },
  },
};

/** @type {import('@stryker-mutator/api/plugin').ClassPlugin<'TestRunner', []>[]} */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'suites', injectableClass: Runner }];
