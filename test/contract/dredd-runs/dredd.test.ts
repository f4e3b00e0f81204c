/** What a run of dredd is worth: it fails for what is wrong with the server, and with the hooks, and for nothing else. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Fault, startProxy } from '../spoiled/proxy.js';
import type { Verdict } from './judge-run.js';
import { leftOut, type RunOptions, runDredd } from './run-dredd.js';
import { skipWithoutDredd } from './spawn-dredd.js';
import { type Services, startServices } from './start-services.js';

/** A field that is missing, and a status that is not declared. */
const FAULT: Fault = {
  reply(reply, { method, target }) {
    if (method !== 'GET' || reply.status !== 200) return;
    if (/^\/users\/\d+\//.test(target)) reply.status = 418;
    if (/^\/snippets\/\d+\/\?/.test(target) && reply.headers['content-type'] === 'application/json') {
      const { title: _missing, ...rest } = JSON.parse(reply.body.toString());
      reply.body = Buffer.from(JSON.stringify(rest));
    }
  },
};

const TEAPOT = {
  get: { operationId: 'getTeapot', summary: 'Coffee', responses: { 200: { description: 'None.' } } },
};

/** An operation that the hooks know nothing of, and statuses that only they know. */
function change(document: Record<string, unknown>): void {
  const paths = structuredClone(document.paths) as Record<string, typeof TEAPOT>;
  const responses: Record<string, unknown> = paths['/']?.get.responses ?? assert.fail('no API root');
  delete responses[406];
  delete responses[503];
  document.paths = { ...paths, '/teapot': TEAPOT };
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

  it('fails when there is nothing to run', async () => {
    const { passed, problems } = await runWith((document) => {
      document.paths = {};
    });
    assert.deepEqual([passed, problems], [0, ['the document promises nothing']]);
  });

  describe('on a server and a document that are wrong in five ways', () => {
    let run: Verdict;
    before(async () => {
      run = await runWith(change);
    });

    for (const [name, problems] of [
      ['a missing field', ['getSnippet -> 200 application/json: fail']],
      ['an undeclared status', ['getUser -> 200 application/json: fail', 'getUser -> 200 text/html: fail']],
      [
        'an operation that nothing prepares',
        [
          'getTeapot 200: preparations.cjs does not prepare it, and unreachable.cjs does not list it',
          'getTeapot -> 200: fail',
        ],
      ],
      [
        'a status that is prepared and no longer documented',
        ['getRoot 406: preparations.cjs has it, the document does not'],
      ],
      [
        'a status that is out of reach and no longer documented',
        ['getRoot 503: unreachable.cjs has it, the document does not'],
      ],
    ] as const) {
      it(`notices ${name}`, () => {
        const missing = problems.filter((problem) => !run.problems.includes(problem));
        assert.deepEqual(missing, [], `${run.problems.join('\n')}\n${printed.join('\n')}`);
      });
    }

    it('finds nothing else', () => {
      assert.equal(run.problems.length, 7, run.problems.join('\n'));
      assert.ok(run.passed > 150, `${run.passed} passed`);
    });

    it('says which statuses no run met, but for those of a fault', async () => {
      const missing = await leftOut([run]);
      const told = ['getUser 200', 'getUser 404', 'createAccessToken 200', 'getRoot 500'];
      assert.deepEqual(
        told.filter((status) => missing.includes(status)),
        ['getUser 200', 'createAccessToken 200'],
      );
    });
  });
});
