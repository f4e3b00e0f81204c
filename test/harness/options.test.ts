/** The options of the command, and schemathesis.toml: what they do, and what is refused. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Answer,
  cellsOf,
  meet,
  namesOf,
  patternOf,
  type Question,
  runContract,
  serveAnswer,
} from './run-harness.js';

const DOCUMENT = `
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    sid: { type: apiKey, in: cookie, name: sid }
    csrf: { type: apiKey, in: cookie, name: csrf }
    inQuery: { type: apiKey, in: query, name: key }
GET /health:
GET /tasks:
  statuses: [200, 400, 401]
  security: [{ key: [], sid: [], csrf: [], inQuery: [] }]
  parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1 } }]
POST /tasks: { tags: [none], operationId: writeTask, takes: { type: object, properties: { n: { type: integer } } } }
PATCH /tasks/{id}: { takes: { type: object, properties: { n: { type: integer } } } }
POST /files: { parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1 } }] }
`;

/** @param given options, or a text of schemathesis.toml with \`; \` between its lines @param more further options */
function ask(given: string, more = '--phases examples', answer?: Answer) {
  const isToml = / = /.test(given);
  const asked = isToml
    ? { toml: given.replaceAll('; ', '\n'), options: more }
    : { options: `${more} ${given}` };
  return meet({ document: DOCUMENT, ...(answer && { answer }), ...asked });
}

const operationsIn = (questions: readonly Question[]) => [
  ...new Set(questions.map(({ method, path }) => `${method} ${path.replace(/(\/tasks\/).+$/, '$1')}`)),
];
const countOf = (questions: readonly Question[], operation: string) =>
  questions.filter(({ method, path }) => `${method} ${path}` === operation).length;

