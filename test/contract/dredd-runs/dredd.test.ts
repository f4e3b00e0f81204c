/** A run of dredd fails for what is wrong with the server or with the table of statuses, and for nothing else. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Fault, startProxy } from './proxy.js';
import { leftOut, type RunOptions, runDredd } from './run-dredd.js';
import { skipWithoutDredd } from './spawn-dredd.js';
import { type Services, startServices } from './start-services.js';

/** Removes a field and answers with an undeclared status. */
const FAULT: Fault = (reply, { method, target }) => {
  if (method !== 'GET' || reply.status !== 200) return;
  if (/^\/users\/\d+\//.test(target)) reply.status = 418;
  if (/^\/snippets\/\d+\/\?/.test(target) && reply.headers['content-type'] === 'application/json') {
    const { title: _missing, ...rest } = JSON.parse(reply.body.toString());
    reply.body = Buffer.from(JSON.stringify(rest));
  }
};

const TEAPOT = {
  get: { operationId: 'getTeapot', summary: 'Coffee', responses: { 418: { description: 'None.' } } },
};

/** Adds an operation with a status that no usual row has, and removes a status that has an entry there. */
function spoilRows(document: Record<string, unknown>): void {
  const paths = structuredClone(document.paths) as Record<string, typeof TEAPOT>;
  const responses: Record<string, unknown> = paths['/docs/']?.get.responses ?? assert.fail('no explorer');
  delete responses[404];
  document.paths = { ...paths, '/teapot': TEAPOT };
}

/** The run of the whole document is a step of its own: `npm run dredd`. */
function onlyReads(document: Record<string, unknown>): void {
  const paths = document.paths as Record<string, Record<string, unknown>>;
  const read = (path: string) => [path, { parameters: paths[path]?.parameters, get: paths[path]?.get }];
  document.paths = Object.fromEntries(['/snippets/{id}/', '/users/{id}/'].map(read));
}

describe('a run of dredd', { skip: skipWithoutDredd }, () => {
  let services: Services;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const printed: string[] = [];
  const runWith = (changing: NonNullable<RunOptions['change']>) =>
    runDredd(
      { ...services, usual: { ...services.usual, url: proxy.url } },
      { print: (line) => printed.push(line), change: changing },
    );
  before(async () => {
    services = await startServices('basic');
    proxy = await startProxy(services.usual.url, FAULT);
  });
  after(async () => {
    await proxy.close();
    await services.close();
  });

  it('names missing and surplus entries of statuses.cjs, without starting dredd', async () => {
    const lines = printed.length;
    const { passed, problems } = await runWith(spoilRows);
    const file = 'test/contract/dredd/statuses.cjs';
    assert.deepEqual(
      [passed, problems.toSorted()],
      [
        0,
        [
          `getTeapot 418: ${file} has no entry for it: add its steps, or why nobody can get it`,
          `showReference 404: ${file} has an entry, the specification does not: remove it`,
        ],
      ],
    );
    assert.equal(printed.length, lines);
  });

  it('reports what a wrong server does, and nothing else, and lists the statuses that no run met', async () => {
    const run = await runWith(onlyReads);
    const missing = 'getSnippet -> 200 application/json: fail';
    const undeclared = ['getUser -> 200 application/json: fail', 'getUser -> 200 text/html: fail'];
    assert.deepEqual(run.problems.toSorted(), [missing, ...undeclared], printed.join('\n'));
    assert.ok(run.passed > 10, `${run.passed} passed`);
    const left = await leftOut([run]);
    // The last one is out of reach.
    const told = ['getUser 200', 'getUser 404', 'createAccessToken 200', 'getRoot 500'];
    assert.deepEqual(
      told.filter((status) => left.includes(status)),
      ['getUser 200', 'createAccessToken 200'],
    );
  });
});
