// A suite at the top of a test file, with what its hooks start: an application, a store. It is kept open from mutant to
// mutant, as starting it costs far more than a test.

export class Fixture {
  #suite;
  #isOpen = false;

  /** @param {string} file that declares it */
  constructor(file, suite) {
    this.file = file;
    this.#suite = suite;
  }

  get ids() {
    return [...testsOf(this.#suite)].map(({ id }) => id);
  }

  async open() {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const hook of this.#suite.hooks.before) await hook();
  }

  async close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const hook of this.#suite.hooks.after) await hook();
  }

  /** Runs the wanted tests in their order; @param {(id: string, run: () => Promise<void>) => Promise<boolean>} visit false ends it */
  run(wanted, visit) {
    return runSuite(this.#suite, wanted, visit, []);
  }
}

function* testsOf(suite) {
  for (const child of suite.children) {
    if (child.run) yield child;
    else yield* testsOf(child);
  }
}

async function runSuite(suite, wanted, visit, outer) {
  const chain = [...outer, suite];
  for (const child of suite.children) {
    if (child.run) {
      if (wanted.has(child.id) && !(await visit(child.id, () => runTest(child, chain)))) return false;
    } else if ([...testsOf(child)].some(({ id }) => wanted.has(id))) {
      for (const hook of child.hooks.before) await hook();
      const goOn = await runSuite(child, wanted, visit, chain);
      for (const hook of child.hooks.after) await hook();
      if (!goOn) return false;
    }
  }
  return true;
}

async function runTest(test, chain) {
  for (const { hooks } of chain) for (const hook of hooks.beforeEach) await hook();
  try {
    await test.run();
  } finally {
    for (const { hooks } of chain.toReversed()) for (const hook of hooks.afterEach) await hook();
  }
}
