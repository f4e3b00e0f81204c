/** What a run says of itself, and how it goes on: limited rates, a dying server, credentials. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import {
  type Answer,
  cellsOf,
  meet,
  namesOf,
  on,
  patternOf,
  type Question,
  type Reply,
  requestsTo,
  runHarness,
  type Service,
  takes,
} from './run-harness.js';

const answers = { responses: { 200: {}, 404: {} } };
const bearer = {
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
};
const thing = { ...on('id'), get: answers };

describe('a run that proves too little is a finding', () => {
  /** Everything is as declared, and nothing is there. */
  const nothing: Answer = () => [404, {}, { Allow: 'GET' }];
  const xml = {
    requestBody: { required: true, content: { 'application/xml': { schema: { type: 'object' } } } },
  };
  const reached = {
    '/health': { get: answers },
    '/things': { post: { responses: { 201: {}, 404: {} } } },
    '/things/{id}': thing,
  };
  const SERVICES: Readonly<Record<string, Service>> = {
    empty: { document: { paths: {} }, answer: nothing },
    get: { document: { paths: { '/a': { get: answers } } }, answer: nothing },
    health: { document: { paths: { '/health': { get: answers } } }, answer: nothing },
    item: { document: { paths: { '/things/{id}': thing } }, answer: nothing },
    items: { document: { paths: reached }, answer: nothing },
    secured: {
      document: { ...bearer, paths: { '/a': { get: { responses: { 200: {}, 401: {} } } } } },
      answer: ({ headers }) => [headers.authorization === 'Bearer ann' ? 200 : 401],
    },
    xml: { document: { paths: { '/a': { post: { ...xml, ...answers } } } }, answer: nothing },
  };

  /** The service, the options, the operation, and the message. */
  const rows = cellsOf(`
    when credentials were refused | secured | --phases examples --auth bearer:not-hers | GET /a | No request was accepted: … × 401. Give credentials …
    when there were none | secured | --phases examples | GET /a | No request was accepted: …Give credentials …
    when no resource existed for a path | item | | GET /things/{id} | …data that the path can name…
    when an operation never succeeded | get | | GET /a | …an example that the service accepts…
    when an operation was not reached | items | --phases stateful | GET /things/{id} | No request was made…
    when a phase sent nothing | health | --phases stateful | the document | No request was made…
    when no check judged an answer | secured | --phases examples --auth bearer:ann --checks ignored_auth | the document | No check had anything to judge: ignored_auth.…
    when there is no operation | empty | | the document | …no operation to test…
    when every operation was left out | get | --exclude-path-regex ^/ | the document | …no operation to test…
    when a body cannot be made | xml | | POST /a | …No request was accepted…
  `);
  for (const [when, name = '', options = '', operation, message = ''] of rows)
    it(`${when}`, async () => {
      const service = SERVICES[name] ?? assert.fail(name);
      const { findings } = await meet({ ...service, ...(options && { options }) });
      const told = findings.filter((one) => one.name === `vacuity ${operation}`);
      assert.match(told.map((finding) => finding.message).join('\n'), patternOf(message));
      assert.ok(!findings.some((one) => one.name === 'vacuity GET /health'), 'it has no life');
    });

  it('only when something was not reached', async () => {
    const run = await meet({
      document: {
        paths: {
          '/health': { get: answers },
          '/things': { post: { responses: { 201: {} } } },
          '/things/{id}': thing,
        },
      },
      answer: ({ method, path }) =>
        method === 'POST' ? [201, { id: 1 }] : [path === '/things/1' ? 200 : 404, {}],
      options: '--phases stateful --checks ensure_resource_availability',
    });
    assert.deepEqual(namesOf(run), []);
    assert.equal(requestsTo('GET /health', run), 0);
  });

  it('and the summary says what was seldom accepted, and which rules could not run', async () => {
    let made = 0;
    const { output } = await meet({
      document: parse(`
paths:
  /things:
    get:
      parameters: [{ name: name, in: query, schema: { type: string, maxLength: 20 } }]
      responses: { 200: { content: { application/json: { schema: { type: array, items: { $ref: '#/x-item' } } } } } }
    post:
      requestBody: { required: true, content: &one { application/json: { schema: { $ref: '#/x-item' } } } }
      responses: { 201: { content: *one }, 409: {} }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { 200: { content: *one }, 404: {} } }
x-item: { type: object, required: [name], properties: { name: { type: string, maxLength: 20 } } }
`),
      // It takes one thing, and no other.
      answer: ({ method, path }) => {
        if (method === 'POST') return ++made === 1 ? [201, { name: 'a' }, { Location: '/things/1' }] : [409];
        return path === '/things' ? [200, []] : [path === '/things/1' ? 200 : 404, { name: 'a' }];
      },
    });
    assert.match(output, /few {2}POST \/things +\d+ requests, 1 accepted/);
    assert.match(
      output,
      /warning: POST \/things: of \d+ requests that keep every rule 1 were accepted: 1 × 201, \d+ × 409\./,
    );
    assert.match(
      output,
      /warning: GET \/things: stored_data_conformance was not tried fully with the filter name/,
    );
  });
});

