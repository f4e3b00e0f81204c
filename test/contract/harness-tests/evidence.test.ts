/** What a finding tells: once each, by a request that shows it again in a shell, and a rule that is there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { CheckName } from '../harness/checks/check.js';
import { secretsOf } from '../harness/credentials.js';
import { curlLine } from '../harness/curl.js';
import { lookUp } from '../harness/document/dereference.js';
import { describeFinding, type Finding } from '../harness/report.js';
import { json, type Meeting, meet, namesOf, type Served, serve, serveAnswer } from './meet.js';
import { runProgram } from './run-harness.js';
import { ANN, BEN, document, FAULTS, makeTasks } from './tasks.js';

const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined;
const skip = curlIsMissing && process.env.CI !== 'true' ? 'curl is not on this machine' : false;

/** One operation each, which the table of faults.test.ts names. */
const TOGETHER = [
  'a branch breaks at 0',
  'the answer of PUT is the old one',
  'a deleted task can be read',
  'the next link skips',
  'another user may delete',
  'a refusal has another status',
] as const;

describe('the findings of a run', () => {
  let findings: readonly Finding[];
  before(async () => {
    const options = ['--auth', ANN, '--auth', BEN, '--seed', '3', '--include-path-regex', '^/tasks'];
    const phases = ['--phases', 'examples,stateful,coverage'];
    ({ findings } = await meet({
      document,
      answer: makeTasks(...TOGETHER),
      options: [...options, ...phases],
    }));
  });

  it('are reported once each', () => {
    const told = findings.map(({ check, operation, pointer, field, answer }) =>
      [check, operation, answer?.status, pointer, field].join(' '),
    );
    assert.equal(new Set(told).size, told.length);
    // One fault may break several rules of an operation.
    const names = findings.map(({ check, operation }) => `${check} ${operation}`);
    assert.deepEqual([...new Set(names)].sort(), TOGETHER.map((fault) => FAULTS[fault]).toSorted());
  });

  it('name rules that exist in the document', () => {
    for (const { pointer } of findings) assert.doesNotThrow(() => lookUp(document, pointer), pointer);
  });

  it('print the check, the operation, the requests, the answer, the rule and the seed', () => {
    for (const finding of findings) {
      const text = describeFinding(finding);
      assert.ok(text.startsWith(`${finding.check}: ${finding.operation}\n`));
      for (const line of finding.curl) assert.ok(text.includes(line));
      assert.match(text, /\n {2}answer: \d{3} /);
      assert.match(text, /\n {2}rule: {3}#\//);
      assert.match(text, /\n {2}again: {2}--seed 3$/);
      assert.ok(!text.includes('Bearer ann'), 'credentials are not printed');
    }
  });

  it('print curl lines that reproduce them in a shell', { skip }, async () => {
    for (const { curl, answer } of findings) {
      // What the first lines make, the last one finds under its new id.
      const fresh = await serveAnswer({ document, answer: makeTasks(...TOGETHER) });
      const lines = curl.join('\n').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, fresh.url);
      const env = { AUTHORIZATION: 'Bearer ann', OTHER_AUTHORIZATION: 'Bearer ben' };
      const { output } = await runProgram('sh', ['-c', lines], { env });
      await fresh.close();
      const statuses = [...output.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => Number(status));
      assert.equal(statuses.at(-1), answer?.status, curl.join('\n'));
    }
  });
});