describe('options and settings', () => {
  const refused = cellsOf(`
    --seed | …--seed…
    somewhere | …somewhere…
    --no-such-option | …--no-such-option…
    --url ftp://any.invalid | --url takes…
    --checks no_such_check | There is no checks.no_such_check. --help lists…
    --exclude-checks ignored_auth,nothing | There is no checks.nothing.…
    --phases coverage,guessing | There is no phases.guessing.…
    --seed 1.5 | --seed must be a whole number.…
    --seed 4294967296 | --seed must be <= 2147483647…
    --max-examples 0 | --max-examples must be >= 1…
    --rate-limit 100 | --rate-limit takes…
    --rate-limit 0/s | --rate-limit takes…
    --rate-limit 5/week | --rate-limit takes…
    --include-path-regex ( | --include-path-regex must match format…
    --also bearer:a | --also is a further credential…
    --config no-such-file.toml | no-such-file.toml cannot be read…
    --report-junit-path none/none/report | …none/report cannot be written: ENOENT…
    --auth secret | --auth takes…
    --auth basic:secret | --auth takes…
    --auth digest:secret:secret | --auth takes…
    --auth header:secret | --auth takes…
    --auth token: | --auth takes…
    --auth token:a --auth token:b --auth token:c | Give --auth at most twice…
    --header secret | --header takes…
    seed = 1; seed = | …line 2: …
    seed = "one" | schemathesis.toml: seed must be a whole number.…
    [generation]; mode = "wrong" | …generation.mode must be …: positive, negative, all…
    [generation]; max-examples = 0 | …generation.max-examples must be >= 1…
    [checks.negative_data_rejection]; expected-statuses = ["4yy"] | …expected-statuses[0] must match pattern…
    [[operations]]; include-path-regex = "(" | …operations[0].include-path-regex must match format "regex"…
    [auth.basic]; username = "ann" | …auth.basic must have required property 'password'…
    [headers]; X-A = "$\{NOBODY}" | …NOBODY is not set…
    [headers]; X-A = "$\{NA-ME}" | …without a name…
    [auth.openapi.other]; api_key = "k" | …no such API key…
  `);
  it('are refused where they cannot be meant, and no secret is repeated', async () => {
    for (const [given = '', message = ''] of refused) {
      const { code, output } = await ask(given);
      assert.match(output, patternOf(message));
      assert.doesNotMatch(output, /secret/);
      assert.equal(code, 2, given);
    }
    assert.match((await runContract('')).output, /--url takes/);
  });

  const basic = (user: string) => `Basic ${btoa(user)}`;
  Object.assign(process.env, { HARNESS_NAME: 'ann', HARNESS_EMPTY: '' });
  const sent = cellsOf(`
    --auth basic:ann:it:has:colons | authorization: ${basic('ann:it:has:colons')}
    --auth token:abc --auth token:b | authorization: Token abc
    --auth bearer:a.b.c --also query:key:abc:def | authorization: Bearer a.b.c, key: abc:def
    --auth apikey:abc | x-key: abc
    --auth inQuery=apikey:q --also sid=apikey:1 | cookie: sid=1, key: q
    --auth cookie:session:abc --also cookie:csrf:d --also header:X-Key:k:l | x-key: k:l, cookie: session=abc; csrf=d
    --header X-Tenant:test -H X-Key:1 | x-tenant: test, x-key: 1
    [headers]; X-Tenant = 'C:\\new' | x-tenant: C:\\new
    [headers]; "X-$\{HARNESS_NAME}" = "Is $\{HARNESS_NAME}$\{HARNESS_EMPTY}$\{HARNESS_NAME}" | x-ann: Is annann
    [headers]; X-Tenant = "$NAME $ $$ $$\{NAME}" | x-tenant: $NAME $ $$ $\{NAME}
    [auth.basic]; username = "ann"; password = "pw" | authorization: ${basic('ann:pw')}
    [auth.openapi.key]; api_key = "$\{HARNESS_NAME}"; [auth.openapi.inQuery]; api_key = "q" | x-key: ann, key: q
    [auth.openapi.sid]; api_key = "1"; [auth.openapi.csrf]; api_key = "2" | cookie: sid=1; csrf=2
  `);
  it('say who sends the requests, and with which headers', async () => {
    for (const [given = '', expected] of sent) {
      const { questions } = await ask(given, '--include-name GET&/tasks --phases examples');
      const [{ headers, query } = assert.fail(given)] = questions;
      const names = ['authorization', 'x-tenant', 'x-ann', 'x-key', 'cookie'];
      const all = [...names.map((name) => [name, headers[name]]), ['key', query.get('key')]];
      const told = all.filter(([, value]) => value).map((pair) => pair.join(': '));
      assert.equal(told.join(', '), expected, given);
    }
  });

  const chosen = cellsOf(`
    --include-path-regex ^/t --include-method get --exclude-tag none | GET /health, GET /tasks, PATCH /tasks/
    include-name = "GET /health" | GET /tasks, PATCH /tasks/, POST /files, POST /tasks
    include-operation-id = ["GET /health", "writeTask"] | GET /tasks, PATCH /tasks/, POST /files
    include-path = "/health"; include-method = "PATCH" | GET /tasks, POST /files, POST /tasks
    include-path-regex = "^/tasks$"; exclude-method-regex = "po" | GET /health, PATCH /tasks/, POST /files, POST /tasks
    exclude-tag = "none" | POST /tasks
  `);
  it('choose operations, and those that a rule switches off are left out', async () => {
    for (const [given = '', left] of chosen) {
      const rule = given.includes('=') ? `[[operations]]; ${given}; enabled = false` : given;
      const { questions } = await ask(rule);
      assert.equal(operationsIn(questions).sort().join(', '), left, given);
    }
  });

  it('decide in their order: the command line, the rules, and what stands outside of them', async () => {
    const toml = [
      '[generation]; max-examples = 40; mode = "positive"',
      '[[operations]]; include-method = "GET"; [operations.generation]; max-examples = 10',
      '[[operations]]; include-path = "/tasks"; [operations.generation]; max-examples = 20',
      '[[operations]]; include-method = "PATCH"; [operations.generation]; mode = "negative"',
    ].join('; ');
    // Nothing is found, and so nothing shrunk. A plain request or two go before.
    const quiet = '--phases fuzzing --checks use_after_free';
    const tens = ({ questions }: Awaited<ReturnType<typeof ask>>) =>
      ['GET /tasks', 'POST /tasks', 'POST /files'].map((one) => Math.floor(countOf(questions, one) / 10));
    const run = await ask(toml, quiet, ({ method }) => [method === 'PATCH' ? 400 : 200]);
    assert.deepEqual(tens(run), [1, 2, 4]);
    // Where only wrong data are asked for, every second random request is sent with a rule broken, and none has to be accepted.
    assert.match(run.output, /PATCH \/tasks\/\{id\} +20 requests, 0 accepted/);
    assert.deepEqual(tens(await ask(toml, `${quiet} --max-examples 30`)), [3, 3, 3]);
  });

  it('give statuses that are expected, with digits left open', async () => {
    const toml = [
      '[checks.negative_data_rejection]; expected-statuses = ["40x"]; [[operations]]; include-path = "/tasks"',
      '[operations.checks.negative_data_rejection]; expected-statuses = ["2XX", 418]',
    ].join('; ');
    const found = async (status: number) => {
      const run = await ask(toml, '--phases coverage --checks negative_data_rejection', () => [status]);
      return ['GET /tasks', 'POST /files'].map((one) =>
        namesOf(run).includes(`negative_data_rejection ${one}`),
      );
    };
    for (const allowed of [418, 204]) assert.deepEqual(await found(allowed), [false, true]);
    assert.deepEqual(await found(409), [true, false]);
  });

  it('switch checks and phases on and off, each or all by one word', async () => {
    const off = '[checks]; enabled = false; [phases]; enabled = false';
    for (const given of [
      '--checks ignored_auth --phases coverage',
      `${off}; [checks.ignored_auth]; enabled = true; [phases.coverage]; enabled = true`,
    ]) {
      const { output } = await ask(given, '--include-path /tasks');
      const [, checks = ''] = /\nChecks\n([\s\S]*?)\n\n/.exec(output) ?? [];
      assert.match(checks, /^ {2}FAIL ignored_auth +\d+ answers?, 1 finding$/);
      const phases = [...output.matchAll(/^(\w+): [A-Z]+ \/\S+: \w+: /gm)].map(([, phase]) => phase);
      assert.deepEqual([...new Set(phases)], ['coverage']);
    }
  });

  it('end a step at its first finding', async () => {
    const countAll = async (toml: string) => {
      const options = '--include-name GET&/tasks --phases coverage --checks status_code_conformance';
      return (await ask(toml, options, () => [418])).questions.length;
    };
    assert.ok((await countAll('continue-on-failure = false')) < (await countAll('seed = 1')));
  });

  it('give a header that is a credential, which requests without credentials then leave out', async () => {
    const only = '--include-name GET&/tasks --phases coverage --checks ignored_auth';
    const { questions } = await ask('[headers]; x-key = "k"; X-Other = "o"', only);
    const keys = questions.map(({ headers }) => headers['x-key']);
    assert.ok(keys.includes('k') && keys.includes(undefined));
    assert.ok(questions.every(({ headers }) => headers['x-other'] === 'o'));
  });
});

