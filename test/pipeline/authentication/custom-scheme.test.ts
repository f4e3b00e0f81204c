import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AuthenticationFailed } from '#src/errors/index.js';
import type { AuthenticationRequest, AuthenticationScheme } from '#src/extension.js';
import { basicHeader, startApp, type TestUser, useApp, useUser } from '../../helpers/app.js';
import { snippet } from '../../store/samples.js';

const NOT_PROVIDED = 'Authentication credentials were not provided.';
const BASIC = 'Basic realm="api"';
const KEY = 'Key realm="doors"';
const QUIET = null;

const ROWS = [
  // schemes, the custom one's challenge, and the kind of every denial
  ['key', KEY, 401, KEY],
  ['key,basic', QUIET, 403, null],
  ['basic,key', KEY, 401, BASIC],
] as const;

for (const [order, challenge, status, sent] of ROWS) {
  describe(`a custom scheme ${challenge ? 'with' : 'without'} a challenge, AUTH_SCHEMES=${order}`, () => {
    const seen: AuthenticationRequest[] = [];
    const scheme = keyScheme((request) => {
      seen.push(request);
      return alice;
    }, challenge);
    const app = useApp({ deployment: { schemes: [scheme] }, env: { AUTH_SCHEMES: order } });
    const alice = useUser(app, 'alice');

    const post = (headers: Record<string, string>) =>
      app.fetch('/snippets/', { method: 'POST', headers, body: new URLSearchParams({ code: 'x' }) });
    const refusal = async (response: Response) => [
      response.status,
      response.headers.get('WWW-Authenticate'),
      (await response.json()).detail,
    ];

    it('a custom scheme supplies the user', async () => {
      const response = await post({ 'X-Key': 'right' });
      assert.deepEqual([response.status, (await response.json()).owner], [201, 'alice']);
    });

    it('ends the request when it fails, on reading too', async () => {
      const expected = [status, sent, 'This key opens nothing.'];
      assert.deepEqual(await refusal(await post({ 'X-Key': 'wrong' })), expected);
      const read = await app.fetch('/users/', { headers: { 'X-Key': 'wrong' } });
      assert.deepEqual(await refusal(read), expected);
    });

    it('leaves the kind of denial to the first scheme', async () => {
      assert.deepEqual(await refusal(await post({})), [status, sent, NOT_PROVIDED]);
    });

    it('runs at its place in AUTH_SCHEMES', async () => {
      const both = { 'X-Key': 'right', Authorization: `Basic ${btoa('alice:wrong')}` };
      const response = await post(both);
      // The first scheme that is attempted decides: key succeeds, so the wrong Basic is not checked.
      if (order === 'basic,key') {
        assert.deepEqual(await refusal(response), [401, BASIC, 'Invalid username/password.']);
      } else assert.equal(response.status, 201);
    });

    if (order.includes('basic')) {
      it('passes requests that do not attempt it on to the next scheme', async () => {
        assert.equal((await post(basicHeader(alice))).status, 201);
      });
    }

    it('refuses a known user with 403, whatever the scheme', async () => {
      const bob = await app.addUser('bob');
      await app.store.snippets.insertOne(snippet(77, { ownerId: bob.id, owner: 'bob' }));
      const response = await app.fetch('/snippets/77/', { method: 'DELETE', headers: { 'X-Key': 'right' } });
      const expected = [403, null, 'You do not have permission to perform this action.'];
      assert.deepEqual(await refusal(response), expected);
    });

    it('receives the request', async () => {
      seen.length = 0;
      await post({ 'X-Key': 'right' });
      const [request] = seen;
      assert.deepEqual([request?.method, request?.path, request?.ip], ['POST', '/snippets/', '127.0.0.1']);
      assert.deepEqual(await request?.form(), [['code', 'x']]);
    });
  });
}

it('a configured scheme without an implementation stops the start', async () => {
  const deployment = { schemes: [keyScheme(() => assert.fail(), null)] };
  await assert.rejects(startApp({ deployment, env: { AUTH_SCHEMES: 'key,kerberos' } }), /kerberos/);
});

/** Opens to `X-Key: right`. */
function keyScheme(
  authenticated: (request: AuthenticationRequest) => TestUser,
  challenge: string | null,
): AuthenticationScheme {
  return {
    name: 'key',
    securityScheme: { type: 'apiKey', in: 'header', name: 'X-Key' },
    ...(challenge === null ? {} : { challenge: () => challenge }),
    authenticate(request) {
      const key = request.headers['x-key'];
      // A CONFIG module is JavaScript: nothing keeps its schemes to the types.
      if (key === undefined) return challenge === null ? (Promise.resolve(null) as never) : undefined;
      if (key !== 'right') throw new AuthenticationFailed({ detail: 'This key opens nothing.' });
      return { user: authenticated(request), auth: key };
    },
  };
}
