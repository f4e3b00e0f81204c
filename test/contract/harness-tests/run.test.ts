/** What a run says of itself, and how it goes on: too little proved, a limited rate, a dying server, hooks, credentials. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCommandLine } from '../harness/command-line.js';
import { CannotRun } from '../harness/errors.js';
import { loadHooks } from '../harness/hooks.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import type { Run } from '../harness/run.js';
import { readRateLimit, waitOf } from '../harness/send.js';
import { summarize } from '../harness/summary.js';
import { json, type Meeting, meet, namesOf, pathParameter, type Question, type Reply } from './meet.js';
import { document, makeTasks } from './tasks.js';

describe('a contract run fails', () => {
  const found = (operation: string) => ({ get: { operationId: operation, responses: { 200: {}, 404: {} } } });
  const thing = { ...found('readThing'), parameters: [pathParameter('id')] };
  const xml = { content: { 'application/xml': { schema: { type: 'object' } } } };
  /** Everything is as declared, and nothing is there. */
  const nothing: Meeting['answer'] = () => [404, {}, { Allow: 'GET' }];
  const tasks = { document, answer: makeTasks() };
  const examples = ['--phases', 'examples'];

  const cases: readonly [when: string, meeting: Meeting, operation: string, message: RegExp][] = [
    [
      'when credentials were refused',
      { ...tasks, options: [...examples, '--auth', 'bearer:not-hers'] },
      'GET /tasks',
      /^No request was accepted: \d+ × 401\. Are the credentials right\?/,
    ],
    [
      'when there were no credentials',
      { ...tasks, options: examples },
      'POST /tasks',
      /^No request was accepted: .*Give credentials with --auth\./,
    ],
    [
      'when no resource existed for a path',
      { document: { paths: { '/things/{id}': thing } }, answer: nothing },
      'GET /things/{id}',
      /nothing exists that the path can name: add data, a link, or an example/,
    ],
    [
      'when an operation never succeeded',
      { document: { paths: { '/things': found('list') } }, answer: nothing },
      'GET /things',
      /Give an example that the service accepts/,
    ],
    [
      'when an operation was not reached',
      {
        document: {
          paths: {
            '/health': found('health'),
            '/things': { post: { responses: { 201: {}, 404: {} } } },
            '/things/{id}': thing,
          },
        },
        answer: nothing,
        options: ['--phases', 'stateful'],
      },
      'GET /things/{id}',
      /^No request was made/,
    ],
    [
      'when a phase sent nothing',
      {
        document: { paths: { '/health': found('health') } },
        answer: nothing,
        options: ['--phases', 'stateful'],
      },
      'the document',
      /^No request was made/,
    ],
    [
      'when no check judged an answer',
      { ...tasks, options: [...examples, '--auth', 'bearer:ann', '--checks', 'ignored_auth'] },
      'the document',
      /^No check had anything to judge: ignored_auth\./,
    ],
    [
      'when there is no operation',
      { document: { paths: {} }, answer: nothing },
      'the document',
      /no operation to test/,
    ],
    [
      'when every operation was left out',
      { ...tasks, options: ['--exclude-path-regex', '^/'] },
      'the document',
      /no operation to test/,
    ],
    [
      'when a body cannot be made',
      {
        document: { paths: { '/things': { post: { requestBody: xml, responses: { 404: {} } } } } },
        answer: nothing,
      },
      'POST /things',
      /No request was accepted/,
    ],
  ];
  for (const [when, meeting, operation, message] of cases)
    it(when, async () => {
      const { findings } = await meet(meeting);
      const told = findings.filter(
        (finding) => finding.check === 'vacuity' && finding.operation === operation,
      );
      assert.match(told.map((finding) => finding.message).join('\n'), message);
      assert.ok(!namesOf({ findings } as Run).includes('vacuity GET /health'), 'it has no life');
    });

  it('only when something was not reached', async () => {
    const options = ['--phases', 'stateful', '--checks', 'use_after_free', '--auth', 'bearer:ann'];
    const run = await meet({ ...tasks, options });
    assert.deepEqual(namesOf(run), []);
    assert.match(summarize(run, 1), /ok {3}GET \/health +0 requests/);
  });
});

