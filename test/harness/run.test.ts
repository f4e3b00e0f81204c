/** What a run says of itself, and how it goes on: limited rates, a dying server and keys. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import {
  type Answer,
  cellsOf,
  documentOf,
  meet,
  namesOf,
  patternOf,
  type Reply,
  runContract,
  type Service,
} from './run-harness.js';

describe('a run that proves too little is a finding', () => {
  const bearer = 'components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }';
  const nothing: Answer = () => [404, {}, { Allow: 'GET' }];
  const asAnn: Answer = ({ headers }) => [headers.authorization === 'Bearer ann' ? 200 : 401];
  const SERVICES: Readonly<Record<string, Service>> = {
    empty: { document: 'paths: {}' },
    get: { document: 'GET /a: { statuses: [200, 404] }', answer: nothing },
    health: { document: 'GET /health: { statuses: [200, 404] }', answer: nothing },
    item: { document: 'GET /things/{id}: { statuses: [200, 404] }', answer: nothing },
    secured: {
      document: `${bearer}\nGET /a: { security: [{ bearer: [] }], statuses: [200, 401] }`,
      answer: asAnn,
    },
    xml: {
      document:
        'POST /a: { requestBody: { required: true, content: { application/xml: {} } }, statuses: [200, 404] }',
      answer: nothing,
    },
  };

  /** The service, the options, the operation, and the message; none where nothing is found. */
  const rows = cellsOf(`
    when credentials were refused | secured | --auth bearer:not-hers | GET /a | No request was accepted: … × 401. …
    when there were none | secured | | GET /a | No request was accepted: …Give credentials …
    when no resource existed for a path | item | | GET /things/{id} | …data that the path can name…
    when an operation never succeeded | get | | GET /a | …an example that the service accepts…
    when a phase sent nothing | health | --phases stateful | the document | No request was made…
    when no check judged an answer | get | --checks ignored_auth | the document | No check had anything to judge: …
    when there is no operation | empty | | the document | …no operation to test…
    when every operation was left out | get | --exclude-path-regex ^/ | the document | …no operation to test…
    when a body cannot be made | xml | | POST /a | …No request was accepted…
  `);
  for (const [when, name = '', options = '', operation, message] of rows)
    it(`${when}`, async () => {
      const { findings } = await meet({ ...(SERVICES[name] ?? assert.fail(name)), options });
      const told = findings.filter((one) => one.name === `vacuity ${operation}`);
      assert.match(told.map((one) => one.message).join('\n'), message ? patternOf(message) : /^$/);
    });

  it('unless it need not succeed', async () => {
    const toml = '[[operations]]\ninclude-path = "/a"\nwarnings = false';
    const run = await meet({ ...(SERVICES.get ?? assert.fail()), options: '--phases examples', toml });
    assert.deepEqual(namesOf(run), []);
  });

  it('and the summary says what was seldom accepted, and which rules could not run', async () => {
    let thing: unknown;
    const { output } = await meet({
      document: `
x-item: { type: object, required: [name], properties: { name: &name { type: string, maxLength: 20 } } }
GET /things:
  parameters: [{ name: name, in: query, schema: *name }]
  gives: { type: array, items: { $ref: '#/x-item' } }
POST /things: { takes: { $ref: '#/x-item' }, gives: { $ref: '#/x-item' }, statuses: [201, 409] }
GET /things/{id}: { gives: { $ref: '#/x-item' }, statuses: [200, 404] }
`,
      // It takes one thing, and no other.
      answer: ({ method, path, body }) => {
        if (method === 'POST' && thing) return [409];
        if (method === 'POST') thing = body;
        if (method === 'POST') return [201, thing, { Location: '/things/1' }];
        return path === '/things' ? [200, []] : [path === '/things/1' ? 200 : 404, thing];
      },
    });
    assert.match(output, /few {2}POST \/things +\d+ requests, 1 accepted/);
    const counts =
      /warning: POST \/things: of \d+ requests that keep every rule 1 were accepted: 1 × 201, \d+ × 409\./;
    assert.match(output, counts);
    assert.match(
      output,
      /warning: GET \/things: stored_data_conformance was not tried fully with the filter name/,
    );
  });
});