describe('a run against a server that limits the rate', () => {
  const document = {
    paths: {
      '/a': {
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
          responses: { 200: {}, 400: {}, 429: {} },
        },
      },
    },
  };
  /** Takes every limit but 0: a planted fault. */
  const takesMost: Answer = ({ method, query }) =>
    method === 'GET' ? [query.get('limit') === '0' ? 400 : 200] : [405, undefined, { Allow: 'GET' }];
  /** After so many requests it refuses for a second: a loaded machine may not send as many in one second. */
  const limited = (requests: number, refusal: () => Reply): Answer => {
    let count = 0;
    let refusedUntil: number | undefined;
    return (question) => {
      if (refusedUntil !== undefined && Date.now() >= refusedUntil) [count, refusedUntil] = [0, undefined];
      count += 1;
      if (count <= requests) return takesMost(question);
      refusedUntil ??= Date.now() + 1000;
      return refusal();
    };
  };
  const options = ['--phases', 'examples,coverage'];

  it('finds what it finds without the limit', { timeout: 60_000 }, async () => {
    const free = await meet({ document, answer: takesMost, options });
    assert.ok(namesOf(free).includes('negative_data_rejection GET /a'));
    const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();
    for (const after of [() => '1', inTwoSeconds]) {
      const refusal = (): Reply => [429, {}, { 'Retry-After': after() }];
      const slow = await meet({ document, answer: limited(15, refusal), options });
      assert.deepEqual(namesOf(slow), namesOf(free));
      assert.match(slow.output, /warning: The run waited \d+ s because the server answered 429/);
      assert.doesNotMatch(slow.output, /throttled/);
    }
  });

  it('keeps to --rate-limit, which is a number of requests per length of time', {
    timeout: 60_000,
  }, async () => {
    const times: number[] = [];
    const answer: Answer = (question) => {
      times.push(performance.now());
      return takesMost(question);
    };
    await meet({ document, answer, options: [...options, '--rate-limit', '40/2s'] });
    // The first request looks whether the server is there. A request that comes late shortens one gap, not ten.
    const paced = times.slice(1);
    const tens = paced.slice(10).map((time, index) => time - (paced[index] ?? 0));
    assert.ok(tens.length > 10);
    assert.ok(Math.min(...tens) > 400, tens.join(' '));
    for (const limit of ['100', '0/s', '5/week', '/s'])
      assert.equal((await meet({ document, answer, options: ['--rate-limit', limit] })).code, 2, limit);
  });

  it('judges no 429, and is a finding when most requests got one', { timeout: 60_000 }, async () => {
    const refused: Answer = () => [429, {}, { 'Retry-After': '3600' }];
    const run = await meet({ document, answer: refused, options });
    assert.deepEqual(namesOf(run), ['vacuity the document', 'vacuity GET /a']);
    assert.match(run.findings.at(-1)?.message ?? '', /requests got 429 and were not judged/);
    assert.match(run.output, /-- +not_a_server_error +never tried/);
    assert.match(run.output, /and then stopped waiting, so \d+ requests were not judged/);
  });
});

