/** schemathesis.toml: what is read of it, what is refused, which operations a rule is about, and who the run is by it. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../harness/checks/check.js';
import { makeConfiguration, type Overrides } from '../harness/configuration/configuration.js';
import { findFile, readAuth, readToml, substituteVariables } from '../harness/configuration/settings.js';
import { listOperations } from '../harness/document/operations.js';
import { CannotRun } from '../harness/errors.js';
import { document } from './tasks.js';

const configure = (toml: string, overrides?: Overrides) => makeConfiguration(readToml(toml), overrides);

describe('schemathesis.toml', () => {
  it('is TOML, and is refused with the line that is none', () => {
    const { headers, seed } = configure(`seed = 0x2A # in hexadecimal\n[headers]\n'X-Literal' = 'C:\\new'`);
    assert.deepEqual({ headers, seed }, { headers: { 'X-Literal': 'C:\\new' }, seed: 42 });
    assert.throws(() => readToml('seed = 1\nseed = \n'), { name: CannotRun.name, message: /line 2: / });
  });

  it('of this project has no unknown setting', async () => {
    const own = fileURLToPath(new URL('../../../schemathesis.toml', import.meta.url));
    assert.deepEqual(configure(await readFile(own, 'utf8')).warnings, []);
  });

  it('gets a warning for each unknown name, also in nested tables', () => {
    const { warnings } = configure(`
      max-time = 5
      [checks.use_after_free]
      expected-statuses = [404]
      [checks.no_such_check]
      enabled = true
      [[operations]]
      include-path = "/rooms"
      rate-limit = "1/s"
      [operations.checks.ignored_auth]
      strict = true`);
    assert.deepEqual([...warnings].sort(), [
      'checks.no_such_check',
      'checks.use_after_free.expected-statuses',
      'max-time',
      'operations[0].checks.ignored_auth.strict',
      'operations[0].rate-limit',
    ]);
  });

  const wrong: readonly [toml: string, message: RegExp][] = [
    ['seed = "one"', /schemathesis\.toml: seed must be integer/],
    ['[generation]\nmode = "wrong"', /generation\.mode must be .*: positive, negative, all/],
    ['[generation]\nmax-examples = 0', /generation\.max-examples must be >= 1/],
    [
      '[checks.negative_data_rejection]\nexpected-statuses = ["4yy"]',
      /expected-statuses\[0\] must match pattern/,
    ],
    [
      '[[operations]]\ninclude-path-regex = "("',
      /operations\[0\]\.include-path-regex must match format "regex"/,
    ],
    ['[auth.basic]\nusername = "ann"', /auth\.basic must have required property 'password'/],
  ];
  for (const [toml, message] of wrong)
    it(`is refused with ${toml.replace('\n', ' ')}`, () => {
      assert.throws(() => configure(toml), { name: CannotRun.name, message });
    });

  it('is found in the working folder, or above it within the repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-toml-'));
    try {
      const inner = join(folder, 'repository', 'deep', 'deeper');
      await mkdir(inner, { recursive: true });
      await mkdir(join(folder, 'repository', '.git'));
      await writeFile(join(folder, 'schemathesis.toml'), '');
      assert.equal(findFile(inner), undefined);
      const file = join(folder, 'repository', 'schemathesis.toml');
      await writeFile(file, '');
      assert.equal(findFile(inner), file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('rules for operations', () => {
  const operations = listOperations(document);
  const named = (label: string) => operations.find((one) => one.label === label) ?? assert.fail(label);
  const [list, add, file] = [named('GET /tasks'), named('POST /tasks'), named('POST /tasks/{id}/files')];

  const filters: readonly [toml: string, labels: string[]][] = [
    ['include-name = "GET /health"', ['GET /health']],
    ['include-operation-id = ["GET /health", "POST /tasks"]', ['GET /health', 'POST /tasks']],
    ['include-path = "/health"\ninclude-method = "PATCH"', ['GET /health', 'PATCH /tasks/{id}']],
    ['include-path-regex = "^/tasks$"\nexclude-method-regex = "post"', ['GET /tasks']],
    ['exclude-tag = "none"\ninclude-path = ["/tasks"]', ['GET /tasks', 'POST /tasks']],
  ];
  for (const [toml, labels] of filters)
    it(`are about those that ${toml.replaceAll('\n', ', ')}`, () => {
      const configuration = configure(`[[operations]]\n${toml}\nenabled = false`);
      const off = operations.filter((operation) => !configuration.isEnabled(operation));
      assert.deepEqual(
        off.map(({ label }) => label),
        labels,
      );
    });

  it('decide in their order, before what stands outside of them, and below the command line', () => {
    const toml = `
      [generation]
      max-examples = 7
      mode = "positive"
      [checks.ignored_auth]
      enabled = false
      [[operations]]
      include-method = "GET"
      [operations.generation]
      max-examples = 1
      [operations.checks.ignored_auth]
      enabled = true
      [[operations]]
      include-path = "/tasks"
      [operations.generation]
      max-examples = 2
      mode = "negative"`;
    const configuration = configure(toml);
    assert.deepEqual(
      [list, add, file].map((one) => configuration.maxExamples(one)),
      [1, 2, 7],
    );
    assert.deepEqual(
      [list, file].map((one) => configuration.modes(one)),
      [['negative'], ['positive']],
    );
    assert.deepEqual(
      [list, add].map((one) => configuration.isOn('ignored_auth', one)),
      [true, false],
    );
    const overridden = configure(toml, { maxExamples: 3, checks: ['ignored_auth'] });
    assert.deepEqual([overridden.maxExamples(list), overridden.isOn('ignored_auth', add)], [3, true]);
    assert.equal(configure(toml, { excludedChecks: ['ignored_auth'] }).isOn('ignored_auth', list), false);
  });

  it('have statuses of their own, with digits left open', () => {
    const configuration = configure(`
      [checks.negative_data_rejection]
      expected-statuses = ["40x"]
      [[operations]]
      include-path = "/tasks"
      [operations.checks.negative_data_rejection]
      expected-statuses = ["2XX", 418]`);
    const expected = (operation: typeof list) =>
      [204, 400, 409, 413, 418].filter((status) =>
        configuration.expects('negative_data_rejection', operation, status),
      );
    assert.deepEqual(
      [expected(list), expected(file)],
      [
        [204, 418],
        [400, 409],
      ],
    );
    assert.equal(configuration.expects('positive_data_acceptance', list, 302), true);
    assert.equal(configuration.expects('positive_data_acceptance', list, 400), false);
  });

  it('switch on and off by one word for all checks, and for all phases', () => {
    const { checks } = configure('[checks]\nenabled = false\n[checks.use_after_free]\nenabled = true');
    assert.deepEqual([checks, configure('').checks], [['use_after_free'], CHECKS]);
    const { phases } = configure('[phases]\nenabled = false\n[phases.stateful]\nenabled = true');
    assert.deepEqual(phases, ['stateful']);
  });

  it('take deterministic for a fixed seed, and draw one otherwise', () => {
    const seed = (toml: string) => configure(toml).seed;
    assert.equal(seed('[generation]\ndeterministic = true'), seed('[generation]\ndeterministic = true'));
    assert.notEqual(seed(''), seed(''));
  });
});

describe('variables', () => {
  const environment = { NAME: 'ann', EMPTY: '' };
  const cases: readonly [text: string, substituted: string][] = [
    [`Bearer \${NAME}\${EMPTY}\${NAME}`, 'Bearer annann'],
    ['$NAME $ $$', '$NAME $ $$'],
    [`$\${NAME}`, `\${NAME}`],
  ];
  for (const [text, substituted] of cases)
    it(`make ${substituted} of ${text}`, () => {
      assert.equal(substituteVariables(text, environment), substituted);
    });

  it('that are not set, or have no name, are refused', () => {
    assert.throws(() => substituteVariables(`\${NOBODY}`, environment), { message: /NOBODY is not set/ });
    assert.throws(() => substituteVariables(`\${NA-ME}`, environment), { message: /without a name/ });
  });

  it('are substituted in the URL, in headers, and in credentials', () => {
    process.env.HARNESS_TEST_NAME = 'ann';
    const configuration = configure(`
      base-url = "https://\${HARNESS_TEST_NAME}.example"
      [headers]
      "X-\${HARNESS_TEST_NAME}" = "\${HARNESS_TEST_NAME}"
      [auth.openapi.bearer]
      bearer = "\${HARNESS_TEST_NAME}"`);
    assert.equal(configuration.baseUrl, 'https://ann.example');
    assert.deepEqual(readAuth(configuration, { source: document }), {
      credentials: [{ in: 'header', name: 'Authorization', value: 'Bearer ann' }],
      headers: { 'X-ann': 'ann' },
    });
  });
});

describe('credentials of schemathesis.toml', () => {
  const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
  const securitySchemes = {
    key: key('header', 'X-Key'),
    sid: key('cookie', 'sid'),
    csrf: key('cookie', 'csrf'),
    inQuery: key('query', 'key'),
  };
  const read = (toml: string) => readAuth(configure(toml), { source: { components: { securitySchemes } } });

  it('stand where their schemes say, all of those that are named, cookies in one header', () => {
    const toml = Object.keys(securitySchemes).map((name) => `[auth.openapi.${name}]\napi_key = "${name}"`);
    assert.deepEqual(read(toml.join('\n')).credentials, [
      { in: 'header', name: 'X-Key', value: 'key' },
      { in: 'header', name: 'Cookie', value: 'sid=sid; csrf=csrf' },
      { in: 'query', name: 'key', value: 'inQuery' },
    ]);
    const login = { username: 'ann', password: 'pw' };
    const basic = { in: 'header', name: 'Authorization', value: `Basic ${btoa('ann:pw')}`, login };
    assert.deepEqual(read('[auth.basic]\nusername = "ann"\npassword = "pw"').credentials, [basic]);
    assert.throws(() => read('[auth.openapi.other]\napi_key = "k"'), { message: /no such API key/ });
  });

  it('may be given as a header, which requests without credentials then leave out', () => {
    const { credentials, headers } = read('[headers]\nx-key = "k"\nX-Other = "o"');
    assert.deepEqual(credentials, [{ in: 'header', name: 'x-key', value: 'k' }]);
    assert.deepEqual(headers, { 'X-Other': 'o' });
  });
});
