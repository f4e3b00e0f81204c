/** Where requests go, how answers are read, and how what a path names is found or made. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../contract/serve.js';
import { type Answer, cellsOf, meet, namesOf, type Outcome, patternOf, runContract } from './run-harness.js';

const DOCUMENT = 'openapi: 3.0.3\npaths: { /a: { get: { responses: { 200: {} } } } }';

/** @returns the targets of the requests */
async function targets(document: string, ...options: readonly string[]): Promise<string[]> {
  const { questions } = await meet({ document, options: ['--phases', 'examples', ...options] });
  return [...new Set(questions.map(({ path }) => path))].sort();
}

describe('a request', () => {
  it('goes to the path of the document, encoded where it has to be', async () => {
    const odd = "/a:b;c=(d)/~e,f@g!$&'*+";
    const document = `
GET /größe:
GET /a b/{id}: { parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: ä }] }
GET /a%20b:
GET /50%:
"GET ${odd}":
`;
    assert.deepEqual(await targets(document), ['/50%25', '/a%20b', '/a%20b/%C3%A4', odd, '/gr%C3%B6%C3%9Fe']);
  });

  it('goes below the base path: of a relative server, of no other host, or of --base-path', async () => {
    const at = (url: string, ...options: readonly string[]) =>
      targets(`{ servers: [{ url: ${url} }], GET /a: }`, ...options);
    assert.deepEqual(await at('/v1'), ['/v1/a']);
    assert.deepEqual(await at('https://api.example.com/v1'), ['/a']);
    assert.deepEqual(await at('/v1', '--base-path', 'v2/'), ['/v2/a']);
    assert.deepEqual(await at('/v1', '--base-path', ''), ['/a']);
  });

  it('for the document goes to the usual addresses, follows a redirect, and says where it found none', async () => {
    const server = await serve(({ url = '' }, response) => {
      if (url === '/v1/openapi.yaml' || url === '/found?v=1') return void response.end(DOCUMENT);
      if (url === '/moved') return void response.writeHead(302, { Location: '/found?v=1' }).end();
      if (url === '/circle') return void response.writeHead(302, { Location: url }).end();
      response.writeHead(url.endsWith('/a') ? 200 : 404).end();
    });
    const run = (path: string, options = '') =>
      runContract(`--url ${server.url}${path} --phases examples ${options}`);
    assert.match((await run('/v1')).output, /\/v1\/openapi\.yaml$/m);
    assert.match((await run('', `--spec ${server.url}/moved`)).output, /ok {3}GET \/a/);
    assert.match((await run('', `--spec ${server.url}/circle`)).output, /it answers 302/);
    const nowhere = /^No OpenAPI description was found at .*openapi\.json, .*swagger\.json/;
    assert.match((await run('')).output, nowhere);
    await server.close();
  });
});

describe('an answer', () => {
  const HEADER = 'response_headers_conformance: The header X-A:';
  const BODY = 'response_schema_conformance: The body is not valid text/plain';
  /** The schema of the header X-A, what it is, the type of the body, which is `café` in Latin 1, and what is found. */
  const rows = cellsOf(`
    { $ref: '#/x-scopes' } | a, b | image/png |
    { $ref: '#/x-scopes' } | a, c | image/png | ${HEADER} "a, c" must be equal to one…
    { allOf: [{ $ref: '#/x-scopes' }] } | a | image/png |
    { type: string, maxLength: 4 } | a, b | image/png |
    { type: string, maxLength: 3 } | a, b | image/png | …more than 3…
    {} | a | text/plain; charset="ISO-8859-1" |
    {} | a | text/plain; charset=utf-8 | ${BODY}…
  `);
  async function* drip() {
    for (;;) {
      yield ': ping\n\n';
      await sleep(20);
    }
  }
  let run: Outcome;
  before(async () => {
    const operations = rows.map(
      ([schema], index) =>
        `GET /a${index}: { responses: { 200: { headers: { X-A: { schema: ${schema} } }, content: *content } } }`,
    );
    run = await meet({
      document: `
x-scopes: { type: array, items: { type: string, enum: [a, b] } }
x-content: &content { image/png: {}, text/plain: { schema: { type: string } } }
GET /drip: { responses: { 200: { content: { text/plain: { schema: { type: string } } } } } }
GET /events: { responses: { 200: { content: { text/event-stream: { schema: { type: string } } } } } }
GET /never:
GET /dropped: { parameters: [{ name: a, in: query, schema: { type: string }, example: b }] }
${operations.join('\n')}`,
      answer: ({ path, query }) => {
        const [, header = '', type = ''] = rows[Number(path.slice('/a'.length))] ?? [];
        if (type !== '') return [200, Buffer.from('café', 'latin1'), { 'Content-Type': type, 'X-A': header }];
        if (path === '/drip') return [200, Readable.from(drip()), { 'Content-Type': 'text/plain' }];
        if (path === '/events') return [200, Readable.from(drip()), { 'Content-Type': 'text/event-stream' }];
        if (path === '/never') return new Promise(() => {});
        return query.get('a') === 'b' ? undefined : [200];
      },
      options: '--phases examples',
      toml: 'request-timeout = 1',
    });
  });
  const foundAt = (path: string) =>
    run.findings.flatMap(({ name, check, message }) =>
      name.endsWith(` ${path}`) ? [`${check}: ${message}`] : [],
    );

  for (const [index, [schema, header, type, finds]] of rows.entries())
    it(`of ${type} with X-A: ${header} is read by ${schema}`, () => {
      assert.match(foundAt(`/a${index}`).join('\n'), patternOf(finds ?? ''));
    });

  it('without an end is judged by its head, and one that never begins is missing', () => {
    for (const path of ['/drip', '/events']) assert.deepEqual(foundAt(path), []);
    assert.match(foundAt('/never').join(), /^not_a_server_error: .*no answer within 1000 ms/);
    assert.match(foundAt('/dropped').join(), /^not_a_server_error: There was no answer: socket hang up/);
  });
});