describe('the summary of a contract run', () => {
  it('counts for a check the answers that it judged', async () => {
    const options = [
      '--auth',
      'bearer:ann',
      '--phases',
      'coverage',
      '--checks',
      'ignored_auth,not_a_server_error',
    ];
    const { checked } = await meet({ document, answer: makeTasks(), options });
    // Two for each operation that asks who is there: none, and wrong ones.
    assert.ok(Number(checked.get('ignored_auth')) < 60 && Number(checked.get('not_a_server_error')) > 100);
  });

  it('says which operations accepted less than one request in ten, and which rules could not run', async () => {
    const item = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', maxLength: 20 } },
    };
    let made = 0;
    const run = await meet({
      document: {
        paths: {
          '/things': {
            get: {
              parameters: [{ name: 'name', in: 'query', schema: { type: 'string', maxLength: 20 } }],
              responses: { 200: json({ type: 'array', items: item }) },
            },
            post: { requestBody: { required: true, ...json(item) }, responses: { 201: json(item), 409: {} } },
          },
          '/things/{id}': {
            parameters: [pathParameter('id')],
            get: { responses: { 200: json(item), 404: {} } },
          },
        },
      },
      // It takes one thing, and no other.
      answer: ({ method, path }) => {
        if (method === 'POST') return ++made === 1 ? [201, { name: 'a' }, { Location: '/things/1' }] : [409];
        return path === '/things' ? [200, []] : [path === '/things/1' ? 200 : 404, { name: 'a' }];
      },
    });
    const text = summarize(run, 1);
    assert.match(text, /few {2}POST \/things +\d+ requests, 1 accepted/);
    assert.match(
      text,
      /warning: POST \/things: of \d+ requests that keep every rule 1 were accepted: 1 × 201, \d+ × 409\./,
    );
    assert.match(
      text,
      /warning: GET \/things: stored_data_conformance was not tried fully with the filter name: of \d+/,
    );
  });
});