describe('random findings', () => {
  const schema = {
    type: 'object',
    required: ['text', 'stars'],
    properties: {
      text: { type: 'string', maxLength: 60 },
      stars: { type: 'integer', minimum: 0, maximum: 1000 },
      tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
    },
  };
  const post = { requestBody: { required: true, ...json(schema) }, responses: { 201: {}, 400: {} } };
  const fuzz = async (seed: number, ...options: readonly string[]) => {
    const { findings } = await meet({
      document: { paths: { '/notes': { post } } },
      // Breaks on what few random data have: more than 500 stars, and a text of three characters at least.
      answer: ({ body }) => {
        const { text, stars } = Object(body);
        return [typeof text === 'string' && [...text].length >= 3 && stars > 500 ? 500 : 201];
      },
      options: [
        ...['--seed', String(seed), '--phases', 'fuzzing', '--checks', 'not_a_server_error'],
        ...['--max-examples', '60', ...options],
      ],
    });
    const [
      {
        curl: [line = ''],
      } = assert.fail('nothing was found'),
      ...more
    ] = findings;
    assert.deepEqual(more, []);
    return line.replace(/127\.0\.0\.1:\d+/, '');
  };

  it('are the same with the same seed, and shrunk to the smallest request that shows them', async () => {
    const [first, second, other] = [await fuzz(7), await fuzz(7), await fuzz(8)];
    assert.equal(first, second);
    assert.notEqual(first, other);
    const [, sent = ''] = /--data-raw '(.*)' http/s.exec(first) ?? [];
    const { text, stars, ...more } = JSON.parse(sent.replaceAll(`'\\''`, "'"));
    assert.deepEqual([[...text].length, stars, more], [3, 501, {}]);
  });

  it('stay as they were found with no-shrink', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-findings-'));
    try {
      const config = join(folder, 'schemathesis.toml');
      await writeFile(config, '[generation]\nno-shrink = true\n');
      assert.doesNotMatch(await fuzz(7, '--config', config), /"stars":501/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const NOTE = {
  type: 'object',
  required: ['text', 'stars'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 20 },
    stars: { type: 'integer', minimum: 0, maximum: 5 },
    color: { type: 'string', enum: ['red', 'blue'] },
  },
  example: { text: 'hello', stars: 3, color: 'red' },
};
const notes = (responses: object) => ({
  paths: { '/notes': { post: { requestBody: { required: true, ...json(NOTE) }, responses } } },
});
const isText = (value: unknown) =>
  typeof value === 'string' && [...value].length >= 1 && [...value].length <= 20;
const isStars = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 5;
const isColor = (value: unknown) => value === undefined || value === 'red' || value === 'blue';
const isNote = ({ text, stars, color }: Record<string, unknown>) =>
  isText(text) && isStars(stars) && isColor(color);

describe('findings', () => {
  it('of one operation that differ in their status are all reported', async () => {
    const { findings } = await meet({
      document: notes({ 201: {} }),
      answer: ({ method, body, headers }) => {
        if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
        if (!/json$/.test(headers['content-type'] ?? '')) return [415];
        return [typeof body === 'object' && body !== null && isNote(Object(body)) ? 201 : 400];
      },
      options: ['--checks', 'status_code_conformance'],
    });
    assert.deepEqual(findings.map(({ answer }) => answer?.status).sort(), [400, 415]);
  });

  it('of one operation that break on different fields are all reported', async () => {
    const { findings } = await meet({
      document: notes({ 201: {}, 400: {} }),
      answer: ({ body }) => {
        const { text, stars, ...rest } = Object(body);
        if (text === null || stars === null) return [500];
        return [isNote({ text, stars, ...rest }) ? 201 : 400];
      },
      options: ['--checks', 'not_a_server_error', '--phases', 'coverage'],
    });
    assert.deepEqual(findings.map(({ pointer }) => pointer.split('/').slice(-3, -1).join('/')).sort(), [
      'properties/stars',
      'properties/text',
    ]);
  });

  it('of random requests are attributed to the field that breaks the service, each once', async () => {
    const { findings } = await meet({
      document: notes({ 201: {}, 400: {} }),
      answer: ({ body }) => {
        const { stars, color } = Object(body);
        return [stars === 5 || color === 'blue' ? 500 : 201];
      },
      options: ['--checks', 'not_a_server_error', '--phases', 'fuzzing', '--max-examples', '60'],
    });
    const fields = findings.map(({ pointer }) => /properties\/(\w+)/.exec(pointer)?.[1]);
    assert.deepEqual([...new Set(fields)].sort(), ['color', 'stars']);
  });

  it('of random requests name the right field, also when a smaller request has taken the unique name', async () => {
    const taken = new Set<unknown>();
    const { findings } = await meet({
      document: notes({ 201: {}, 400: {}, 409: {} }),
      answer: ({ body }) => {
        const { text, stars } = Object(body);
        if (taken.has(text)) return [409];
        if (stars === 5) return [500];
        taken.add(text);
        return [201];
      },
      options: ['--checks', 'not_a_server_error', '--phases', 'coverage,fuzzing', '--max-examples', '60'],
    });
    const fields = findings.map(({ pointer }) => /properties\/(\w+)$/.exec(pointer)?.[1]);
    assert.deepEqual(fields, ['stars']);
  });

  it('of a request that always fails are reported once, whatever is varied in it', async () => {
    const run = await meet({
      document: notes({ 201: {}, 400: {} }),
      answer: ({ method }) => (method === 'POST' ? [500] : [405, undefined, { Allow: 'POST' }]),
      options: ['--checks', 'not_a_server_error,positive_data_acceptance'],
    });
    assert.deepEqual(namesOf(run), ['not_a_server_error POST /notes']);
  });

  it('of an answer name each field that is wrong, and the rule of the branch that was meant', async () => {
    const shape = {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'radius'],
          properties: { kind: { enum: ['circle'] }, radius: { type: 'number' } },
        },
        {
          type: 'object',
          required: ['kind', 'width'],
          properties: { kind: { enum: ['box'] }, width: { type: 'number' } },
        },
      ],
    };
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, shape } };
    const { findings } = await meet({
      document: { paths: { '/a': { get: { responses: { 200: json(schema) } } } } },
      answer: () => [200, { name: 1, shape: { kind: 'box', width: 'wide' } }],
      options: ['--checks', 'response_schema_conformance', '--phases', 'examples'],
    });
    const told = findings.map(({ field, pointer }) => `${field} ${pointer.split('schema/').at(-1)}`).sort();
    assert.deepEqual(told, [
      '/name properties/name/type',
      '/shape/width properties/shape/oneOf/1/properties/width/type',
    ]);
  });

  it('about methods and Allow are reported once for a path, not for each operation', async () => {
    const run = await meet({
      document: { paths: { '/a': { get: { responses: { 200: {} } }, post: { responses: { 200: {} } } } } },
      answer: ({ method }) => [200, undefined, method === 'OPTIONS' ? { Allow: 'GET' } : {}],
      options: ['--checks', 'allow_header_conformance,unsupported_method', '--phases', 'coverage'],
    });
    const names = namesOf(run);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes('allow_header_conformance OPTIONS /a'));
    assert.ok(names.includes('unsupported_method PATCH /a'));
  });
});

