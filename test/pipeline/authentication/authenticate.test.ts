import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint } from '#src/contract/contract.js';
import { AuthenticationFailed } from '#src/errors/index.js';
import type { AuthenticationRequest, AuthenticationScheme, Identity } from '#src/extension.js';
import { createLog } from '#src/observability/log.js';
import { authenticate } from '#src/pipeline/authentication/authenticate.js';
import { startServer } from '#src/server/start-server.js';
import { startApp } from '../../helpers/app.js';

const alice: Identity = { user: { id: 1, username: 'alice' }, auth: { key: 'of alice' } };
const bob: Identity = { user: { id: 2, username: 'bob' }, auth: null };

describe('the schemes in their order', () => {
  const asked: string[] = [];
  const scheme = (name: string, outcome: Identity | undefined | 'fails'): AuthenticationScheme => ({
    name,
    authenticate() {
      asked.push(name);
      if (outcome === 'fails') throw new AuthenticationFailed();
      return outcome;
    },
  });
  const run = async (schemes: AuthenticationScheme[], taken = schemes.map(({ name }) => name)) => {
    asked.length = 0;
    // These schemes read nothing of the request, and of the endpoint only its schemes count.
    const { user, auth } = await authenticate(
      {} as AuthenticationRequest,
      { schemes: taken } as unknown as Endpoint,
      schemes,
    );
    return [user, auth, asked.join()];
  };

  it('supply user and auth by the first that authenticates; later ones are not asked', async () => {
    const schemes = [scheme('a', undefined), scheme('b', alice), scheme('c', bob)];
    assert.deepEqual(await run(schemes), [alice.user, alice.auth, 'a,b']);
  });

  it('leave the request anonymous, with no auth value, when none is attempted', async () => {
    assert.deepEqual(await run([scheme('a', undefined), scheme('b', undefined)]), [null, null, 'a,b']);
  });

  it('end the request with the first that fails, though the next would succeed', async () => {
    await assert.rejects(run([scheme('a', 'fails'), scheme('b', alice)]), AuthenticationFailed);
    assert.equal(asked.join(), 'a');
  });

  // A CONFIG module is JavaScript: nothing keeps its schemes to the types.
  const returning = (name: string, make: () => unknown): AuthenticationScheme => ({
    name,
    authenticate: () => {
      asked.push(name);
      return make() as ReturnType<AuthenticationScheme['authenticate']>;
    },
  });
  for (const [what, make] of [
    ['null', () => null],
    ['a promise of undefined', () => Promise.resolve(undefined)],
    ['a promise of null', () => Promise.resolve(null)],
  ] as const) {
    it(`ask the next one after one that returns ${what}`, async () => {
      assert.deepEqual(await run([returning('a', make), scheme('b', bob)]), [bob.user, null, 'a,b']);
      assert.deepEqual(await run([returning('a', make)]), [null, null, 'a']);
    });
  }

  it('supply user and auth by a promise too', async () => {
    const later = returning('a', () => Promise.resolve(alice));
    assert.deepEqual(await run([later, scheme('b', bob)]), [alice.user, alice.auth, 'a']);
  });

  it('end the request with the first whose promise is rejected', async () => {
    const failing = returning('a', () => Promise.reject(new AuthenticationFailed()));
    await assert.rejects(run([failing, scheme('b', alice)]), AuthenticationFailed);
    assert.equal(asked.join(), 'a');
  });

  it('run only where the endpoint takes them', async () => {
    assert.deepEqual(await run([scheme('a', 'fails'), scheme('b', bob)], ['b']), [bob.user, null, 'b']);
    assert.deepEqual(await run([scheme('a', 'fails')], []), [null, null, '']);
  });
});

describe('a configured scheme without an implementation', () => {
  it('a configured scheme without an implementation stops the start', async () => {
    const app = await startApp();
    const settings = { ...app.settings, authSchemes: ['basic', 'kerberos'] };
    await assert.rejects(startServer(settings, createLog('silent')), /kerberos/);
    await app.close();
  });
});
