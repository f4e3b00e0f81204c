/** Credentials that a hook renews, and keys that are good for one request. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readCommandLine } from '../harness/command-line.js';
import { meet, namesOf } from './meet.js';

describe('credentials', () => {
  const document = {
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: { '/a': { get: { responses: { 200: {}, 401: {} } } } },
  };

  it('come from the hook authenticate, again after a 401, and probes are told apart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-hooks-'));
    const file = join(folder, 'hooks.mjs');
    await writeFile(
      file,
      `let count = 0;
       export default {
         authenticate: ({ user }) => (user === 'self' ? 'bearer:t' + ++count : undefined),
         beforeRequest: (request, { probe }) => ({ ...request, headers: { ...request.headers, 'X-Probe': String(probe) } }),
       };`,
    );
    let good = 't1';
    let served = 0;
    const probes = new Set<unknown>();
    const run = await meet({
      document,
      answer({ headers }) {
        const { authorization, 'x-probe': probe } = headers;
        // The first request looks whether the server is there, and goes past the hooks.
        if (probe !== undefined) probes.add(probe);
        const isGood = authorization === `Bearer ${good}`;
        // Each token is good for five requests.
        if (isGood) served += 1;
        if (served === 5) [good, served] = [`t${Number(good.slice(1)) + 1}`, 0];
        return [isGood ? 200 : 401];
      },
      options: ['--hooks', file, '--phases', 'examples,coverage'],
    }).finally(() => rm(folder, { recursive: true, force: true }));
    assert.deepEqual(
      namesOf(run).filter((name) => /ignored_auth|vacuity|positive/.test(name)),
      [],
    );
    assert.ok(Number(good.slice(1)) > 2, good);
    assert.deepEqual([...probes].sort(), ['anonymous', 'undefined', 'wrong credentials']);
  });

  it('may be cookies, which share one header', () => {
    const { self } = readCommandLine(['--auth', 'cookie:session:abc', '--also', 'cookie:csrf:d']);
    assert.deepEqual(self, [{ in: 'header', name: 'Cookie', value: 'session=abc; csrf=d' }]);
  });
});

describe('a key that is good for one request', () => {
  it('is another one each time, whatever the example says', async () => {
    const header = {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 1 },
      example: 'k',
    };
    const used: unknown[] = [];
    await meet({
      document: { paths: { '/a': { post: { parameters: [header], responses: { 200: {}, 400: {} } } } } },
      answer({ method, headers }) {
        if (method === 'POST' && headers['idempotency-key']) used.push(headers['idempotency-key']);
        return [headers['idempotency-key'] ? 200 : 400];
      },
      options: ['--phases', 'examples,fuzzing'],
    });
    assert.ok(used.length > 10);
    assert.equal(new Set(used).size, used.length);
  });
});
