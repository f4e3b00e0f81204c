/** schemathesis.toml: what is read of it, what is refused, and which operations a rule is about. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  BIN,
  cellsOf,
  json,
  type Meeting,
  meet,
  type Options,
  on,
  patternOf,
  type Question,
  requestsTo,
  runProgram,
  serveAnswer,
} from './run-harness.js';

const anything = { requestBody: json({ type: 'object', properties: { n: { type: 'integer' } } }) };
const query = { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }] };
const answers = { responses: { 200: {}, 400: {}, 401: {} } };
const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
const securitySchemes = {
  key: key('header', 'X-Key'),
  sid: key('cookie', 'sid'),
  csrf: key('cookie', 'csrf'),
  inQuery: key('query', 'key'),
};
const document = {
  components: { securitySchemes },
  paths: {
    '/health': { get: answers },
    '/tasks': {
      get: { ...answers, ...query, security: [{ key: [], sid: [], csrf: [], inQuery: [] }] },
      post: { ...answers, ...anything, tags: ['none'] },
    },
    '/tasks/{id}': { ...on('id'), patch: { ...answers, ...anything } },
    '/files': { post: { ...answers, ...query } },
  },
};

/** @returns what was printed, and the requests to the operations */
async function ask(
  toml: string,
  options: Options = '--phases examples',
  answer: Meeting['answer'] = () => [200],
) {
  const questions: Question[] = [];
  const run = await meet({
    document,
    answer: (question) => {
      if (question.path !== '/') questions.push(question);
      return answer(question);
    },
    toml,
    options,
  });
  return {
    run,
    questions,
    operations: [...new Set(questions.map(({ method, path }) => `${method} ${path}`))],
  };
}