describe('a finding of the examples', () => {
  const answer: Meeting['answer'] = ({ method, body }) => {
    if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
    return [Object(body).color === 'red' ? 500 : 201];
  };
  const options = ['--checks', 'not_a_server_error', '--phases', 'examples'];

  it('names the field at fault, and shows the smallest request that fails', async () => {
    const { findings } = await meet({ document: notes({ 201: {}, 400: {} }), answer, options });
    assert.deepEqual(
      findings.map(({ pointer }) => /properties\/(\w+)$/.exec(pointer)?.[1]),
      ['color'],
    );
    assert.match(findings[0]?.curl.at(-1) ?? '', /\{"text":"hello","stars":3,"color":"red"\}/);
    assert.equal(findings[0]?.about, 'the example as application/json');
  });

  it('does not speak of an example where the document has none', async () => {
    const { example: _example, ...schema } = NOTE;
    const post = { requestBody: { required: true, ...json(schema) }, responses: { 201: {} } };
    const { findings } = await meet({
      document: { paths: { '/notes': { post } } },
      answer: () => [500],
      options,
    });
    assert.equal(findings[0]?.about, 'made-up values as application/json');
    assert.doesNotMatch(findings[0]?.curl.at(-1) ?? '', /color/);
  });
});

interface Received {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const BODIES: Readonly<Record<string, Buffer>> = {
  'no bytes': Buffer.from(''),
  'a text that curl would take for a file': Buffer.from('@name'),
  'marks of the shell': Buffer.from(`it's "$HOME" \`x\` \\ %d %s\n$(x) !`),
  'a very long text': Buffer.from(`{"a":"${'a'.repeat(1_000_001)}"}`),
  'very many emoji': Buffer.from(`${'😀'.repeat(100_001)}'`),
  'arrays in each other': Buffer.from('['.repeat(5000) + ']'.repeat(5000)),
  'bytes that are no text': Buffer.from([0, 1, 255, 37, 39, 92, 10]),
  'control characters': Buffer.from('\u0085\u0000\u001b[2J'),
};

describe('a curl line', { skip }, () => {
  let server: Served;
  let received: Received | undefined;
  before(async () => {
    server = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url: target, headers } = request;
      received = { method, target, headers, body: Buffer.concat(chunks) };
      response.end('ok');
    });
  });
  after(() => server.close());

  async function send(line: string, env = {}): Promise<Received> {
    received = undefined;
    const { code, output } = await runProgram('sh', ['-c', `${line} -sS`], { env });
    assert.equal(code, 0, output);
    return received ?? assert.fail('nothing came');
  }

  for (const [name, body] of Object.entries(BODIES)) {
    it(`sends ${name}`, async () => {
      const request = { method: 'PUT', target: '/a', headers: { 'Content-Type': 'application/json' }, body };
      const line = curlLine(server.url, request, []);
      assert.ok(line.length < 500, 'a person can read it');
      assert.match(line, /^[\P{C}\n]*$/u);
      const sent = await send(line);
      assert.ok(sent.body.equals(body));
      assert.equal(sent.headers['content-type'], 'application/json');
    });
  }

  it('sends a body without a content type', async () => {
    const request = { method: 'POST', target: '/a', headers: {}, body: Buffer.from('{}') };
    const { headers, body } = await send(curlLine(server.url, request, []));
    assert.equal(headers['content-type'], undefined);
    assert.equal(String(body), '{}');
  });

  it('sends addresses as they are', async () => {
    const target = `/a/%2E%2E/b?x={1}&y=[2]&z=%00'&x=${'a'.repeat(4000)}`;
    const request = { method: 'GET', target, headers: {}, body: undefined };
    assert.equal((await send(curlLine(server.url, request, []))).target, target);
  });

  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'DELETE', 'PATCH']) {
    it(`sends ${method}`, async () => {
      const request = { method, target: '/a', headers: {}, body: undefined };
      assert.equal((await send(curlLine(server.url, request, []))).method, method);
    });
  }

  it('sends headers, and credentials from a variable that it names', async () => {
    const headers = { 'X-Key': 'secret', 'X-Other': `it's "$HOME"`, 'X-Empty': '' };
    const line = curlLine(server.url, { ...GET, headers }, SECRETS);
    assert.ok(!line.includes('secret'));
    const sent = await send(line, { X_KEY: 'secret' });
    assert.equal(sent.headers['x-key'], 'secret');
    assert.equal(sent.headers['x-other'], headers['X-Other']);
    assert.equal(sent.headers['x-empty'], '');
  });

  it("takes another user's credentials from a variable of their own", async () => {
    const line = curlLine(server.url, { ...GET, headers: { 'X-Key': 'secret of ben' } }, SECRETS);
    const { headers } = await send(line, { X_KEY: 'secret', OTHER_X_KEY: 'secret of ben' });
    assert.equal(headers['x-key'], 'secret of ben');
  });

  it('sends wrong credentials as they are', async () => {
    const line = curlLine(server.url, { ...GET, headers: { 'X-Key': 'wrong' } }, SECRETS);
    assert.equal((await send(line, { X_KEY: 'secret' })).headers['x-key'], 'wrong');
  });

  it('sends the cookies that stand beside a secret one', async () => {
    const cookie = `sid=secret; theme="$HOME" \`x\` \\`;
    const line = curlLine(server.url, { ...GET, headers: { Cookie: cookie } }, SECRETS);
    assert.ok(!line.includes('secret'));
    assert.equal((await send(line, { COOKIE: 'sid=secret' })).headers.cookie, cookie);
  });

  it('takes a secret of the query from a variable', async () => {
    const target = '/a?q=%24HOME&api-key=a%20secrets&api-key=a%20secret&x=1';
    const line = curlLine(server.url, { ...GET, target }, SECRETS);
    assert.ok(!line.includes('secret&'));
    assert.equal((await send(line, { API_KEY: 'a%20secret' })).target, target);
  });
});

