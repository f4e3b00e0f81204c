/** A server that dies: the run ends, and says which request ended it. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { describe, it } from 'node:test';
import { readCommandLine } from '../harness/command-line.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import type { Run } from '../harness/run.js';

const paths = Object.fromEntries(
  ['/a', '/b', '/c', '/d'].map((path) => [path, { get: { responses: { 200: {} } } }]),
);
const document = JSON.stringify({ openapi: '3.0.3', paths });

/** Milliseconds. */
const lostAfter = 1500;

/** @param comesBack milliseconds after which a supervisor starts it again; undefined for never */
async function die(when: 'before its answer' | 'after its answer', comesBack?: number): Promise<Run> {
  let server: Server | undefined;
  let port = 0;
  const start = () =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => {
        if (request.url === '/openapi.json') return void response.end(document);
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
