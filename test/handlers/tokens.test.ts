import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setPassword } from '#src/authentication/logins.js';
import { tokenHeader, useApp, useUser } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

const PATH = '/auth/key/';
const UNABLE = { non_field_errors: ['Unable to log in with provided credentials.'] };
const REQUIRED = ['This field is required.'];
const NO_STRING = ['Not a valid string.'];

describeOnBothStores('the token endpoint', (store) => {
  const app = useApp({ store, env: { TOKEN_PATH: PATH } });
  const alice = useUser(app, 'alice', ' spaces around ');
  before(async () => {
    const { id } = await app.addUser('inactive', 'secret');
    await app.store.users.updateOne({ _id: id }, { $set: { active: false } });
  });

  const postJson = (body: unknown, headers?: Record<string, string>) =>
    app.sendJson('POST', PATH, body, headers);
  const credentials = () => ({ username: alice.username, password: alice.password });

  it('answers with the token of the user and nothing else', async () => {
    const response = await postJson(credentials());
    assert.deepEqual([response.status, await response.json()], [200, { token: alice.token }]);
    assert.equal(response.headers.get('Cache-Control'), 'no-store');
    assert.equal(response.headers.get('Allow'), 'POST, OPTIONS');
  });

  it('gives the same token each time, and the first request makes it, also the first after a change', async () => {
    const bob = await app.addUser('bob');
    await app.store.tokens.deleteOne({ _id: bob.id });
    const earlier = [bob.token];
    for (const password of [bob.password, 'another password']) {
      await setPassword(app.store, bob.id, password);
      const asked = Array.from({ length: 8 }, () => postJson({ username: 'bob', password }));
      const tokens = (await Promise.all(asked)).map(async (answer) => (await answer.json()).token);
      const [token, ...others] = new Set(await Promise.all(tokens));
      assert.deepEqual(others, []);
      assert.equal((await app.fetch('/', { headers: tokenHeader({ token }) })).status, 200);
      for (const old of earlier)
        assert.equal((await app.fetch('/', { headers: tokenHeader({ token: old }) })).status, 401);
      earlier.push(token);
    }
  });

  it('trims the user name and not the password, and ignores unknown keys', async () => {
    const { password } = alice;
    assert.equal((await postJson({ username: ' alice\n', password, scope: 7 })).status, 200);
    assert.equal((await postJson({ username: 'alice', password: password.trim() })).status, 400);
  });

  for (const [situation, body, errors] of [
    ['a wrong password', { username: 'alice', password: 'wrong' }, UNABLE],
    ['an unknown user', { username: 'nobody', password: 'wrong' }, UNABLE],
    ['an inactive user', { username: 'inactive', password: 'secret' }, UNABLE],
    ['no fields', {}, { username: REQUIRED, password: REQUIRED }],
    ['an empty body', undefined, { username: REQUIRED, password: REQUIRED }],
    ['no password', { username: 'alice' }, { password: REQUIRED }],
    ['operators', { username: { $gt: '' }, password: 1 }, { username: NO_STRING, password: NO_STRING }],
    ['a password of one space', { username: 'alice', password: ' ' }, UNABLE],
    ['names of every object', { username: '__proto__', password: 'constructor' }, UNABLE],
    ['no object', null, { non_field_errors: ['No data provided'] }],
  ] as const)
    it(`answers ${situation} with 400, never 401`, async () => {
      const response = await postJson(body);
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), { detail: 'Invalid input.', ...errors });
    });

  it('answers in JSON, whatever Accept and format say', async () => {
    for (const Accept of ['text/html', 'image/png', 'nonsense']) {
      const right = await postJson(credentials(), { Accept });
      assert.deepEqual([right.status, right.headers.get('Content-Type')], [200, 'application/json']);
      const wrong = await postJson({}, { Accept });
      assert.deepEqual([wrong.status, wrong.headers.get('Content-Type')], [400, 'application/json']);
    }
    const response = await app.fetch(`${PATH}?format=xml`, { method: 'POST', body: new URLSearchParams() });
    assert.equal(response.status, 400);
  });
});
