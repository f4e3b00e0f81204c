/** Answers as they are read: the type of a header, the charset of a text, and what never ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCommandLine } from '../harness/command-line.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import { makeSender } from '../harness/send.js';
import { serve } from './serve.js';

interface Given {
  readonly contentType: string;
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @returns what is found in the answer to `GET /a`, which declares it */
async function judge(response: object, { contentType, body, headers = {} }: Given): Promise<string[]> {
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
  Rate: { type: 'object', required: ['limit'], properties: { limit: { type: 'integer', maximum: 9 } } },
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
    assert.deepEqual(await judge(declared('Scopes'), sent('a, b')), []);
    const [found = ''] = await judge(declared('Scopes'), sent('a, c'));
    assert.match(found, /^response_headers_conformance: The header X-A: "a, c" must be equal to one of/);
  });

  it('is a list where a part of the schema says so', async () => {
    const schema = { allOf: [{ $ref: '#/components/schemas/Scopes' }] };
    assert.deepEqual(await judge(declared(schema), sent('a')), []);
  });

  it('is an object, in both notations', async () => {
    assert.deepEqual(await judge(declared('Rate'), sent('limit=3')), []);
    assert.deepEqual(await judge(declared('Rate'), sent('limit,3')), []);
    assert.match(String(await judge(declared('Rate'), sent('limit=10'))), /must be <= 9/);
  });

  it('is a text with commas where it is a text', async () => {
    assert.deepEqual(await judge(declared({ type: 'string', maxLength: 4 }), sent('a, b')), []);
    assert.match(
      String(await judge(declared({ type: 'string', maxLength: 3 }), sent('a, b'))),
      /more than 3/,
    );
  });
});

describe('a text', () => {
  it('is read in its charset', async () => {
    const body = Buffer.from('café', 'latin1');
    assert.deepEqual(await judge(text(), { contentType: 'text/plain; charset="ISO-8859-1"', body }), []);
    const [found = ''] = await judge(text(), { contentType: 'text/plain; charset=utf-8', body });
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
    const { status, mediaType, isWhole, duration } = await sender.send(GET);
    sender.close();
    await server.close();
    assert.deepEqual([status, mediaType, isWhole], [200, 'text/plain', false]);
    assert.ok(duration < 3000, `${duration} ms`);
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
