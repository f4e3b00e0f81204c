/** Where requests go, how answers are read, and how what a path names is found or made. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { before, describe, it } from 'node:test';
import { serve } from '../serve.js';
import {
  type Answer,
  json,
  meet,
  namesOf,
  type Outcome,
  on,
  runContract,
  takes,
  withFile,
} from './run-harness.js';

const ok = { responses: { 200: {} } };
const anything = takes({ type: 'object' });
const made = { post: { ...anything, responses: { 201: {} } } };
const read = (...names: readonly string[]) => ({ ...on(...names), get: { responses: { 200: {}, 404: {} } } });

/** @returns the targets of the requests */
async function targets(document: object, ...options: readonly string[]): Promise<string[]> {
  const asked = new Set<string>();
  const answer: Answer = ({ path }) => {
    asked.add(path);
    return [200];
  };
  await meet({ document, answer, options: ['--phases', 'examples', ...options] });
  asked.delete('/');
  return [...asked];
}

describe('a request', () => {
  it('goes to the path of the document, encoded where it has to be', async () => {
    const paths: Readonly<Record<string, string>> = {
      '/größe': '/gr%C3%B6%C3%9Fe',
      '/a b/{id}': '/a%20b/%C3%A4',
      '/a%20b': '/a%20b',
      '/50%': '/50%25',
      "/a:b;c=(d)/~e,f@g!$&'*+": "/a:b;c=(d)/~e,f@g!$&'*+",
    };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'ä' }];
    const operations = Object.keys(paths).map((path) => [
      path,
      { ...(path.includes('{') ? { parameters } : {}), get: ok },
    ]);
    assert.deepEqual(
      (await targets({ paths: Object.fromEntries(operations) })).sort(),
      Object.values(paths).sort(),
    );
  });

  it('goes below the base path: of a relative server, of no other host, or of --base-path', async () => {
    const at = (url: string, ...options: readonly string[]) =>
      targets({ servers: [{ url }], paths: { '/a': { get: ok } } }, ...options);
    assert.deepEqual(await at('/v1'), ['/v1/a']);
    assert.deepEqual(await at('https://api.example.com/v1'), ['/a']);
    assert.deepEqual(await at('/v1', '--base-path', 'v2/'), ['/v2/a']);
    assert.deepEqual(await at('/v1', '--base-path', ''), ['/a']);
  });

  it('may go to a port that browsers do not ask', async () => {
    const document = JSON.stringify({ openapi: '3.0.3', paths: { '/a': { get: ok } } });
    const server = createServer((_request, response) => void response.end(document));
    // One of them is free; which ports browsers refuse is a list of the Fetch standard.
    let port = 6665;
    while (!(await listens(server, port))) assert.ok(++port <= 6669, 'all of these ports are taken');
    const run = await runContract(['--url', `http://127.0.0.1:${port}`, '--phases', 'examples']);
    server.closeAllConnections();
    server.close();
    assert.equal(run.code, 0, run.output);
  });

  it('for the document follows a redirect, but not in a circle', async () => {
    const document = JSON.stringify({ openapi: '3.0.3', paths: { '/a': { get: ok } } });
    const server = await serve((request, response) => {
      if (request.url !== '/docs' && request.url !== '/circle') return void response.end(document);
      response.writeHead(302, { Location: request.url === '/docs' ? '/found?v=1' : request.url }).end();
    });
    const run = (path: string) =>
      runContract(['--url', server.url, '--spec', server.url + path, '--phases', 'examples']);
    assert.equal((await run('/docs')).code, 0);
    assert.match((await run('/circle')).output, /it answers 302/);
    await server.close();
  });
});

async function listens(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  return Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]);
}

describe('an answer', () => {
  const scopes = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
  const ref = { $ref: '#/components/schemas/Scopes' };
  const plain = { 'text/plain': { schema: { type: 'string', maxLength: 4 } } };
  const latin = Buffer.from('café', 'latin1');
  const wrongText = /^response_schema_conformance GET .*: The body is not valid text\/plain/;

  /** What is declared for the header X-A, what it is, the body and its type, and what is found. */
  const rows: readonly [
    schema: object,
    header: string,
    type: string,
    body: Buffer | string,
    finds?: RegExp,
  ][] = [
    [ref, 'a, b', 'text/plain', 'ok'],
    [
      ref,
      'a, c',
      'text/plain',
      'ok',
      /^response_headers_conformance GET .*: The header X-A: "a, c" must be equal to one/,
    ],
    [{ allOf: [ref] }, 'a', 'text/plain', 'ok'],
    [{ type: 'string', maxLength: 4 }, 'a, b', 'text/plain', 'ok'],
    [{ type: 'string', maxLength: 3 }, 'a, b', 'text/plain', 'ok', /more than 3/],
    [{}, 'a', 'text/plain; charset="ISO-8859-1"', latin],
    [{}, 'a', 'text/plain; charset=utf-8', latin, wrongText],
  ];
  let run: Outcome;
  before(async () => {
    const document = {
      openapi: '3.0.3',
      components: { schemas: { Scopes: scopes } },
      paths: Object.fromEntries([
        ...rows.map(([schema], index) => [
          `/a${index}`,
          { get: { responses: { 200: { headers: { 'X-A': { schema } }, content: plain } } } },
        ]),
        ...['/drip', '/events', '/never'].map((path) => [path, { get: ok }]),
      ]),
    };
    const server = await serve((request, response) => {
      const { url = '' } = request;
      const [, header = '', type = '', body = ''] = rows[Number(url.slice('/a'.length))] ?? [];
      if (url === '/openapi.json') return void response.end(JSON.stringify(document));
      if (type !== '') return void response.writeHead(200, { 'Content-Type': type, 'X-A': header }).end(body);
      if (url === '/never') return;
      if (url !== '/drip' && url !== '/events') return void response.end();
      response.writeHead(200, { 'Content-Type': url === '/drip' ? 'text/plain' : 'text/event-stream' });
      const ping = setInterval(() => response.write(': ping\n\n'), 20);
      response.on('close', () => clearInterval(ping));
    });
    run = await withFile('st.toml', 'request-timeout = 1', (file) =>
      runContract(['--url', server.url, '--config', file, '--phases', 'examples']),
    );
    await server.close();
  });

  for (const [index, [schema, header, type, , finds]] of rows.entries())
    it(`of ${type} with X-A: ${header} is read by ${JSON.stringify(schema)}`, () => {
      const found = run.findings.filter(({ name }) => name.endsWith(` /a${index}`));
      const told = found.map(({ name, message }) => `${name}: ${message}`).join('\n');
      assert.match(told, finds ?? /^$/);
    });

  it('without an end is judged by its head, and one that never begins is missing', () => {
    const found = (path: string) => run.findings.filter(({ name }) => name.endsWith(` GET ${path}`));
    for (const path of ['/drip', '/events']) assert.deepEqual(found(path), []);
    assert.deepEqual(
      found('/never').map(({ name, message }) => `${name}: ${message}`.includes('no answer within 1000 ms')),
      [true],
    );
  });
});

