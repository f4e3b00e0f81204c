/** What a run does beyond single requests: links, tokens that end, fixed parameters, broken random requests, shrinking. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, meet, namesOf, runContract, runHarness, serveAnswer } from './run-harness.js';

describe('a link', () => {
  const document = `
POST /jobs:
  responses:
    202:
      content: { application/json: { schema: { type: object, properties: { ticket: { type: string } } } } }
      links: { watch: { operationId: watch, parameters: { number: '$response.body#/ticket', query.full: true } } }
GET /queue/{number}/state:
  operationId: watch
  parameters: [{ name: full, in: query, schema: { type: boolean } }]
  statuses: [200, 404]
`;
  const serve =
    (state: (full: string | null) => number): Answer =>
    ({ method, path, query }) => {
      if (method === 'POST') return [202, { ticket: 'a7' }];
      return [path === '/queue/a7/state' ? state(query.get('full')) : 404];
    };
  const run = (answer: Answer) =>
    meet({ document, answer, options: '--phases stateful --exclude-checks negative_data_rejection' });

  it('leads to what its answer names, with each of its parameters', async () => {
    const { findings, questions } = await run(serve((full) => (full === 'true' ? 200 : 404)));
    assert.ok(
      questions.some(({ path, query }) => path === '/queue/a7/state' && query.get('full') === 'true'),
    );
    assert.deepEqual(
      findings.map(({ text }) => text),
      [],
    );
  });

  it('that leads to nothing is a finding', async () => {
    const { findings } = await run(serve(() => 404));
    const told = findings.map(({ name, message }) => `${name}: ${message}`);
    assert.ok(
      told.includes(
        'ensure_resource_availability GET /queue/{number}/state: The link watch of POST /jobs leads to 404.',
      ),
      told.join('\n'),
    );
  });
});

describe('a token', () => {
  it('is asked for at the start, and again when it has ended', async () => {
    const document = `
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
GET /a: { security: [{ bearer: [] }], statuses: [200, 400, 401], parameters: [{ name: n, in: query, schema: { type: integer } }] }
`;
    let given = 0;
    let left = 0;
    const answer: Answer = ({ method, path, body, headers }) => {
      if (method === 'POST' && path === '/login') {
        const isRight = Object(body).user === 'ann';
        if (isRight) [given, left] = [given + 1, 10];
        return isRight ? [200, { data: { token: `t${given}` } }] : [401];
      }
      if (headers.authorization !== `Bearer t${given}` || left === 0) return [401];
      left -= 1;
      return [200];
    };
    const login = '[auth.dynamic.openapi.bearer]\npath = "/login"\nextract_selector = "/data/token"';
    const toml = `${login}\npayload = { user = "ann" }`;
    const options =
      '--phases fuzzing,coverage --checks ignored_auth,status_code_conformance,positive_data_acceptance';
    const run = await meet({ document, answer, toml, options });
    assert.deepEqual(namesOf(run), []);
    assert.ok(given > 2, `${given} tokens`);
    const wrong = await meet({ document, answer, toml: login, options });
    assert.match(wrong.output, /auth\.dynamic\.openapi\.bearer: POST \/login answers 401 without a token/);
    assert.equal(wrong.code, 2);
  });
});

describe('schemathesis.toml', () => {
  it('gives parameters and logins to operations', async () => {
    const document = `
components: { securitySchemes: { basic: { type: http, scheme: basic } } }
GET /teams/{team}: { parameters: [{ name: size, in: query, schema: { type: integer, minimum: 1 } }], statuses: [200, 400] }
GET /admin: { security: [{ basic: [] }], statuses: [200, 401] }
`;
    const toml = `[parameters]\n"path.team" = "red"\nsize = 3\n[[operations]]\ninclude-path = "/admin"\nauth.basic = { username = "root", password = "pw" }`;
    const { questions, findings } = await meet({
      document,
      toml,
      options: '--auth ann:pw --exclude-checks unsupported_method',
      answer: ({ headers, path }) => [
        path === '/admin' && headers.authorization !== `Basic ${btoa('root:pw')}` ? 401 : 200,
      ],
    });
    assert.deepEqual(
      findings.map(({ text }) => text),
      [],
    );
    const teams = questions.filter(({ path }) => path.startsWith('/teams/'));
    assert.deepEqual(
      [...new Set(teams.map(({ path, query }) => `${path} ${query.get('size')}`))],
      ['/teams/red 3'],
    );
  });
});

describe('a random request', () => {
  const members =
    '{ a: { type: integer, minimum: 0 }, b: { type: string, maxLength: 60 }, c: { type: array, items: { type: string } } }';
  const document = `POST /a: { takes: { type: object, required: [b], properties: ${members} } }`;
  const fuzz = (answer: Answer, more = '') =>
    meet({ document, answer, options: `--phases fuzzing --max-examples 60 ${more}` });

  it('breaks a rule, too', async () => {
    const run = await fuzz(() => [200], '--checks negative_data_rejection');
    assert.ok(
      run.findings.length > 0 && run.findings.every(({ about }) => about.startsWith('made up, with ')),
    );
  });

  it('that fails is shown as small as it still fails', async () => {
    const breaks: Answer = ({ body }) => [
      Array.isArray(Object(body).c) && Object(body).c.length > 0 ? 500 : 200,
    ];
    const only = '--checks not_a_server_error';
    const bodyOf = async (more: string) => {
      const [first = assert.fail('nothing')] = (await fuzz(breaks, `${only} ${more}`)).findings;
      return /--data-raw '(.*?)' http/.exec(first.curl.at(-1) ?? '')?.[1] ?? '';
    };
    const small = await bodyOf('');
    assert.ok(small.length <= 20, small);
    assert.ok((await bodyOf('--no-shrink')).length > small.length);
  });
});

describe('a run', () => {
  it('sends no POST again whose connection was lost, and says so', async () => {
    let posts = 0;
    const { findings, questions } = await meet({
      document: 'POST /a: { statuses: [201] }\nGET /a:',
      options: '--phases examples',
      answer: ({ method }) => {
        if (method !== 'POST') return [200];
        posts += 1;
        return undefined;
      },
    });
    assert.equal(posts, questions.filter(({ method }) => method === 'POST').length);
    assert.equal(posts, 1);
    assert.deepEqual(
      findings.map(({ name }) => name),
      ['not_a_server_error POST /a'],
    );
    assert.match(
      findings[0]?.message ?? '',
      /There was no answer: socket hang up\. A POST is not sent again/,
    );
  });

  it('ends after --max-failures, takes the description as its argument, and names the option that is meant', async () => {
    const document = 'GET /a:\nGET /b:\nGET /c:';
    const few = await meet({ document, answer: () => [418], options: '--max-failures 2 --phases examples' });
    assert.equal(few.findings.length, 2);
    const { url, close } = await serveAnswer({ document });
    const short = `run ${url}/openapi.json -c not_a_server_error -n 3 --phases examples --request-timeout 5`;
    assert.equal((await runContract(short)).code, 0);
    assert.match((await runContract('--max-example 3')).output, /Do you mean --max-examples\?/);
    assert.match(
      (await runContract(`${url}/openapi.json --tls-verify none.pem`)).output,
      /--tls-verify: ENOENT/,
    );
    await close();
  });

  it('goes through a proxy', async () => {
    const server = await serveAnswer({ document: 'GET /a:' });
    const proxy = await serveAnswer({ document: {}, answer: ({ path }) => [200, { path }] });
    const spec = `${server.url}/openapi.json`;
    const { output } = await runContract(`${spec} --phases examples --proxy ${proxy.url}`);
    await Promise.all([server.close(), proxy.close()]);
    assert.match(proxy.questions.map(({ path }) => path).join(), /\/a/, output);
  });

  it('that could not test all ends with 3', async () => {
    const server = await serveAnswer({
      document: "GET /a: { gives: { $ref: '#/nothing' } }",
      answer: () => [200, {}],
    });
    const { code, output } = await runHarness(`--url ${server.url} --phases examples`);
    await server.close();
    assert.equal(code, 3, output);
  });
});