const limitedDocument = {
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
const takesMost: Meeting['answer'] = ({ method, query }) => {
  if (method !== 'GET') return [405, undefined, { Allow: 'GET' }];
  return [query.get('limit') === '0' ? 400 : 200];
};

/** After so many requests it refuses for a second: a loaded machine may not send as many in one second. */
function limited(requests: number, refusal: Reply): Meeting['answer'] {
  let count = 0;
  let refusedUntil: number | undefined;
  return (question) => {
    if (refusedUntil !== undefined && Date.now() >= refusedUntil) [count, refusedUntil] = [0, undefined];
    count += 1;
    if (count <= requests) return takesMost(question);
    refusedUntil ??= Date.now() + 1000;
    return refusal;
  };
}

const options = ['--phases', 'examples,coverage'];

describe('a run against a server that limits the rate', () => {
  it('finds what it finds without the limit', { timeout: 60_000 }, async () => {
    const free = await meet({ document: limitedDocument, answer: takesMost, options });
    const slow = await meet({
      document: limitedDocument,
      answer: limited(30, [429, {}, { 'Retry-After': '1' }]),
      options,
    });
    assert.deepEqual(namesOf(slow), namesOf(free));
    assert.ok(namesOf(free).includes('negative_data_rejection GET /a'));
    assert.ok(slow.throttle.waited > 0);
    assert.equal(slow.tallyOf(slow.operations()[0] ?? assert.fail()).throttled, 0);
  });

  it('keeps to --rate-limit', { timeout: 60_000 }, async () => {
    const times: number[] = [];
    await meet({
      document: limitedDocument,
      answer: (question) => {
        times.push(performance.now());
        return takesMost(question);
      },
      options: [...options, '--rate-limit', '20/s'],
    });
    // The first request looks whether the server is there. A request that comes late shortens one gap, not ten.
    const paced = times.slice(1);
    const tens = paced.slice(10).map((time, index) => time - (paced[index] ?? 0));
    assert.ok(tens.length > 10);
    assert.ok(
      tens.every((milliseconds) => milliseconds > 400),
      tens.join(' '),
    );
  });

  it('judges no 429, and is a finding when most requests got one', { timeout: 60_000 }, async () => {
    const refused: Meeting['answer'] = () => [429, {}, { 'Retry-After': '3600' }];
    const run = await meet({ document: limitedDocument, answer: refused, options });
    assert.deepEqual(namesOf(run), ['vacuity the document', 'vacuity GET /a']);
    assert.match(run.findings.at(-1)?.message ?? '', /requests got 429 and were not judged/);
    assert.equal(run.checked.get('not_a_server_error'), undefined);
    assert.equal(run.throttle.gaveUp, true);
  });
});

describe('a rate limit', () => {
  it('is a number of requests per length of time', () => {
    assert.deepEqual(readRateLimit('100/m'), { requests: 100, period: 60_000 });
    assert.deepEqual(readRateLimit('60/5s'), { requests: 60, period: 5000 });
    for (const text of ['100', '0/s', '5/week', '/s'])
      assert.throws(() => readRateLimit(text), { name: CannotRun.name }, text);
  });
});

describe('Retry-After', () => {
  const after = (text: string) => waitOf({ headers: { 'retry-after': text } });
  it('is a number of seconds, or a date', () => {
    assert.equal(after('2'), 2050);
    const inTen = after(new Date(Date.now() + 10_000).toUTCString()) ?? 0;
    assert.ok(inTen > 8000 && inTen < 11_000, String(inTen));
    assert.equal(after('soon'), undefined);
  });
});

const deadlyPaths = Object.fromEntries(
  ['/a', '/b', '/c', '/d'].map((path) => [path, { get: { responses: { 200: {} } } }]),
);
const deadlyDocument = JSON.stringify({ openapi: '3.0.3', paths: deadlyPaths });

/** Milliseconds. */
const lostAfter = 1500;

/** @param comesBack milliseconds after which a supervisor starts it again; undefined for never */
async function die(when: 'before its answer' | 'after its answer', comesBack?: number): Promise<Run> {
  let server: Server | undefined;
  let port = 0;
  const start = () =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => {
        if (request.url === '/openapi.json') return void response.end(deadlyDocument);
        if (request.url !== '/b') return void response.end();
        if (when === 'after its answer') response.end();
        setImmediate(() => {
          server?.close();
          server?.closeAllConnections();
          if (comesBack !== undefined) setTimeout(start, comesBack);
        });
      }).listen(port, '127.0.0.1', () => {
        const address = server?.address();
        if (typeof address === 'object' && address !== null) port = address.port;
        resolve();
      });
    });
  await start();
  try {
    const run = await prepareRun(
      readCommandLine(['--url', `http://127.0.0.1:${port}`, '--phases', 'examples', '--seed', '1']),
      { lostAfter },
    );
    for (const scenario of scenariosOf(run)) await scenario.run();
    run.close();
    return run;
  } finally {
    server?.closeAllConnections();
    server?.close();
  }
}

describe('a server that dies', { timeout: 60_000 }, () => {
  for (const when of ['before its answer', 'after its answer'] as const) {
    it(`${when} gives one finding, with the last requests`, async () => {
      const { findings, tallies } = await die(when);
      const [finding, ...more] = findings;
      assert.equal(finding?.check, 'not_a_server_error');
      assert.deepEqual(more, []);
      assert.match(finding?.message ?? '', /stopped answering .* did not come back/);
      // After its answer the next request may be on its way already: both are shown.
      assert.ok(finding?.curl.slice(-2).some((line) => line.endsWith('/b')));
      assert.ok(!tallies.has('GET /d'), 'nothing else was asked');
    });

    it(`${when} and comes back gives one finding, of the request that ended it, and the run goes on`, async () => {
      const { findings, tallies } = await die(when, 300);
      assert.deepEqual(
        findings.map(({ check, operation }) => `${check} ${operation}`),
        ['not_a_server_error GET /b'],
      );
      assert.equal(tallies.get('GET /d')?.successes, 1);
    });
  }
});