const GET = { method: 'GET', target: '/', headers: {}, body: undefined };

const SECRETS = secretsOf({
  self: [
    { in: 'header', name: 'X-Key', value: 'secret' },
    { in: 'header', name: 'Cookie', value: 'sid=secret' },
    { in: 'query', name: 'api-key', value: 'a secret' },
  ],
  other: [{ in: 'header', name: 'X-Key', value: 'secret of ben' }],
});

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  inQuery: { type: 'apiKey', in: 'query', name: 'key' },
  sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
};

/** @param replay runs the last line against the service */
async function hunt(
  paths: object,
  check: CheckName,
  options: readonly string[],
  answer: Meeting['answer'],
  use: (finding: Finding, replay: (env: Record<string, string>) => Promise<string>) => unknown,
): Promise<void> {
  const service = { document: { paths, components: { securitySchemes: SCHEMES } }, answer };
  const { findings } = await meet({ ...service, options: ['--checks', check, ...options] });
  const finding = findings.find((one) => one.check === check) ?? assert.fail('nothing was found');
  const server = await serveAnswer(service);
  try {
    await use(finding, async (env) => {
      const line = finding.curl.at(-1)?.replace(/http:\/\/127\.0\.0\.1:\d+/, server.url);
      const { output } = await runProgram('sh', ['-c', `${line} -sS`], { env });
      return output.split('\r\n', 1)[0] ?? '';
    });
  } finally {
    await server.close();
  }
}

