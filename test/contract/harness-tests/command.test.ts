/** The command: its options, its exit status, its reports, and its package. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../helpers/service.js';
import { type Served, serve } from '../serve.js';
import {
  type Answer,
  meet,
  type Question,
  requestsTo,
  runContract,
  runHarness,
  runProgram,
  serveAnswer,
  takes,
  withFile,
} from './run-harness.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const TASK = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } };
const bearer = { security: [{ bearer: [] }] };
const document = {
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/health': { get: { responses: { 200: {} } } },
    '/tasks': {
      get: { ...bearer, responses: { 200: {}, 401: {} } },
      post: { ...bearer, ...takes(TASK), responses: { 201: {}, 400: {}, 401: {} } },
    },
  },
};
/** It breaks on a title of one digit, and lets everybody read. */
const answer: Answer = ({ method, path, headers, body }) => {
  if (path === '/health' || path === '/')
    return method === 'GET' ? [200] : [405, undefined, { Allow: 'GET' }];
  if (method === 'GET') return [200];
  if (method !== 'POST') return [405, undefined, { Allow: 'GET, POST' }];
  if (headers.authorization !== 'Bearer ann') return [401];
  const { title } = Object(body);
  return [title === '0' ? 500 : typeof title === 'string' && title !== '' ? 201 : 400];
};
const ANN = ['--auth', 'bearer:ann'];

describe('the command line', () => {
  const refused: readonly [args: string, message: RegExp][] = [
    ['--seed', /--seed/],
    ['somewhere', /somewhere/],
    ['--no-such-option', /--no-such-option/],
    ['--url ftp://any.invalid', /^--url takes/],
    ['--checks no_such_check', /^There is no checks\.no_such_check\. --help lists/],
    ['--exclude-checks ignored_auth,nothing', /^There is no checks\.nothing\./],
    ['--phases coverage,guessing', /^There is no phases\.guessing\./],
    ['--seed 1.5', /^--seed must be integer/],
    ['--seed 4294967296', /^--seed must be <= 2147483647/],
    ['--max-examples 0', /^--max-examples must be >= 1/],
    ['--include-path-regex (', /^--include-path-regex must match format/],
    ['--also bearer:a', /^--also is a further credential/],
    ['--config no-such-file.toml', /no-such-file\.toml/],
    ['--report-junit-path none/none/report', /none\/report cannot be written: ENOENT/],
    ...['secret', 'basic:secret', 'digest:secret:secret', 'header:secret', 'token:'].map(
      (auth): [string, RegExp] => [`--auth ${auth}`, /^--auth takes (?!.*secret)/],
    ),
  ];
  it('refuses what cannot be meant, and repeats no secret', async () => {
    for (const [args, message] of refused) {
      const { code, output } = await runContract(args.split(' '));
      assert.match(output, message);
      assert.equal(code, 2, args);
    }
    assert.match((await runContract([])).output, /--url takes/);
  });

  it('takes credentials of each kind, and several of one user, whose cookies share a header', async () => {
    const sent = async (options: string) => {
      const questions: Question[] = [];
      const seen: Answer = (question) => {
        questions.push(question);
        return [200];
      };
      const only = ['--include-name', 'GET /tasks', '--phases', 'examples'];
      await meet({ document, answer: seen, options: [...options.split(' '), ...only] });
      const { headers, query } = questions.at(-1) ?? assert.fail('nothing was sent');
      return [headers.authorization, headers['x-api-key'], headers.cookie, query.get('key')].filter(Boolean);
    };
    const basic = `Basic ${btoa('ann:it:has:colons')}`;
    assert.deepEqual(await sent('--auth basic:ann:it:has:colons'), [basic]);
    assert.deepEqual(await sent('--auth token:abc --auth token:b'), ['Token abc']);
    assert.deepEqual(await sent('--auth bearer:a.b.c --also query:key:abc:def'), ['Bearer a.b.c', 'abc:def']);
    assert.deepEqual(
      await sent('--auth cookie:session:abc --also cookie:csrf:d --also header:X-API-Key:k:l'),
      ['k:l', 'session=abc; csrf=d'],
    );
  });
});