describe('credentials', () => {
  const document = {
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: { '/a': { get: { responses: { 200: {}, 401: {} } } } },
  };

  it('come from the hook authenticate, again after a 401, and probes are told apart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-hooks-'));
    const file = join(folder, 'hooks.mjs');
    await writeFile(
      file,
      `let count = 0;
       export default {
         authenticate: ({ user }) => (user === 'self' ? 'bearer:t' + ++count : undefined),
         beforeRequest: (request, { probe }) => ({ ...request, headers: { ...request.headers, 'X-Probe': String(probe) } }),
       };`,
    );
    let good = 't1';
    let served = 0;
    const probes = new Set<unknown>();
    const run = await meet({
      document,
      answer({ headers }) {
        const { authorization, 'x-probe': probe } = headers;
        // The first request looks whether the server is there, and goes past the hooks.
        if (probe !== undefined) probes.add(probe);
        const isGood = authorization === `Bearer ${good}`;
        // Each token is good for five requests.
        if (isGood) served += 1;
        if (served === 5) [good, served] = [`t${Number(good.slice(1)) + 1}`, 0];
        return [isGood ? 200 : 401];
      },
      options: ['--hooks', file, '--phases', 'examples,coverage'],
    }).finally(() => rm(folder, { recursive: true, force: true }));
    assert.deepEqual(
      namesOf(run).filter((name) => /ignored_auth|vacuity|positive/.test(name)),
      [],
    );
    assert.ok(Number(good.slice(1)) > 2, good);
    assert.deepEqual([...probes].sort(), ['anonymous', 'undefined', 'wrong credentials']);
  });
});

describe('a key that is good for one request', () => {
  it('is another one each time, whatever the example says', async () => {
    const header = {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 1 },
      example: 'k',
    };
    const used: unknown[] = [];
    await meet({
      document: { paths: { '/a': { post: { parameters: [header], responses: { 200: {}, 400: {} } } } } },
      answer({ method, headers }) {
        if (method === 'POST' && headers['idempotency-key']) used.push(headers['idempotency-key']);
        return [headers['idempotency-key'] ? 200 : 400];
      },
      options: ['--phases', 'examples,fuzzing'],
    });
    assert.ok(used.length > 10);
    assert.equal(new Set(used).size, used.length);
  });
});

const operation = (operationId: string, tag: string) => ({
  operationId,
  tags: [tag],
  responses: { 200: {}, 201: {} },
});
const tagged = {
  paths: {
    '/a': { get: operation('readA', 'plain'), put: operation('writeA', 'plain') },
    '/b': { get: operation('readB', 'special') },
  },
};

async function asked(options: readonly string[], more: Partial<Meeting> = {}): Promise<Question[]> {
  const questions: Question[] = [];
  await meet({
    document: tagged,
    answer: (question) => {
      questions.push(question);
      return [200];
    },
    options: ['--phases', 'examples', ...options],
    ...more,
  });
  return questions.filter(({ path }) => path !== '/');
}

describe('options for operations', () => {
  it('choose by the same rules as schemathesis.toml', async () => {
    const options =
      '--include-path-regex ^/a --include-tag special --exclude-operation-id writeA --include-method get';
    const questions = await asked(options.split(' '));
    assert.deepEqual(
      questions.map(({ method, path }) => `${method} ${path}`),
      ['GET /a', 'GET /b'],
    );
  });
});

describe('--header and --also', () => {
  it('send the header with every request', async () => {
    const questions = await asked(['--header', 'X-Tenant: test', '-H', 'X-Trace: 1']);
    assert.ok(questions.every(({ headers }) => headers['x-tenant'] === 'test' && headers['x-trace'] === '1'));
  });

  it('send all credentials of a user', async () => {
    const [question] = await asked(['--auth', 'bearer:a', '--also', 'header:X-API-Key:k']);
    assert.deepEqual([question?.headers.authorization, question?.headers['x-api-key']], ['Bearer a', 'k']);
  });
});