describe('schemathesis.toml', () => {
  it('gets a warning for each unknown name and each idle rule; that of this project has no unknown name', async () => {
    const toml = [
      'max-time = 5; [checks.use_after_free]; expected-statuses = [404]; [checks.no_such_check]; enabled = true',
      '[[operations]]; include-path = "/a"; rate-limit = "1/s"; [operations.checks.ignored_auth]; strict = true',
    ].join('; ');
    const { output } = await ask(toml);
    const told = [...output.matchAll(/^warning: schemathesis\.toml: (\S+) is not known to this tool/gm)];
    assert.match(output, /^warning: schemathesis\.toml: operations\[0\] is about no operation /m);
    assert.deepEqual(told.map(([, name]) => name).sort(), [
      'checks.no_such_check',
      'checks.use_after_free.expected-statuses',
      'max-time',
      'operations[0].checks.ignored_auth.strict',
      'operations[0].rate-limit',
    ]);
    const own = fileURLToPath(new URL('../../schemathesis.toml', import.meta.url));
    assert.doesNotMatch(
      (await ask(`--config ${own} --include-path /health`)).output,
      /not known to this tool/,
    );
  });

  it('is found in the working folder, or above it within the repository, and names the server and a seed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-toml-'));
    const { url, close } = await serveAnswer({ document: DOCUMENT });
    const inner = join(folder, 'repository', 'deep', 'deeper');
    const toml = `base-url = "${url}"\nseed = 0x2A # in hexadecimal`;
    const output = async () => (await runContract('--include-path /health --phases examples', inner)).output;
    try {
      await mkdir(inner, { recursive: true });
      await mkdir(join(folder, 'repository', '.git'));
      await writeFile(join(folder, 'schemathesis.toml'), toml);
      assert.match(await output(), /^--url takes/);
      await writeFile(join(dirname(dirname(inner)), 'schemathesis.toml'), toml);
      assert.match(await output(), /--seed 42$/m);
    } finally {
      await close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
