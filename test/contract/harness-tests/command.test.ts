/** The command: its options, its exit status, and its package. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../harness/checks/check.js';
import { readCommandLine } from '../harness/command-line.js';
import { CannotRun } from '../harness/errors.js';
import { type Served, serve, serveAnswer, unusedUrl } from './meet.js';
import { runContract, runHarness, runProgram } from './run-harness.js';
import { ANN, document, makeTasks } from './tasks.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const harness = join(root, 'test', 'contract', 'harness');

describe('the command line', () => {
  const refused: readonly [args: string, message: RegExp][] = [
    ['--seed', /--seed/],
    ['somewhere', /somewhere/],
    ['--checks no_such_check', /^--checks: there is no no_such_check; there are not_a_server_error, /],
    ['--exclude-checks ignored_auth,nothing', /^--exclude-checks: there is no nothing; /],
    [
      '--phases coverage,guessing',
      /^--phases: there is no guessing; there are examples, coverage, fuzzing, /,
    ],
    ['--seed 1.5', /^--seed takes a whole number from 0, not 1\.5/],
    ['--seed 4294967296', /^--seed takes/],
    ['--max-examples 0', /^--max-examples takes a whole number from 1, not 0/],
    ['--include-path-regex (', /^--include-path-regex: /],
    ['--also bearer:a', /^--also is a further credential/],
  ];
  for (const [args, message] of refused)
    it(`refuses ${args}`, () => {
      assert.throws(() => readCommandLine(args.split(' ')), { name: CannotRun.name, message });
    });

  for (const auth of ['secret', 'basic:secret', 'digest:secret:secret', 'header:secret', 'token:'])
    it(`refuses --auth ${auth}, and does not repeat it`, () => {
      assert.throws(
        () => readCommandLine(['--auth', auth]),
        (error: Error) =>
          error instanceof CannotRun &&
          /^--auth takes /.test(error.message) &&
          !error.message.includes('secret'),
      );
    });

  const taken: readonly [auth: string, name: string, value: string, place?: 'query'][] = [
    ['basic:ann:it:has:colons', 'Authorization', `Basic ${btoa('ann:it:has:colons')}`],
    ['token:abc', 'Authorization', 'Token abc'],
    ['bearer:a.b.c', 'Authorization', 'Bearer a.b.c'],
    ['header:X-API-Key:abc:def', 'X-API-Key', 'abc:def'],
    ['query:key:abc:def', 'key', 'abc:def', 'query'],
  ];
  for (const [auth, name, value, place = 'header'] of taken)
    it(`takes --auth ${auth}`, () => {
      const [found] = readCommandLine(['--auth', auth]).self ?? [];
      assert.deepEqual([found?.in, found?.name, found?.value], [place, name, value]);
    });

  it('takes a second --auth for another user, and several credentials of one, whose cookies share a header', () => {
    const { self, other } = readCommandLine(
      '--auth cookie:session:abc --also cookie:csrf:d --also header:X-Key:k --auth token:b'.split(' '),
    );
    assert.deepEqual(
      self?.map(({ value }) => value),
      ['session=abc; csrf=d', 'k'],
    );
    assert.deepEqual(
      other?.map(({ value }) => value),
      ['Token b'],
    );
  });

  it('takes lists of checks and phases, and all', () => {
    const { overrides } = readCommandLine(['--checks=ignored_auth, use_after_free', '--phases', 'stateful']);
    assert.deepEqual(
      [overrides.checks, overrides.phases],
      [['ignored_auth', 'use_after_free'], ['stateful']],
    );
    assert.deepEqual(readCommandLine(['--checks', 'all']).overrides.checks, CHECKS);
  });
});

describe('a contract run', () => {
  let service: Served;
  let folder: string;
  before(async () => {
    service = await serveAnswer({ document, answer: makeTasks('a branch breaks at 0', 'anybody may read') });
    folder = await mkdtemp(join(tmpdir(), 'contract-command-'));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const run = (...more: readonly string[]) =>
    runContract(['--url', service.url, '--auth', ANN, '--seed', '1', ...more]);
  const runWith = async (toml: string, ...more: readonly string[]) =>
    run('--config', await file('schemathesis.toml', toml), ...more);
  /** The requests to an operation, by the summary. */
  const requestsTo = (operation: string, output: string) =>
    Number(new RegExp(`(?:ok|FAIL) +${operation} +(\\d+) requests`).exec(output)?.[1] ?? assert.fail(output));

  it('ends with 0 when there is no finding, and finds the document by itself', async () => {
    const { code, output } = await runHarness(['--url', service.url, '--include-path', '/health']);
    assert.match(output, /^ +http:\/\/127\.0\.0\.1:\d+\/openapi\.json$/m);
    assert.match(output, /, 0 findings, /);
    assert.equal(code, 0, output);
  });

  it('ends with 1 on a finding', async () => {
    const args = ['--url', service.url, '--auth', ANN, '--include-path', '/tasks', '--phases', 'coverage'];
    const { code, output } = await runHarness(args);
    assert.match(output, /not_a_server_error: POST \/tasks\n/);
    assert.match(output, /FAIL POST \/tasks/);
    assert.equal(code, 1);
  });

  it('ends with 1 when a request is never answered', async () => {
    const dying = await serve((request, response) => {
      if (request.url === '/ping?a=b') return void request.socket.destroy();
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    const spec = await file('ping.yaml', PING);
    const { code, output } = await runContract(['--url', dying.url, '--spec', spec, '--phases', 'examples']);
    await dying.close();
    assert.match(output, /not_a_server_error: GET \/ping\n {2}There was no answer: socket hang up/);
    assert.match(output, /curl -i -X GET 'http:\/\/127\.0\.0\.1:\d+\/ping\?a=b'/);
    assert.equal(code, 1);
  });

  it('ends with 2 when nobody answers, and prints nothing but why', async () => {
    const { code, output } = await runHarness(['--url', await unusedUrl()]);
    assert.match(output, /^No server answers at http:\/\/127\.0\.0\.1:\d+: /);
    assert.equal(code, 2);
  });

  it('ends with 2 when it cannot run', async () => {
    const bare = await serve((_request, response) => response.writeHead(404).end());
    const spec = await file('thing.yaml', PING.replace('type: object', 'type: thing'));
    const cases: readonly [args: readonly string[], message: RegExp][] = [
      [['--spec', join(folder, 'none.yaml')], /^.*none\.yaml cannot be read: ENOENT/],
      [['--spec', spec], /^#\/paths\/~1ping\/get\/responses\/200\S*\/schema: a schema cannot be read: /],
      [['--url', bare.url], /^No OpenAPI description was found at .*openapi\.json, .*swagger\.json/],
      [['--url', 'ftp://any.invalid'], /^--url takes/],
      [['--no-such-option'], /--no-such-option/],
      [['--config', 'no-such-file.toml'], /no-such-file\.toml/],
      [['--report-junit-path', join(folder, 'none', 'report')], /none\/report cannot be written: ENOENT/],
    ];
    for (const [args, message] of cases) {
      const { code, output } = await run(...args);
      assert.match(output, message);
      assert.ok(!output.includes('    at '), 'no line of the program');
      assert.equal(code, 2);
    }
    await bare.close();
    assert.match((await runContract([])).output, /--url takes/);
  });

  it('reads the document in YAML, where the server has it so', async () => {
    const yaml = await serve((request, response) => {
      if (request.url === '/v1/openapi.yaml') return void response.end(PING);
      response.writeHead(request.url?.startsWith('/v1/ping') ? 200 : 404, {
        'Content-Type': 'application/json',
      });
      response.end('{}');
    });
    const { output } = await runContract(['--url', `${yaml.url}/v1`, '--phases', 'examples']);
    await yaml.close();
    assert.match(output, /\/v1\/openapi\.yaml$/m);
    assert.match(output, /ok {3}GET \/ping/);
  });

  it('makes only the checks, and goes through the phases, that it is asked for', async () => {
    const asked = [
      '--checks',
      'ignored_auth',
      '--phases',
      'examples,coverage',
      '--include-path',
      '/tasks/{id}',
    ];
    const { code, output } = await run(...asked, '--include-name', 'POST /tasks');
    assert.match(output, /\nChecks\n {2}FAIL ignored_auth +\d+ answers, 1 findings\n\n/);
    assert.match(output, /\nignored_auth: GET \/tasks\/\{id\}\n/);
    const phases = new Set(
      [...output.matchAll(/[✔✖] (\w+):|^(?:not )?ok \d+ - (\w+):/gm)].map(([, a, b]) => a ?? b),
    );
    assert.deepEqual([...phases], ['examples', 'coverage']);
    assert.equal(code, 1);
  });

  it('sends as many random requests as it is asked for, of the modes that schemathesis.toml names', async () => {
    const asked = ['--include-name', 'POST /tasks', '--phases', 'fuzzing', '--checks', 'use_after_free'];
    const few = await run(...asked, '--max-examples', '2');
    const many = await run(...asked, '--max-examples=20');
    // A valid one and a wrong one each.
    assert.deepEqual(
      [few, many].map(({ output }) => requestsTo('POST /tasks', output)),
      [4, 40],
    );
    assert.match(few.output, /--seed 1\n/);
    const right = await runWith('[generation]\nmode = "positive"', ...asked, '--max-examples', '5');
    const wrong = await runWith('[generation]\nmode = "negative"', ...asked, '--max-examples', '5');
    assert.match(right.output, /POST \/tasks +5 requests, [45] accepted/);
    assert.match(wrong.output, /POST \/tasks +5 requests, 0 accepted/);
    // Nothing has to be accepted where nothing right is sent.
    assert.ok(!wrong.output.includes('vacuity: POST'));
  });

  it('names the settings of schemathesis.toml that it does not know, and ends with 2 where one is not valid', async () => {
    const { output } = await runWith(
      'max-time = 3\n[checks.nothing]\nenabled = true',
      '--include-path',
      '/health',
    );
    for (const name of ['checks\\.nothing', 'max-time'])
      assert.match(
        output,
        new RegExp(`^warning: schemathesis\\.toml: ${name} is not known to this tool`, 'm'),
      );
    const invalid = await runWith(`[headers]\nX-A = "\${SNIPPET_STORE_NO_SUCH_VARIABLE}"`);
    assert.match(
      invalid.output,
      /^schemathesis\.toml: the environment variable SNIPPET_STORE_NO_SUCH_VARIABLE/,
    );
    assert.equal(invalid.code, 2);
  });

  it('ends a step at its first finding without continue-on-failure', async () => {
    const asked = [
      '--include-name',
      'GET /health',
      '--phases',
      'coverage',
      '--checks',
      'status_code_conformance',
    ];
    const broken = await serveAnswer({ document, answer: () => [418] });
    const steps = async (toml: string) => {
      const { output } = await runWith(toml, '--url', broken.url, ...asked);
      return requestsTo('GET /health', output);
    };
    const [all, first] = [await steps(''), await steps('continue-on-failure = false')];
    await broken.close();
    assert.ok(first < all, `${first} < ${all}`);
  });
});

describe('npm run contract', () => {
  const contract = (...args: readonly string[]) =>
    runProgram(process.execPath, [join(root, 'test/contract/run.mjs'), ...args]);

  it('tests the server that schemathesis.toml names, and refuses a wrong option before it starts one', async () => {
    const server = await serveAnswer({ document, answer: makeTasks() });
    const folder = await mkdtemp(join(tmpdir(), 'contract-script-'));
    try {
      const config = join(folder, 'st.toml');
      await writeFile(config, `base-url = "${server.url}"`);
      const { code, output } = await contract(
        '--config',
        config,
        '--include-path',
        '/health',
        '--phases',
        'examples',
      );
      assert.match(output, /ok {3}GET \/health +1 requests, 1 accepted/);
      assert.ok(!output.includes('AUTH_SCHEMES'), 'no service of its own');
      assert.equal(code, 0, output);
      const refused = await contract('--seed', 'first');
      assert.match(refused.output, /^--seed takes/);
      assert.ok(!refused.output.includes('AUTH_SCHEMES'));
      assert.equal(refused.code, 2);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the harness as a package', () => {
  const PACKAGES = ['ajv', 'ajv-formats', 'fast-check', 'smol-toml', 'yaml'];

  it('imports its own files, Node, and five packages', async () => {
    const entries = await readdir(harness, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(({ name }) => name.endsWith('.ts'))) {
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      for (const [, name = ''] of text.matchAll(/^(?:import|export)[^'"]*?from '([^']+)'/gm)) {
        const isOwn =
          name.startsWith('.') &&
          resolve(dirname(join(entry.parentPath, entry.name)), name).startsWith(harness);
        const isPackage = PACKAGES.some((known) => name === known || name.startsWith(`${known}/`));
        assert.ok(isOwn || isPackage || name.startsWith('node:'), `${entry.name}: ${name}`);
      }
    }
  });

  it('prints its options and checks with --help', async () => {
    const { code, output } = await runHarness(['--help']);
    assert.equal(code, 0);
    for (const word of ['--url', '--include-path', '--rate-limit', 'pagination_conformance'])
      assert.ok(output.includes(word));
  });
});

const PING = `
openapi: 3.0.3
paths:
  /ping:
    get:
      parameters: [{ name: a, in: query, schema: { type: string }, example: b }]
      responses: { '200': { content: { application/json: { schema: { type: object } } } } }
`;