describe('schemathesis.toml', () => {
  it('is TOML', async () => {
    const toml = `seed = 0x2A # in hexadecimal\n[headers]\n'X-Literal' = 'C:\\new'`;
    const { run, questions } = await ask(toml, '--include-path /health');
    assert.equal(questions[0]?.headers['x-literal'], 'C:\\new');
    // The option --seed decides.
    assert.match(run.output, /--seed 1$/m);
  });

  it('of this project has no unknown setting', async () => {
    const own = fileURLToPath(new URL('../../../schemathesis.toml', import.meta.url));
    const { run } = await ask('', ['--config', own, '--include-path', '/health']);
    assert.doesNotMatch(run.output, /not known to this tool/);
  });

  it('gets a warning for each unknown name, also in nested tables', async () => {
    const { run } = await ask(`
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
    const told = [...run.output.matchAll(/^warning: schemathesis\.toml: (\S+) is not known to this tool/gm)];
    assert.deepEqual(told.map(([, name]) => name).sort(), [
      'checks.no_such_check',
      'checks.use_after_free.expected-statuses',
      'max-time',
      'operations[0].checks.ignored_auth.strict',
      'operations[0].rate-limit',
    ]);
  });

  /** Its lines are between semicolons. */
  const wrong = cellsOf(`
    seed = 1; seed = | …line 2: …
    seed = "one" | schemathesis.toml: seed must be integer…
    [generation]; mode = "wrong" | …generation.mode must be …: positive, negative, all…
    [generation]; max-examples = 0 | …generation.max-examples must be >= 1…
    [checks.negative_data_rejection]; expected-statuses = ["4yy"] | …expected-statuses[0] must match pattern…
    [[operations]]; include-path-regex = "(" | …operations[0].include-path-regex must match format "regex"…
    [auth.basic]; username = "ann" | …auth.basic must have required property 'password'…
    [headers]; X-A = "$\{NOBODY}" | …NOBODY is not set…
    [headers]; X-A = "$\{NA-ME}" | …without a name…
    [auth.openapi.other]; api_key = "k" | …no such API key…
  `);
  it('is refused with what cannot be meant', async () => {
    for (const [toml = '', message = ''] of wrong) {
      const { run } = await ask(toml.replaceAll('; ', '\n'));
      assert.match(run.output, patternOf(message));
      assert.equal(run.code, 2, toml);
    }
  });

  it('is found in the working folder, or above it within the repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-toml-'));
    const server = await serveAnswer({ document, answer: () => [200] });
    const inner = join(folder, 'repository', 'deep', 'deeper');
    const isRead = async () => {
      const args = [BIN, '--url', server.url, '--include-path', '/health', '--phases', 'examples'];
      return (await runProgram(process.execPath, args, {}, inner)).output.includes('max-time is not known');
    };
    try {
      await mkdir(inner, { recursive: true });
      await mkdir(join(folder, 'repository', '.git'));
      await writeFile(join(folder, 'schemathesis.toml'), 'max-time = 1');
      assert.equal(await isRead(), false);
      await writeFile(join(dirname(dirname(inner)), 'schemathesis.toml'), 'max-time = 1');
      assert.equal(await isRead(), true);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('rules for operations', () => {
  const filters = cellsOf(`
    include-name = "GET /health" | GET /tasks, PATCH /tasks/, POST /files, POST /tasks
    include-operation-id = ["GET /health", "POST /tasks"] | GET /tasks, PATCH /tasks/, POST /files
    include-path = "/health"; include-method = "PATCH" | GET /tasks, POST /files, POST /tasks
    include-path-regex = "^/tasks$"; exclude-method-regex = "post" | GET /health, PATCH /tasks/, POST /files, POST /tasks
    exclude-tag = "none" | POST /tasks
  `);
  it('are about those that they name', async () => {
    for (const [toml = '', left] of filters) {
      const { operations } = await ask(`[[operations]]\n${toml.replaceAll('; ', '\n')}\nenabled = false`);
      const asked = operations.map((one) => one.replace(/(\/tasks\/).+$/, '$1'));
      assert.deepEqual([...new Set(asked)].sort().join(', '), left, toml);
    }
  });

  it('decide in their order, before what stands outside of them, and below the command line', async () => {
    const toml = `
      [generation]
      max-examples = 40
      mode = "positive"
      [[operations]]
      include-method = "GET"
      [operations.generation]
      max-examples = 10
      [[operations]]
      include-path = "/tasks"
      [operations.generation]
      max-examples = 20`;
    // Nothing is found, and so nothing shrunk.
    const quiet = '--phases fuzzing --checks use_after_free';
    const counts = ({ run }: Awaited<ReturnType<typeof ask>>) =>
      ['GET /tasks', 'POST /tasks', 'POST /files'].map((label) => requestsTo(label, run));
    // A plain request or two go before.
    const tens = (all: readonly number[]) => all.map((count) => Math.floor(count / 10));
    assert.deepEqual(tens(counts(await ask(toml, quiet))), [1, 2, 4]);
    assert.deepEqual(tens(counts(await ask(toml, `${quiet} --max-examples 30`))), [3, 3, 3]);
  });

  it('have statuses of their own, with digits left open', async () => {
    const toml = `
      [checks.negative_data_rejection]
      expected-statuses = ["40x"]
      [[operations]]
      include-path = "/tasks"
      [operations.checks.negative_data_rejection]
      expected-statuses = ["2XX", 418]`;
    const found = async (status: number) => {
      const { run } = await ask(toml, '--phases coverage --checks negative_data_rejection', () => [status]);
      const names = run.findings.map(({ name }) => name).filter((name) => name.startsWith('negative'));
      return ['GET /tasks', 'POST /files'].map((label) => names.includes(`negative_data_rejection ${label}`));
    };
    for (const allowed of [418, 204]) assert.deepEqual(await found(allowed), [false, true]);
    assert.deepEqual(await found(409), [true, false]);
  });

  it('switch on and off by one word for all checks, and for all phases', async () => {
    const { run } = await ask(
      ['checks', 'phases'].map((kind) => `[${kind}]\nenabled = false\n`).join('') +
        '[checks.ignored_auth]\nenabled = true\n[phases.coverage]\nenabled = true',
      [],
    );
    const [, checks = ''] = /\nChecks\n([\s\S]*?)\n\n/.exec(run.output) ?? [];
    assert.deepEqual(
      [...checks.matchAll(/^ +\S+ +(\w+)/gm)].map(([, name]) => name),
      ['ignored_auth'],
    );
    assert.deepEqual(
      [...new Set([...run.output.matchAll(/^▶ (\w+): /gm)].map(([, phase]) => phase))],
      ['coverage'],
    );
  });
});

describe('variables and credentials of schemathesis.toml', () => {
  const who = async (toml: string): Promise<Readonly<Record<string, unknown>>> => {
    const { questions } = await ask(toml, ['--include-name', 'GET /tasks', '--phases', 'examples']);
    const [{ headers, query: sent } = assert.fail('nothing was sent')] = questions;
    return { ...headers, inQuery: sent.get('key') };
  };

  it('stand where their schemes say, all of those that are named, cookies in one header', async () => {
    const toml = Object.keys(securitySchemes).map((name) => `[auth.openapi.${name}]\napi_key = "${name}"`);
    const sent = await who(toml.join('\n'));
    assert.deepEqual([sent['x-key'], sent.cookie, sent.inQuery], ['key', 'sid=sid; csrf=csrf', 'inQuery']);
    const basic = await who('[auth.basic]\nusername = "ann"\npassword = "pw"');
    assert.equal(basic.authorization, `Basic ${btoa('ann:pw')}`);
  });

  it('are substituted in headers and credentials, and a dollar sign alone stays', async () => {
    Object.assign(process.env, { HARNESS_NAME: 'ann', HARNESS_EMPTY: '' });
    const sent = await who(`
      [headers]
      "X-\${HARNESS_NAME}" = "Is \${HARNESS_NAME}\${HARNESS_EMPTY}\${HARNESS_NAME}"
      "X-Plain" = "$NAME $ $$ $\${NAME}"
      [auth.openapi.key]
      api_key = "\${HARNESS_NAME}"`);
    assert.deepEqual(
      [sent['x-ann'], sent['x-plain'], sent['x-key']],
      ['Is annann', `$NAME $ $$ \${NAME}`, 'ann'],
    );
  });

  it('may be given as a header, which requests without credentials then leave out', async () => {
    const only = ['--include-name', 'GET /tasks', ...'--phases coverage --checks ignored_auth'.split(' ')];
    const { questions } = await ask('[headers]\nx-key = "k"\nX-Other = "o"', only);
    const sent = questions.map(({ headers }) => headers['x-key']);
    assert.ok(sent.includes('k') && sent.includes(undefined));
    assert.ok(questions.every(({ headers }) => headers['x-other'] === 'o'));
  });
});
