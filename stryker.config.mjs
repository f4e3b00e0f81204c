// Mutation run (`npm run mutation`): see docs/mutation.md.

// The same tests run hundreds of times: one store is enough, and it starts faster.
process.env.TEST_STORES = 'embedded';

// FOLDERS=permissions,parsing mutates a part, and runs the tests of that part alone.
const { FOLDERS = 'authentication,permissions,parsing,validation' } = process.env;
const folders = FOLDERS.split(',').map((folder) => `pipeline/${folder}`);

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: folders.map((folder) => `src/${folder}/**/*.ts`),
  ignorePatterns: ['dist', 'dist-test', '.cache', 'data', 'coverage', 'bench'],
  buildCommand: 'tsc -b --noCheck',
  disableTypeChecks: false,
  plugins: ['./test/mutation/runner.mjs'],
  testRunner: 'suites',
  suites: {
    folders: folders.map((folder) => `dist-test/${folder}`),
    // They take long, draw their input, need other programs, or start an application for every order of the schemes:
    // what they find, the other tables find too.
    leftOut: ['hostile', 'properties', 'clients', 'scheme-orders'],
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  maxTestRunnerReuse: 100,
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { reportTests: false, allowColor: false },
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  tempDirName: '.stryker-tmp',
  thresholds: { high: 90, low: 85, break: 85 },
};
