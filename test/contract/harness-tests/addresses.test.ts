/** Where requests go: over any port, to any path, as the document writes it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { describe, it } from 'node:test';
import { targetOf } from '../harness/case.js';
import { readCommandLine } from '../harness/command-line.js';
import { listOperations } from '../harness/document/operations.js';
import { readLocation } from '../harness/document/read-document.js';
import { makeValidators } from '../harness/document/validators.js';
import { CannotRun } from '../harness/errors.js';
import { bareCase } from '../harness/generation/cases.js';
import { prepareRun } from '../harness/open-run.js';
import { serve } from './serve.js';

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
      const item = bareCase({ validators, seed: 1 }, operation, 'examples', { id: 'ä' });
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

  it('has an address of HTTP', async () => {
    await assert.rejects(prepareRun(readCommandLine(['--url', 'ftp://any.invalid'])), {
      name: CannotRun.name,
    });
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