/** @returns the names of what is found */
async function hold(paths: object, answer: Answer, phases: string): Promise<string[]> {
  const checks = 'not_a_server_error,use_after_free,ensure_resource_availability,location_conformance';
  return namesOf(
    await meet({ document: { paths }, answer, options: ['--phases', phases, '--checks', checks] }),
  );
}

describe('a resource', () => {
  const KV = {
    '/kv/{key}': {
      ...read('key'),
      put: { ...anything, responses: { 204: {} } },
      delete: { responses: { 204: {}, 404: {} } },
    },
  };
  const keepValues = (forgets = true): Answer => {
    const kept = new Set<string>();
    return ({ method, path: key }) => {
      if (method === 'PUT') kept.add(key);
      else if (!kept.has(key)) return [404];
      if (method === 'DELETE' && forgets) kept.delete(key);
      return method === 'GET' ? [200, {}] : [204];
    };
  };

  it('is made by PUT where clients give the names, read, deleted and read again', async () => {
    assert.deepEqual(await hold(KV, keepValues(), 'examples,stateful'), []);
    assert.deepEqual(await hold(KV, keepValues(false), 'stateful'), ['use_after_free GET /kv/{key}']);
  });

  it('is found where paths give its parameters other names', async () => {
    const found = await hold(
      {
        '/users': made,
        '/users/{userId}/posts': { ...on('userId'), ...made },
        '/users/{uid}/posts/{postId}': read('uid', 'postId'),
        '/users/{u}/posts/{p}/text': read('u', 'p'),
      },
      ({ method, path }) => {
        if (method === 'POST' && path === '/users') return [201, { id: 'ann' }];
        if (method === 'POST' && path === '/users/ann/posts') return [201, { id: 'first' }];
        return [/^\/users\/ann\/posts\/first(\/text)?$/.test(path) ? 200 : 404, {}];
      },
      'examples,stateful',
    );
    assert.deepEqual(found, []);
  });

  it('need not have a part that is made by a PUT of its own', async () => {
    let hasCover = false;
    const cover = { ...read('id'), put: { ...anything, responses: { 204: {} } } };
    const found = await hold(
      { '/docs': made, '/docs/{id}': { ...on('id'), get: ok }, '/docs/{id}/cover': cover },
      ({ method, path }) => {
        if (method === 'POST') hasCover = false;
        if (method === 'PUT') hasCover = true;
        if (method === 'POST') return [201, { id: 1 }];
        return [path === '/docs/1' || hasCover ? 200 : 404, {}];
      },
      'stateful',
    );
    assert.deepEqual(found, []);
  });

  const things = { '/things': made, '/things/{id}': read('id') };
  for (const [what, created, path] of [
    ['a % of its own', [201, undefined, { Location: '/things/50%' }], '/things/50%25'],
  ] as const)
    it(`is found by ${what}`, async () => {
      const answer: Answer = (question) =>
        question.method === 'POST' ? created : [question.path === path ? 200 : 404, {}];
      assert.deepEqual(await hold(things, answer, 'examples'), []);
    });

  const MISSING = 'ensure_resource_availability GET /notes/{id}';
  const WRONG = 'location_conformance POST /notes';
  const note = json({ type: 'object', properties: { id: { type: 'string' } } });
  /** Its notes stand at `/notes/n1`. */
  const find = async (Location: string, body: object = {}, isReadable = true) => {
    const paths = {
      '/notes': { post: { ...anything, responses: { 201: note } } },
      '/notes/{id}': { ...on('id'), get: { responses: { 200: note, 404: {} } } },
    };
    const answer: Answer = ({ method, path }) => {
      if (method === 'POST') return [201, body, { Location }];
      return isReadable && path === '/notes/n1' ? [200, {}] : [404];
    };
    // A service whose only resource cannot be read proves nothing, which is a finding of its own.
    return (await hold(paths, answer, 'stateful')).filter((name) => !name.startsWith('vacuity '));
  };

  it('has a wrong Location when it can be read elsewhere, and is named beside it when it cannot be read', async () => {
    for (const body of [{}, { id: 'n1' }, { id: 'internal' }])
      assert.deepEqual(await find('/old/notes/n1', body), [WRONG], JSON.stringify(body));
    assert.deepEqual(await find('/note/n1', { id: 'n1' }), [WRONG]);
    assert.deepEqual(await find('/notes/n1', {}, false), [WRONG, MISSING]);
  });
});
