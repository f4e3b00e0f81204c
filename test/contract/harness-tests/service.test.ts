/** Where requests go, how answers are read, and how what a path names is found or made. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { describe, it } from 'node:test';
import { targetOf } from '../harness/case.js';
import { readCommandLine } from '../harness/command-line.js';
import { listOperations } from '../harness/document/operations.js';
import { readLocation } from '../harness/document/read-document.js';
import { makeValidators } from '../harness/document/validators.js';
import { bareCase } from '../harness/generation/cases.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import { makeSender } from '../harness/send.js';
import {
  json,
  type Meeting,
  meet,
  namesOf,
  pathParameter,
  type Question,
  type Reply,
  serve,
} from './meet.js';

describe('a path of the document', () => {
  const targets: readonly [path: string, target: string][] = [
    ['/größe', '/gr%C3%B6%C3%9Fe'],
    ['/a b/{id}', '/a%20b/%C3%A4'],
    ['/a%20b', '/a%20b'],
    ['/50%', '/50%25'],
    ["/a:b;c=(d)/~e,f@g!$&'*+", "/a:b;c=(d)/~e,f@g!$&'*+"],
  ];
  for (const [path, target] of targets) {
    it(`goes to ${target} from ${path}`, () => {
      const source = { paths: { [path]: { get: { responses: {} } } } };
      const [operation = assert.fail()] = listOperations(source);
      const validators = makeValidators();
      const item = bareCase({ validators, seed: 1 }, operation, { id: 'ä' });
      assert.equal(targetOf(item), target);
    });
  }
});

describe('a server', () => {
  it('may listen on a port that browsers do not ask', async () => {
    const document = JSON.stringify({ openapi: '3.0.3', paths: {} });
    const server = createServer((_request, response) => void response.end(document));
    // One of them is free; which ports browsers refuse is a list of the Fetch standard.
    let port = 6665;
    while (!(await listens(server, port))) assert.ok(++port <= 6669, 'all of these ports are taken');
    try {
      const run = await prepareRun(readCommandLine(['--url', `http://127.0.0.1:${port}`]));
      run.close();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('may say that its document is elsewhere', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/docs?v=1') return void response.end('found');
      response.writeHead(302, { Location: request.url === '/' ? '/docs?v=1' : request.url }).end();
    });
    assert.equal(await readLocation(`${server.url}/`), 'found');
    await assert.rejects(readLocation(`${server.url}/circle`), { message: 'it answers 302' });
    await server.close();
  });
});

async function listens(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  return Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]);
}

interface Given {
  readonly contentType: string;
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns what is found in the answer to `GET /a`, which declares it */
async function judgeAnswer(response: object, { contentType, body, headers = {} }: Given): Promise<string[]> {
  const server = await serve((request, answer) => {
    if (request.url === '/openapi.json') {
      const paths = { '/a': { get: { responses: { 200: response } } } };
      return void answer.end(JSON.stringify({ openapi: '3.0.3', paths, components: { schemas: SCHEMAS } }));
    }
    answer.writeHead(200, { 'Content-Type': contentType, ...headers }).end(body);
  });
  try {
    const run = await prepareRun(readCommandLine(['--url', server.url, '--phases', 'examples']));
    for (const scenario of scenariosOf(run)) await scenario.run();
    run.close();
    return run.findings.map(({ check, message }) => `${check}: ${message}`);
  } finally {
    await server.close();
  }
}

const SCHEMAS = {
  Scopes: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
};

const text = (headers = {}) => ({
  headers,
  content: { 'text/plain': { schema: { type: 'string', maxLength: 4 } } },
});
const plain = { contentType: 'text/plain', body: Buffer.from('ok') };

describe('a header of an answer', () => {
  const declared = (schema: string | object) =>
    text({
      'X-A': { schema: typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema },
    });
  const sent = (value: string) => ({ ...plain, headers: { 'X-A': value } });

  it('is a list where the schema that is referred to says so', async () => {
    assert.deepEqual(await judgeAnswer(declared('Scopes'), sent('a, b')), []);
    const [found = ''] = await judgeAnswer(declared('Scopes'), sent('a, c'));
    assert.match(found, /^response_headers_conformance: The header X-A: "a, c" must be equal to one of/);
  });

  it('is a list where a part of the schema says so', async () => {
    const schema = { allOf: [{ $ref: '#/components/schemas/Scopes' }] };
    assert.deepEqual(await judgeAnswer(declared(schema), sent('a')), []);
  });

  it('is a text with commas where it is a text', async () => {
    assert.deepEqual(await judgeAnswer(declared({ type: 'string', maxLength: 4 }), sent('a, b')), []);
    assert.match(
      String(await judgeAnswer(declared({ type: 'string', maxLength: 3 }), sent('a, b'))),
      /more than 3/,
    );
  });
});

