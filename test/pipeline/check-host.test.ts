import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApp, useApp } from '../helpers/app.js';
import { countOf } from '../helpers/stores.js';

const PATHS = ['/', '/snippets/', '/users/', '/openapi.json', '/docs/', '/snippets', '/nothing/here/'];
const REBOUND = 'rebound.example:8000';

/** One deployment of each kind, with the hosts that it answers to and those that it refuses. */
for (const { name, env, own, foreign } of [
  {
    name: 'on loopback',
    env: {},
    own: [
      ...['localhost', 'LOCALHOST:1', 'localhost.:80', 'a.localhost'],
      ...['127.0.0.1:9', '192.0.2.1', '[::1]:7', '[::1]'],
    ],
    foreign: [REBOUND, 'localhost.evil.example', 'evillocalhost', '2130706433'],
  },
  {
    name: 'with BASE_URL',
    env: { BASE_URL: 'https://Snippets.example:8443', HOST: '0.0.0.0' },
    own: ['snippets.example', 'SNIPPETS.example:1', '192.0.2.1'],
    foreign: [REBOUND, 'localhost', 'a.snippets.example'],
  },
  {
    name: 'with ALLOWED_HOSTS',
    env: { ALLOWED_HOSTS: 'One.example,two.example', BASE_URL: 'https://three.example' },
    own: ['one.example:8000', 'two.example', '[2001:db8::1]'],
    foreign: [REBOUND, 'three.example', 'localhost'],
  },
])
  describe(`the Host of a service ${name}`, () => {
    const app = useApp({ env });
    const get = (path: string, headers: Record<string, string>) => app.raw({ path, headers });

    it('is accepted when it is its own, whatever the port, and ignored by health checks', async () => {
      for (const Host of own) assert.equal((await get('/snippets/', { Host })).status, 200, Host);
      for (const path of ['/healthz', '/readyz'])
        assert.equal((await get(path, { Host: REBOUND })).status, 200);
    });

    it('is refused as JSON when it is not, on every path, before credentials, whatever is forwarded', async () => {
      const other = { Accept: 'text/html', Authorization: 'Basic broken', 'X-Forwarded-Host': own[0] ?? '' };
      for (const Host of foreign)
        for (const path of PATHS) {
          const response = await get(path, { Host, ...other });
          assert.equal(response.status, 400, `${Host} ${path}`);
          assert.deepEqual(await response.json(), { detail: 'Invalid Host header.' });
        }
    });
  });

it('a write under a foreign Host stores nothing, with OWNERSHIP=off too', async (t) => {
  const app = await startApp({ env: { OWNERSHIP: 'off' } }, t);
  const headers = { Host: REBOUND, 'Content-Type': 'application/json' };
  const response = await app.raw({ method: 'POST', path: '/snippets/', headers, body: '{"code":"x"}' });
  assert.equal(response.status, 400);
  assert.equal(await countOf(app.store.snippets), 0);
});

it('every Host is accepted on all addresses without any setting', async (t) => {
  const app = await startApp({ env: { HOST: '0.0.0.0' } }, t);
  assert.equal((await app.raw({ path: '/', headers: { Host: REBOUND } })).status, 200);
});