describe('a login', () => {
  const LOGIN = {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string' }, password: { type: 'string' } },
    example: { username: 'somebody', password: 'else' },
  };
  const login: Meeting = {
    document: {
      paths: {
        '/token': {
          post: { requestBody: { required: true, ...json(LOGIN) }, responses: { 200: {}, 400: {} } },
        },
      },
    },
    answer: ({ body }) => {
      const { username, password } = Object(body);
      return [username === 'ann' && password === 'pass word"' ? 200 : 400];
    },
  };

  it('is done with the name and password of --auth, and neither is printed', async () => {
    const options = ['--auth', 'basic:ann:pass word"'];
    const run = await meet({ ...login, options: [...options, '--checks', 'positive_data_acceptance'] });
    assert.deepEqual(namesOf(run), []);
    const answer: Meeting['answer'] = async (question) => {
      const [status] = await login.answer(question);
      return [status === 200 ? 500 : status];
    };
    const { findings } = await meet({
      ...login,
      answer,
      options: [...options, '--checks', 'not_a_server_error'],
    });
    assert.ok(findings.length > 0);
    assert.ok(findings.every(({ curl }) => curl.every((line) => !line.includes('pass word'))));
    assert.match(findings[0]?.curl.join() ?? '', /\$PASSWORD/);
  });

  it('asks for them when they are missing', async () => {
    const run = await meet({ ...login, options: ['--checks', 'not_a_server_error'] });
    assert.match(run.findings[0]?.message ?? '', /--auth basic:NAME:PASSWORD/);
  });
});

describe('a module of hooks', () => {
  async function withModule(text: string, use: (file: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'contract-hooks-'));
    try {
      const file = join(folder, 'hooks.mjs');
      await writeFile(file, text);
      await use(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('changes requests, and adds checks and formats', () =>
    withModule(
      `export default {
        beforeRequest: (request, { operation }) => ({ ...request, headers: { ...request.headers, 'X-Op': operation } }),
        checks: { has_trace: ({ answer }) => answer.headers['x-trace'] ? undefined : 'There is no X-Trace.' },
        formats: { plate: { isValid: (text) => /^[A-Z]{2}-\\d{3}$/.test(text), examples: ['AB-123'] } },
      };`,
      async (file) => {
        const CAR = {
          type: 'object',
          required: ['plate', 'owner'],
          properties: { plate: { type: 'string', format: 'plate' }, owner: { type: 'string' } },
        };
        const questions: Question[] = [];
        const run = await meet({
          document: {
            paths: {
              '/cars': {
                post: {
                  operationId: 'addCar',
                  requestBody: { required: true, ...json(CAR) },
                  responses: { 201: {}, 400: {} },
                },
              },
            },
          },
          answer: (question) => {
            questions.push(question);
            const { plate, owner } = Object(question.body);
            return [/^[A-Z]{2}-\d{3}$/.test(String(plate)) && typeof owner === 'string' ? 201 : 400];
          },
          options: ['--phases', 'examples,fuzzing', '--hooks', file],
        });
        assert.deepEqual([...new Set(namesOf(run))], ['has_trace POST /cars']);
        const [first] = questions.filter(({ path }) => path === '/cars');
        assert.equal(first?.headers['x-op'], 'addCar');
        assert.equal(Object(first?.body).plate, 'AB-123');
      },
    ));

  it('is refused when it is not there, or exports what is unknown', () =>
    withModule('export default { afterAll() {} };', async (file) => {
      await assert.rejects(loadHooks(file), { name: CannotRun.name, message: /afterAll is not a hook/ });
      await assert.rejects(loadHooks(`${file}.none`), { name: CannotRun.name, message: /cannot be loaded/ });
    }));
});