describe('a text', () => {
  it('is read in its charset', async () => {
    const body = Buffer.from('café', 'latin1');
    assert.deepEqual(
      await judgeAnswer(text(), { contentType: 'text/plain; charset="ISO-8859-1"', body }),
      [],
    );
    const [found = ''] = await judgeAnswer(text(), { contentType: 'text/plain; charset=utf-8', body });
    assert.match(found, /^response_schema_conformance: The body is not valid text\/plain/);
  });
});

describe('an answer without an end', () => {
  const drip = (contentType: string) =>
    serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': contentType });
      const ping = setInterval(() => response.write(': ping\n\n'), 20);
      response.on('close', () => clearInterval(ping));
    });
  const GET = { method: 'GET', target: '/', headers: {}, body: undefined };

  it('is judged by its head when the time is over', { timeout: 10_000 }, async () => {
    const server = await drip('text/plain');
    const sender = makeSender(new URL(server.url), 300);
    const { status, mediaType, isWhole } = await sender.send(GET);
    sender.close();
    await server.close();
    assert.deepEqual([status, mediaType, isWhole], [200, 'text/plain', false]);
  });

  it('is not waited for where its type says that it has none', { timeout: 10_000 }, async () => {
    const server = await drip('text/event-stream');
    const sender = makeSender(new URL(server.url), 60_000);
    assert.equal((await sender.send(GET)).isWhole, false);
    sender.close();
    await server.close();
  });

  it('counts as missing when nothing of it arrives in time', { timeout: 10_000 }, async () => {
    const server = await serve(() => undefined);
    const sender = makeSender(new URL(server.url), 200);
    await assert.rejects(sender.send(GET), { message: 'no answer within 200 ms' });
    sender.close();
    await server.close();
  });
});

async function targets(servers: readonly object[], ...options: readonly string[]): Promise<Set<string>> {
  const asked = new Set<string>();
  await meet({
    document: { servers, paths: { '/a': { get: { responses: { 200: {} } } } } },
    answer: ({ path }) => {
      asked.add(path);
      return [200];
    },
    options: ['--phases', 'examples', ...options],
  });
  asked.delete('/');
  return asked;
}

describe('the base path', () => {
  it('is that of a relative server', async () => {
    assert.deepEqual([...(await targets([{ url: '/v1' }]))], ['/v1/a']);
  });

  it('is not that of a server on another host', async () => {
    assert.deepEqual([...(await targets([{ url: 'https://api.example.com/v1' }]))], ['/a']);
  });

  it('is the value of --base-path, which may be empty', async () => {
    assert.deepEqual([...(await targets([{ url: '/v1' }], '--base-path', 'v2/'))], ['/v2/a']);
    assert.deepEqual([...(await targets([{ url: '/v1' }], '--base-path', ''))], ['/a']);
  });
});

const path = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
});
const object = json({ type: 'object' });

/** @returns the operations that were never accepted, and what else was found */
async function hold(paths: object, answer: Meeting['answer'], phases: string): Promise<string[]> {
  const checks = 'not_a_server_error,use_after_free,ensure_resource_availability';
  const options = ['--phases', phases, '--checks', checks];
  return namesOf(await meet({ document: { paths }, answer, options }));
}

