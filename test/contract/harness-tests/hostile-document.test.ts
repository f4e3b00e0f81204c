import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../serve.js';
import { BIN, runProgram } from './run-harness.js';

/** Megabytes. */
const MOST_MEMORY = 500;

/** Ends of line, and what a terminal shows. */
const UNSHOWN = /[^\P{C}\n\t]|[\u2028\u2029]/u;
const ODD = 'a\u001b[2Jb\u009b31mc\u202ed\u0000e\rf\u2028g';

const document = (paths: object, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Test', version: '1' },
  paths,
  ...more,
});

/** A path that takes a body of the schema. */
const post = (schema: object) => ({
  post: {
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '201': { description: 'made' }, '400': { description: 'refused' } },
  },
});
const takes = (schema: object) => ({ '/things': post(schema) });

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const refuse: Answer = (_request, response) => void response.writeHead(400).end();

const serveDocument = (body: () => object, answer: Answer = refuse) =>
  serve((request, response) => {
    if (request.url === '/openapi.json') response.end(JSON.stringify(body()));
    else answer(request.resume(), response);
  });

/** @returns what the command printed, and its greatest memory in megabytes */
async function run(url: string, ...options: readonly string[]) {
  const report = `data:text/javascript,process.on('exit',()=>console.error('MEMORY '+process.resourceUsage().maxRSS))`;
  const args = ['--import', report, BIN, '--url', url, '--seed', '1', '--max-examples', '3', ...options];
  const { output } = await runProgram(process.execPath, args);
  const [, kilobytes] = /MEMORY (\d+)/.exec(output) ?? [];
  return { output, memory: Number(kilobytes) / 1024 };
}

describe('a hostile document', () => {
  it('gets no control characters into the terminal and the reports, nor do the answers', async () => {
    const schema = {
      type: 'object',
      required: [ODD],
      properties: { [ODD]: { type: 'string', enum: [ODD] } },
    };
    const operation = {
      operationId: ODD,
      parameters: [{ name: ODD, in: 'query', example: ODD, schema: { type: 'string', pattern: '(' } }],
      responses: { '200': { description: ODD, content: { 'application/json': { schema } } } },
    };
    const server = await serveDocument(
      () =>
        document({ [`/x${ODD}\n✔ all is well`]: { get: operation } }, { info: { title: ODD, version: ODD } }),
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', ETag: '"\u009b31m"' });
        response.end(JSON.stringify({ [`${ODD}x`]: ODD }).replace('\\u001b', '\u001b'));
      },
    );
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
    try {
      const junit = join(folder, 'junit.xml');
      const { output } = await run(server.url, '--report-junit-path', junit);
      assert.match(output, /\\u001b\[2Jb\\u009b31mc\\u202ed\\u0000e\\u000d/);
      for (const text of [output, await readFile(junit, 'utf8')]) {
        assert.equal(UNSHOWN.exec(text)?.[0], undefined);
        assert.doesNotMatch(text, /^\s*✔ all is well/m);
      }
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  });

  const many = { type: 'array', minItems: 1000, items: { type: 'string' } };
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'array', minItems: 1000, items: deep(levels - 1) };
  const sizes: Readonly<Record<string, object>> = {
    'a text of two billion characters': { type: 'string', minLength: 2_000_000_000 },
    'a list of a billion items': { type: 'array', minItems: 1_000_000_000, items: { type: 'string' } },
    'a billion items that differ': { ...many, minItems: 1e9, uniqueItems: true, items: { type: 'integer' } },
    'lists of lists of lists': deep(5),
    'a thousand long texts': { ...many, items: { type: 'string', minLength: 900_000 } },
    'a pattern that repeats a billion times': { type: 'string', pattern: '^((a{1000}){1000}){1000}$' },
    'a large member that may be left out': {
      type: 'object',
      properties: { title: { type: 'string' }, large: { type: 'string', minLength: 2_000_000_000 } },
    },
    'itself, three times': { $ref: '#/components/schemas/Node' },
  };
  const node = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [name, { $ref: '#/components/schemas/Node' }]),
    ),
  };
  it('that asks for what no memory holds is answered within bounds of memory', async () => {
    const paths = Object.entries(sizes).map(([what, schema]) => {
      const body = { type: 'object', required: ['value'], properties: { value: schema } };
      return [`/${what.replaceAll(' ', '-')}`, post(body)];
    });
    const server = await serveDocument(() =>
      document(Object.fromEntries(paths), { components: { schemas: { Node: node } } }),
    );
    try {
      const { output, memory } = await run(server.url);
      assert.match(output, /--seed 1/);
      for (const [path] of paths) assert.ok(output.includes(` POST ${path} `), `${path}: ${output}`);
      assert.ok(memory < MOST_MEMORY, `${memory} MB\n${output}`);
    } finally {
      await server.close();
    }
  });

  it('is asked nothing any more once the command was killed', async () => {
    let last = 0;
    const ports = new Set<number>();
    const answer: Answer = (request, response) => {
      last = performance.now();
      ports.add(request.socket.remotePort ?? 0);
      setTimeout(() => refuse(request, response), 20);
    };
    const server = await serveDocument(() => document(takes({ type: 'object' })), answer);
    try {
      const command = spawn(process.execPath, [BIN, '--url', server.url], {
        cwd: tmpdir(),
        stdio: 'ignore',
      });
      while (ports.size === 0) await sleep(10);
      command.kill('SIGKILL');
      const killed = performance.now();
      await once(command, 'exit');
      await sleep(1000);
      assert.ok(last - killed < 300, `asked ${last - killed} ms later`);
    } finally {
      await server.close();
    }
  });
});