describe('a contract run', () => {
  let service: Served;
  before(async () => {
    service = await serveAnswer({ document, answer });
  });
  after(() => service.close());
  const run = (...more: readonly string[]) =>
    runContract(['--url', service.url, ...ANN, '--seed', '1', ...more]);
  const runWith = (toml: string, ...more: readonly string[]) =>
    withFile('schemathesis.toml', toml, (file) => run('--config', file, ...more));

  it('ends with 0 when there is no finding, and finds the document by itself', async () => {
    const { code, output } = await runHarness(['--url', service.url, '--include-path', '/health']);
    assert.match(output, /^ +http:\/\/127\.0\.0\.1:\d+\/openapi\.json$/m);
    assert.match(output, /, 0 findings, /);
    assert.equal(code, 0, output);
  });

  it('ends with 1 on a finding, which its report in JUnit has too', () =>
    withFile('junit.xml', '', async (file) => {
      const args = ['--url', service.url, ...ANN, '--include-path', '/tasks', '--phases', 'coverage'];
      const { code, output } = await runHarness([...args, '--report-junit-path', file]);
      const junit = await readFile(file, 'utf8');
      for (const text of [output, junit]) assert.match(text, /not_a_server_error: POST \/tasks\n/);
      assert.match(output, /FAIL POST \/tasks/);
      assert.match(junit, /<testcase name="coverage: GET \/tasks"/);
      assert.equal(code, 1);
    }));

  it('ends with 1 when a request is never answered', async () => {
    const dying = await serve((request, response) => {
      if (request.url === '/ping?a=b') return void request.socket.destroy();
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    const { code, output } = await withFile('ping.yaml', PING, (spec) =>
      runContract(['--url', dying.url, '--spec', spec, '--phases', 'examples']),
    );
    await dying.close();
    assert.match(output, /not_a_server_error: GET \/ping\n {2}There was no answer: socket hang up/);
    assert.match(output, /curl -i -X GET 'http:\/\/127\.0\.0\.1:\d+\/ping\?a=b'/);
    assert.equal(code, 1);
  });

  it('ends with 2 when it cannot run, and prints nothing but why', async () => {
    const { code, output } = await runHarness(['--url', `http://127.0.0.1:${await freePort()}`]);
    assert.match(output, /^No server answers at http:\/\/127\.0\.0\.1:\d+: /);
    assert.ok(!output.includes('    at '), 'no line of the program');
    assert.equal(code, 2);
    const bare = await serve((_request, response) => response.writeHead(404).end());
    assert.match(
      (await run('--url', bare.url)).output,
      /^No OpenAPI description was found at .*openapi\.json, .*swagger\.json/,
    );
    await bare.close();
  });

  it('reads the document in YAML, where the server has it so', async () => {
    const yaml = await serve((request, response) => {
      if (request.url === '/v1/openapi.yaml') return void response.end(PING);
      const status = request.url?.startsWith('/v1/ping') ? 200 : 404;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
    const { output } = await runContract(['--url', `${yaml.url}/v1`, '--phases', 'examples']);
    await yaml.close();
    assert.match(output, /\/v1\/openapi\.yaml$/m);
    assert.match(output, /ok {3}GET \/ping/);
  });

  it('makes only the checks, and goes through the phases, that it is asked for', async () => {
    const asked = ['--checks', 'ignored_auth', '--phases', 'examples,coverage', '--include-path', '/tasks'];
    const { code, output } = await run(...asked);
    assert.match(output, /\nChecks\n {2}FAIL ignored_auth +\d+ answers, 1 findings\n\n/);
    assert.match(output, /\nignored_auth: GET \/tasks\n/);
    const phases = new Set([...output.matchAll(/^▶ (\w+):/gm)].map(([, phase]) => phase));
    assert.deepEqual([...phases], ['examples', 'coverage']);
    assert.equal(code, 1);
  });

  it('sends as many random requests as it is asked for, and none where schemathesis.toml asks for wrong ones alone', async () => {
    const asked = ['--include-name', 'POST /tasks', '--phases', 'fuzzing', '--checks', 'use_after_free'];
    const few = await run(...asked, '--max-examples', '2');
    const many = await run(...asked, '--max-examples=20');
    assert.deepEqual(
      [few, many].map((one) => requestsTo('POST /tasks', one)),
      [2, 20],
    );
    assert.match(few.output, /--seed 1\n/);
    const wrong = await runWith('[generation]\nmode = "negative"', ...asked);
    assert.equal(requestsTo('POST /tasks', wrong), 0);
  });

  it('ends a step at its first finding without continue-on-failure', async () => {
    const only = ['--include-name', 'GET /health'];
    const asked = [...only, ...'--phases coverage --checks status_code_conformance'.split(' ')];
    const broken = await serveAnswer({ document, answer: () => [418] });
    const steps = async (toml: string) =>
      requestsTo('GET /health', await runWith(toml, '--url', broken.url, ...asked));
    const [all, first] = [await steps(''), await steps('continue-on-failure = false')];
    await broken.close();
    assert.ok(first < all, `${first} < ${all}`);
  });
});

describe('npm run contract', () => {
  const contract = (...args: readonly string[]) =>
    runProgram(process.execPath, [join(root, 'test/contract/run.mjs'), ...args]);

  it('tests the server that schemathesis.toml names, and refuses a wrong option before it starts one', async () => {
    const server = await serveAnswer({ document, answer });
    const options = ['--include-path', '/health', '--phases', 'examples'];
    const { code, output } = await withFile('st.toml', `base-url = "${server.url}"`, (file) =>
      contract('--config', file, ...options),
    );
    await server.close();
    assert.match(output, /ok {3}GET \/health +1 requests, 1 accepted/);
    assert.ok(!output.includes('AUTH_SCHEMES'), 'no service of its own');
    assert.equal(code, 0, output);
    const refused = await contract('--seed', 'first');
    assert.match(refused.output, /^--seed must be integer/);
    assert.equal(refused.code, 2);
  });
});

describe('--help', () => {
  it('names options and checks', async () => {
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