/** @returns what is found, but for the finding that a service whose only resource cannot be read proves nothing */
async function hold(document: string, answer: Answer, phases = 'examples,stateful'): Promise<string[]> {
  const checks = 'not_a_server_error,use_after_free,ensure_resource_availability,location_conformance';
  const run = await meet({ document, answer, options: `--phases ${phases} --checks ${checks}` });
  return namesOf(run).filter((name) => !name.startsWith('vacuity '));
}

describe('a resource', () => {
  it('is made by PUT where clients give the names, read, deleted and read again', async () => {
    const document = `
GET /kv/{key}: { statuses: [200, 404] }
PUT /kv/{key}: { takes: { type: object }, statuses: [204] }
DELETE /kv/{key}: { statuses: [204, 404] }
`;
    const keepValues = (forgets: boolean): Answer => {
      const kept = new Set<string>();
      return ({ method, path: key }) => {
        if (method === 'PUT') kept.add(key);
        else if (!kept.has(key)) return [404];
        if (method === 'DELETE' && forgets) kept.delete(key);
        return method === 'GET' ? [200, {}] : [204];
      };
    };
    assert.deepEqual(await hold(document, keepValues(true)), []);
    assert.deepEqual(await hold(document, keepValues(false), 'stateful'), ['use_after_free GET /kv/{key}']);
  });

  it('is found where paths give its parameters other names', async () => {
    const document = `
POST /users: { statuses: [201] }
POST /users/{userId}/posts: { statuses: [201] }
GET /users/{uid}/posts/{postId}: { statuses: [200, 404] }
GET /users/{u}/posts/{p}/text: { statuses: [200, 404] }
`;
    const answer: Answer = ({ method, path }) => {
      if (method === 'POST' && path === '/users') return [201, { id: 'ann' }];
      if (method === 'POST' && path === '/users/ann/posts') return [201, { id: 'first' }];
      return [/^\/users\/ann\/posts\/first(\/text)?$/.test(path) ? 200 : 404, {}];
    };
    assert.deepEqual(await hold(document, answer), []);
  });

  it('is found where it is made and listed within another and named alone', async () => {
    const document = `
POST /users: { statuses: [201] }
GET /users/{userId}/posts: { gives: { type: array, items: { type: object } } }
POST /users/{userId}/posts: { statuses: [201] }
GET /posts/{postId}: { statuses: [200, 404] }
DELETE /posts/{postId}: { statuses: [204, 404] }
`;
    let isThere = false;
    const answer: Answer = ({ method, path }) => {
      if (path === '/users') return [201, { id: 'ann' }];
      if (path === '/posts/first' && method === 'GET') return [isThere ? 200 : 404, {}];
      if (path === '/users/ann/posts' && method === 'GET') return [200, [{ id: 'first' }]];
      isThere = method === 'POST';
      return isThere ? [201, { id: 'first' }] : [204];
    };
    assert.deepEqual(await hold(document, answer), ['use_after_free GET /users/{userId}/posts']);
  });

  it('is found by a Location with a % that encodes nothing', async () => {
    const document = 'POST /things: { statuses: [201] }\nGET /things/{id}: { statuses: [200, 404] }';
    const answer: Answer = ({ method, path }) =>
      method === 'POST'
        ? [201, undefined, { Location: '/things/50%' }]
        : [path === '/things/50%25' ? 200 : 404, {}];
    for (const phase of ['examples', 'stateful']) assert.deepEqual(await hold(document, answer, phase), []);
  });

  it('need not have a part that is made by a PUT of its own', async () => {
    let hasCover = false;
    const document = `
POST /docs: { statuses: [201] }
GET /docs/{id}:
GET /docs/{id}/cover: { statuses: [200, 404] }
PUT /docs/{id}/cover: { takes: { type: object }, statuses: [204] }
`;
    const answer: Answer = ({ method, path }) => {
      if (method !== 'GET') hasCover = method === 'PUT';
      if (method === 'POST') return [201, { id: 1 }];
      return [path === '/docs/1' || (hasCover && path === '/docs/1/cover') ? 200 : 404, {}];
    };
    assert.deepEqual(await hold(document, answer, 'stateful'), []);
  });
});
