/** Browsers send remembered Basic credentials by themselves, so a page of another site must not write with them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicHeader, useApp, useUser } from '../../helpers/app.js';

const FOREIGN = 'https://evil.example';

describe('a write with Basic credentials', () => {
  const origins = { TRUSTED_ORIGINS: 'https://trusted.example', CORS_ORIGINS: 'https://app.example' };
  const app = useApp({ env: { AUTH_SCHEMES: 'basic,session,token', ...origins } });
  const alice = useUser(app, 'alice');

  const post = (headers: Record<string, string>, user: { username: string; password: string } = alice) =>
    app.fetch('/snippets/', {
      method: 'POST',
      headers: { ...basicHeader(user), 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: 'code=x',
    });

  it('from a page of another site is 403, and stores nothing', async () => {
    for (const [headers, named] of [
      [{ Origin: FOREIGN }, FOREIGN],
      [{ Origin: 'null' }, 'null'],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 'cross-site'],
      [{ 'Sec-Fetch-Site': 'same-site' }, 'same-site'],
    ] as [Record<string, string>, string][]) {
      const response = await post(headers);
      const detail = `CSRF Failed: Origin checking failed - ${named} does not match any trusted origins.`;
      assert.deepEqual([response.status, await response.json()], [403, { detail }]);
    }
    assert.equal(await app.store.snippets.countDocuments({}), 0);
  });

  it('passes from the pages of the service, of trusted origins, and from programs', async () => {
    for (const Origin of [app.url, 'https://trusted.example'])
      assert.equal((await post({ Origin })).status, 201, Origin);
    // By fetch itself: the headers of CORS are not in the contract.
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://app.example' };
    const headers = { ...basicHeader(alice), ...form };
    const fromApp = await fetch(`${app.url}/snippets/`, { method: 'POST', headers, body: 'code=x' });
    assert.equal(fromApp.status, 201);
    for (const site of ['same-origin', 'none'])
      assert.equal((await post({ 'Sec-Fetch-Site': site })).status, 201, site);
    assert.equal((await post({})).status, 201);
  });

  it('may be read from anywhere, since reading changes nothing', async () => {
    const headers = { ...basicHeader(alice), Origin: FOREIGN };
    assert.equal((await app.fetch('/snippets/', { headers })).status, 200);
  });

  it('is refused before the password is checked, so another site cannot use up the attempts', async () => {
    assert.equal((await post({ Origin: FOREIGN }, { username: 'alice', password: 'wrong' })).status, 403);
  });

  it('does not concern tokens, which no browser sends by itself', async () => {
    const headers = { Authorization: `Token ${alice.token}`, Origin: FOREIGN };
    assert.equal((await app.sendJson('POST', '/snippets/', { code: 'x' }, headers)).status, 201);
  });
});