describe('the line of a finding', { skip }, () => {
  it('has wrong credentials as they were sent', () =>
    hunt(
      { '/a': { get: { security: [{ bearer: [] }], responses: { 200: {}, 401: {} } } } },
      'ignored_auth',
      ['--auth', 'bearer:good'],
      ({ headers }) => [/^Bearer ./.test(headers.authorization ?? '') ? 200 : 401],
      async ({ curl }, replay) => {
        assert.match(curl.at(-1) ?? '', /-H 'Authorization: Bearer wrong'/);
        assert.match(await replay({ AUTHORIZATION: 'Bearer good' }), / 200 /);
      },
    ));

  it('has a wrong key in the address as it was sent', () =>
    hunt(
      { '/a': { get: { security: [{ inQuery: [] }], responses: { 200: {}, 401: {} } } } },
      'ignored_auth',
      ['--auth', 'query:key:good'],
      ({ query }) => [query.has('key') ? 200 : 401],
      ({ curl }) => assert.match(curl.at(-1) ?? '', /\/a\?key=wrong'$/),
    ));

  it("has another user's credentials by another variable than the owner's", () =>
    hunt(
      {
        '/a': { post: { security: [{ key: [] }], responses: { 201: {} } } },
        '/a/{id}': { get: { security: [{ key: [] }], responses: { 200: {}, 401: {}, 404: {} } } },
      },
      'object_level_authorization',
      ['--auth', 'header:X-API-Key:ann', '--auth', 'header:X-API-Key:ben'],
      ({ method, headers, path }) => {
        if (!['ann', 'ben'].includes(String(headers['x-api-key']))) return [401];
        return method === 'POST' ? [201, { id: 1 }] : [path === '/a/1' ? 200 : 404, { id: 1 }];
      },
      async ({ curl }, replay) => {
        assert.match(curl[0] ?? '', /-H "X-API-Key: \$X_API_KEY"/);
        assert.match(curl.at(-1) ?? '', /-H "X-API-Key: \$OTHER_X_API_KEY"/);
        assert.match(await replay({ X_API_KEY: 'nobody', OTHER_X_API_KEY: 'ben', NEW_ID: '1' }), / 200 /);
      },
    ));

  it('has the cookie that was tested beside that of the session', () =>
    hunt(
      {
        '/a': {
          get: {
            parameters: [
              { name: 'theme', in: 'cookie', schema: { type: 'string', enum: ['light', 'dark'] } },
            ],
            security: [{ sid: [] }],
            responses: { 200: {}, 400: {}, 401: {} },
          },
        },
      },
      'negative_data_rejection',
      ['--auth', 'header:Cookie:sid=good', '--phases', 'coverage'],
      ({ headers }) => [headers.cookie?.includes('sid=good') ? 200 : 401],
      async ({ curl }, replay) => {
        assert.match(curl.at(-1) ?? '', /-H "Cookie: \$COOKIE; theme=[^"]+"/);
        assert.match(await replay({ COOKIE: 'sid=good' }), / 200 /);
      },
    ));
});