describe('a resource', () => {
  const KV = {
    '/kv/{key}': {
      ...path('key'),
      put: { requestBody: object, responses: { 204: {} } },
      get: { responses: { 200: {}, 404: {} } },
      delete: { responses: { 204: {}, 404: {} } },
    },
  };
  const keepValues = ({ forgets = true } = {}) => {
    const kept = new Set<string>();
    return ({ method, path: key }: Question): Reply => {
      if (method === 'PUT') kept.add(key);
      else if (!kept.has(key)) return [404];
      if (method === 'DELETE' && forgets) kept.delete(key);
      return method === 'GET' ? [200, {}] : [204];
    };
  };

  it('is made by PUT where clients give the names', async () => {
    assert.deepEqual(await hold(KV, keepValues(), 'examples'), []);
  });

  it('that was made by PUT is read, deleted and read again', async () => {
    assert.deepEqual(await hold(KV, keepValues(), 'stateful'), []);
    const found = await hold(KV, keepValues({ forgets: false }), 'stateful');
    assert.deepEqual(found, ['use_after_free GET /kv/{key}']);
  });

  it('is found where paths give its parameters other names', async () => {
    const found = await hold(
      {
        '/users': { post: { requestBody: object, responses: { 201: {} } } },
        '/users/{userId}/posts': {
          ...path('userId'),
          post: { requestBody: object, responses: { 201: {} } },
        },
        '/users/{uid}/posts/{postId}': { ...path('uid', 'postId'), get: { responses: { 200: {}, 404: {} } } },
        '/users/{u}/posts/{p}/text': { ...path('u', 'p'), get: { responses: { 200: {}, 404: {} } } },
      },
      ({ method, path: address }) => {
        if (method === 'POST' && address === '/users') return [201, { id: 'ann' }];
        if (method === 'POST' && address === '/users/ann/posts') return [201, { id: 'first' }];
        return [/^\/users\/ann\/posts\/first(\/text)?$/.test(address) ? 200 : 404, {}];
      },
      'examples,stateful',
    );
    assert.deepEqual(found, []);
  });

  it('need not have a part that is made by a PUT of its own', async () => {
    let hasCover = false;
    const found = await hold(
      {
        '/docs': { post: { requestBody: object, responses: { 201: {} } } },
        '/docs/{id}': { ...path('id'), get: { responses: { 200: {} } } },
        '/docs/{id}/cover': {
          ...path('id'),
          get: { responses: { 200: {}, 404: {} } },
          put: { requestBody: object, responses: { 204: {} } },
        },
      },
      ({ method, path: address }) => {
        if (method === 'POST') hasCover = false;
        if (method === 'PUT') hasCover = true;
        if (method === 'POST') return [201, { id: 1 }];
        return [address === '/docs/1' || hasCover ? 200 : 404, {}];
      },
      'stateful',
    );
    assert.deepEqual(found, []);
  });

  it('is found at a Location that has a % of its own', async () => {
    const found = await hold(
      {
        '/things': { post: { requestBody: object, responses: { 201: {} } } },
        '/things/{id}': { ...path('id'), get: { responses: { 200: {}, 404: {} } } },
      },
      ({ method, path: address }) => {
        if (method === 'POST') return [201, undefined, { Location: '/things/50%' }];
        return [address === '/things/50%25' ? 200 : 404, {}];
      },
      'examples',
    );
    assert.deepEqual(found, []);
  });
});

const note = { type: 'object', properties: { id: { type: 'string' } } };
const document = {
  paths: {
    '/notes': {
      post: {
        requestBody: { required: true, ...json({ type: 'object' }) },
        responses: { 201: json(note) },
      },
    },
    '/notes/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: json(note), 404: {} } } },
  },
};

/** A service whose notes stand at `/notes/n1`. */
async function find({ location, isReadable = true, body = {} }: Service): Promise<string[]> {
  const checks = 'location_conformance,ensure_resource_availability';
  const run = await meet({
    document,
    options: ['--phases', 'stateful', '--checks', checks],
    answer({ method, path }) {
      if (method === 'POST') return [201, body, { Location: location }];
      return isReadable && path === '/notes/n1' ? [200, {}] : [404];
    },
  });
  // A service whose only resource cannot be read proves nothing, which is a finding of its own.
  return namesOf(run).filter((name) => !name.startsWith('vacuity '));
}

interface Service {
  readonly location: string;
  readonly isReadable?: boolean;
  readonly body?: object;
}

const MISSING = 'ensure_resource_availability GET /notes/{id}';
const WRONG = 'location_conformance POST /notes';

describe('a Location that answers 404', () => {
  it('is wrong when the resource can be read elsewhere', async () => {
    assert.deepEqual(await find({ location: '/old/notes/n1' }), [WRONG]);
    assert.deepEqual(await find({ location: '/old/notes/n1', body: { id: 'n1' } }), [WRONG]);
    assert.deepEqual(await find({ location: '/note/n1', body: { id: 'n1' } }), [WRONG]);
  });

  it('is named beside the resource that cannot be read', async () => {
    assert.deepEqual(await find({ location: '/notes/n1', isReadable: false }), [WRONG, MISSING]);
  });

  it('is wrong where the body has another id than the path', async () => {
    assert.deepEqual(await find({ location: '/old/notes/n1', body: { id: 'internal' } }), [WRONG]);
  });
});
