import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApp, useApp } from '../helpers/app.js';

const PATHS = ['/', '/snippets/', '/users/', '/openapi.json', '/docs/', '/snippets', '/nothing/here/'];
const REBOUND = 'rebound.example:8000';

/** One deployment of each kind, with the hosts that it answers to and those that it refuses. */
const DEPLOYMENTS: {
  name: string;
  env: Record<string, string>;
  own: string[];
  foreign: string[];
}[] = [
  {
    name: 'on loopback',
    env: {},
    own: [
      'localhost',
      'LOCALHOST:1',
      'localhost.:80',
      'a.localhost',
      '127.0.0.1:9',
      '192.0.2.1',
      '[::1]:7',
      '[::1]',
    ],
    foreign: [REBOUND, 'localhost.evil.example', 'evillocalhost', '2130706433'],
  },
  {
    name: 'with BASE_URL',
    env: { BASE_URL: 'https://Snippets.example:8443/api', HOST: '0.0.0.0' },
    own: ['snippets.example', 'SNIPPETS.example:1', '192.0.2.1'],
    foreign: [REBOUND, 'localhost', 'a.snippets.example'],
  },
  {
    name: 'with ALLOWED_HOSTS',
    env: { ALLOWED_HOSTS: 'One.example,two.example', BASE_URL: 'https://three.example' },
    own: ['one.example:8000', 'two.example', '[2001:db8::1]'],
    foreign: [REBOUND, 'three.example', 'localhost'],
  },
];

for (const { name, env, own, foreign } of DEPLOYMENTS) {
  describe(`the Host of a service ${name}`, () => {
    const app = useApp({ env });

    const get = (path: string, headers: Record<string, string>) => app.raw({ path, headers });

    it('is accepted when it is its own, whatever the port', async () => {
      for (const Host of own) assert.equal((await get('/snippets/', { Host })).status, 200, Host);
    });

    it('is refused as JSON when it is not, on every path and before credentials are looked at', async () => {
      for (const Host of foreign)
        for (const path of PATHS) {
          const headers = { Host, Accept: 'text/html', Authorization: 'Basic broken' };
          const response = await get(path, headers);
          assert.equal(response.status, 400, `${Host} ${path}`);
          assert.deepEqual(await response.json(), { detail: 'Invalid Host header.' });
        }
    });

    it('is ignored by health checks', async () => {
      for (const path of ['/healthz', '/readyz'])
        assert.equal((await get(path, { Host: REBOUND })).status, 200);
    });

    it('is not taken from X-Forwarded-Host without TRUST_PROXY', async () => {
      const headers = { Host: REBOUND, 'X-Forwarded-Host': own[0] ?? '' };
      assert.equal((await get('/snippets/', headers)).status, 400);
    });
  });
}

it('a write under a foreign Host stores nothing, with OWNERSHIP=off too', async () => {
  const app = await startApp({ env: { OWNERSHIP: 'off' } });
  const headers = { Host: REBOUND, 'Content-Type': 'application/json' };
  const response = await app.raw({ method: 'POST', path: '/snippets/', headers, body: '{"code":"x"}' });
  assert.equal(response.status, 400);
  assert.equal(await app.store.snippets.countDocuments({}), 0);
  await app.close();
});

it('accepts every Host on all addresses without any setting', async () => {
  const app = await startApp({ env: { HOST: '0.0.0.0' } });
  assert.equal((await app.raw({ path: '/', headers: { Host: REBOUND } })).status, 200);
  await app.close();
});