describe('a run against a server that limits the rate', { timeout: 60_000 }, () => {
  const document = `
GET /a:
  parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }]
  statuses: [200, 400, 429]
`;
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
  const phases = '--phases examples,coverage';

  it('finds what it finds without the limit', async () => {
    const free = await meet({ document, answer: takesMost, options: phases });
    assert.ok(namesOf(free).includes('negative_data_rejection GET /a'));
    const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();
    for (const after of [() => '1', inTwoSeconds]) {
      const answer = limited(15, () => [429, {}, { 'Retry-After': after() }]);
      const slow = await meet({ document, answer, options: phases });
      assert.deepEqual(namesOf(slow), namesOf(free));
    }
  });

  it('keeps to --rate-limit, which is a number of requests per length of time', async () => {
    const times: number[] = [];
    const answer: Answer = (question) => {
      times.push(performance.now());
      return takesMost(question);
    };
    await meet({ document, answer, options: `${phases} --rate-limit 40/2s` });
    // The first request looks whether the server is there. A request that comes late shortens one gap, not ten.
    const paced = times.slice(1);
    const tens = paced.slice(10).map((time, index) => time - (paced[index] ?? 0));
    assert.ok(tens.length > 10);
    assert.ok(Math.min(...tens) > 400, tens.join(' '));
  });
});

describe('a server that dies', { timeout: 60_000 }, () => {
  const document = JSON.stringify({ openapi: '3.0.3', ...documentOf('{ GET /a, GET /b, GET /c, GET /d }') });

  /** @param comesBack milliseconds after which a supervisor starts it again; undefined for never */
  async function die(isAnswered: boolean, comesBack?: number) {
    let server: Server | undefined;
    let port = 0;
    let last: string | undefined;
    const start = async () => {
      server = createServer((request, response) => {
        if (request.url === '/openapi.json') return void response.end(document);
        last = request.url;
        if (last !== '/b') return void response.end();
        if (isAnswered) response.end();
        setImmediate(() => {
          server?.close();
          server?.closeAllConnections();
          if (comesBack !== undefined) setTimeout(start, comesBack);
        });
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
    };
    await start();
    const run = await runContract(`--url http://127.0.0.1:${port} --phases examples --seed 1`);
    server?.closeAllConnections();
    server?.close();
    return { ...run, last };
  }

  for (const [when, isAnswered] of [
    ['before its answer', false],
    ['after its answer', true],
  ] as const) {
    it(`${when} gives one finding, with the last requests`, async () => {
      const { findings, last, output } = await die(isAnswered);
      const [finding = assert.fail(output), ...more] = findings;
      assert.deepEqual(more, []);
      assert.equal(finding.check, 'not_a_server_error');
      assert.match(finding.message, /stopped answering .* did not come back/);
      // After its answer the next request may be on its way already: both are shown.
      assert.ok(finding.curl.slice(-2).some((line) => line.endsWith('/b')));
      assert.equal(last, '/b');
    });

    it(`${when} and comes back gives one finding, of the request that ended it, and the run goes on`, async () => {
      const run = await die(isAnswered, 300);
      assert.deepEqual(namesOf(run), ['not_a_server_error GET /b']);
      assert.equal(run.last, '/d');
    });
  }
});

describe('a key that is good for one request', () => {
  it('is another one each time, whatever the example says', async () => {
    const { questions } = await meet({
      document: `
POST /a:
  parameters:
    - { name: Idempotency-Key, in: header, required: true, schema: { type: string, minLength: 1 }, example: k }
`,
      answer: ({ headers }) => [headers['idempotency-key'] ? 200 : 400],
      options: '--phases examples,fuzzing',
    });
    const used = questions.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    assert.ok(used.length > 10);
    assert.equal(new Set(used).size, used.length);
  });
});