describe('a server that dies', { concurrency: true, timeout: 60_000 }, () => {
  const document = JSON.stringify({
    openapi: '3.0.3',
    paths: Object.fromEntries(
      ['/a', '/b', '/c', '/d'].map((path) => [path, { get: { responses: { 200: {} } } }]),
    ),
  });
  /** @param comesBack milliseconds after which a supervisor starts it again; undefined for never */
  async function die(isAnswered: boolean, comesBack?: number) {
    let server: Server | undefined;
    let port = 0;
    const start = () =>
      new Promise<void>((resolve) => {
        server = createServer((request, response) => {
          if (request.url === '/openapi.json') return void response.end(document);
          if (request.url !== '/b') return void response.end();
          if (isAnswered) response.end();
          setImmediate(() => {
            server?.close();
            server?.closeAllConnections();
            if (comesBack !== undefined) setTimeout(start, comesBack);
          });
        }).listen(port, '127.0.0.1', () => {
          const address = server?.address();
          if (typeof address === 'object' && address !== null) ({ port } = address);
          resolve();
        });
      });
    await start();
    const run = await runHarness(`--url http://127.0.0.1:${port} --phases examples --seed 1`);
    server?.closeAllConnections();
    server?.close();
    return run;
  }

  for (const [when, isAnswered] of [
    ['before its answer', false],
    ['after its answer', true],
  ] as const) {
    it(`${when} gives one finding, with the last requests`, async () => {
      const run = await die(isAnswered);
      const [finding = assert.fail(run.output), ...more] = run.findings;
      assert.deepEqual(more, []);
      assert.match(finding.name, /^not_a_server_error /);
      assert.match(finding.message, /stopped answering .* did not come back/);
      // After its answer the next request may be on its way already: both are shown.
      assert.ok(finding.curl.slice(-2).some((line) => line.endsWith('/b')));
      assert.equal(requestsTo('GET /d', run), 0);
    });

    it(`${when} and comes back gives one finding, of the request that ended it, and the run goes on`, async () => {
      const run = await die(isAnswered, 300);
      assert.deepEqual(namesOf(run), ['not_a_server_error GET /b']);
      assert.equal(requestsTo('GET /d', run), 1);
    });
  }
});

describe('options of the command', () => {
  const document = parse(`
paths:
  /a:
    get: { operationId: readA, tags: [plain], responses: { 200: {} } }
    put: { operationId: writeA, tags: [plain], responses: { 200: {} } }
  /b:
    get: { operationId: readB, tags: [special], responses: { 200: {} } }
`);
  async function asked(...options: readonly string[]): Promise<Question[]> {
    const questions: Question[] = [];
    const answer: Answer = (question) => {
      questions.push(question);
      return [200];
    };
    await meet({ document, answer, options: ['--phases', 'examples', ...options] });
    return questions.filter(({ path }) => path !== '/');
  }

  it('choose operations by the same rules as schemathesis.toml', async () => {
    const names = '--include-path-regex ^/a --include-tag special --exclude-operation-id writeA';
    const questions = await asked(...`${names} --include-method get`.split(' '));
    assert.deepEqual(
      questions.map(({ method, path }) => `${method} ${path}`),
      ['GET /a', 'GET /b'],
    );
  });

  it('send headers with every request, and all credentials of a user', async () => {
    const questions = await asked(
      ...['--header', 'X-Tenant: test', '-H', 'X-Trace: 1'],
      ...['--auth', 'bearer:a', '--also', 'header:X-API-Key:k'],
    );
    const sent = questions.map(({ headers }) => [headers['x-tenant'], headers['x-trace']].join());
    assert.deepEqual([...new Set(sent)], ['test,1']);
    assert.deepEqual(
      [questions[0]?.headers.authorization, questions[0]?.headers['x-api-key']],
      ['Bearer a', 'k'],
    );
  });
});

describe('a key that is good for one request', () => {
  it('is another one each time, whatever the example says', async () => {
    const document = parse(`
paths:
  /a:
    post:
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string, minLength: 1 }, example: k }]
      responses: { 200: {}, 400: {} }
`);
    const used: unknown[] = [];
    await meet({
      document,
      answer({ method, headers }) {
        if (method === 'POST' && headers['idempotency-key']) used.push(headers['idempotency-key']);
        return [headers['idempotency-key'] ? 200 : 400];
      },
      options: '--phases examples,fuzzing',
    });
    assert.ok(used.length > 10);
    assert.equal(new Set(used).size, used.length);
  });
});

describe('a login', () => {
  const LOGIN = {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string' }, password: { type: 'string' } },
    example: { username: 'somebody', password: 'else' },
  };
  const logIn = (accepted: number, ...options: readonly string[]) =>
    meet({
      document: { paths: { '/token': { post: { ...takes(LOGIN), responses: { 200: {}, 400: {} } } } } },
      answer: ({ body }) => {
        const { username, password } = Object(body);
        return [username === 'ann' && password === 'pass word"' ? accepted : 400];
      },
      options,
    });
  const auth = ['--auth', 'basic:ann:pass word"'];

  it('is done with the name and password of --auth, and neither is printed', async () => {
    assert.deepEqual(namesOf(await logIn(200, ...auth, '--checks', 'positive_data_acceptance')), []);
    const { findings, output } = await logIn(500, ...auth, '--checks', 'not_a_server_error');
    assert.doesNotMatch(output, /pass word/);
    assert.match(findings[0]?.curl.join() ?? '', /"password":"\*\*\*"/);
  });

  it('asks for them when they are missing', async () => {
    const { findings } = await logIn(200, '--checks', 'not_a_server_error');
    assert.match(findings[0]?.message ?? '', /--auth basic:NAME:PASSWORD/);
  });
});
