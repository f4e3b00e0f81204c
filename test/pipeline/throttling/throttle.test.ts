/** The rates `anon` and `user`. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Endpoint } from '#src/contract/contract.js';
import { makeThrottle } from '#src/pipeline/throttling/throttles.js';
import { startApp, type TestApp, type TestUser, tokenHeader } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

const THROTTLED = /^Request was throttled\. Expected available in (\d+) seconds\.$/;

describeOnAnyStore('a rate', (store) => {
  let app: TestApp;
  let cases = 0;
  before(async () => {
    app = await startApp({ store, env: { THROTTLE_RATES: 'anon=3/hour,user=4/hour', TRUST_PROXY: '1' } });
  });
  after(() => app.close());

  /** Every case has an address of its own. */
  beforeEach(() => {
    cases += 1;
  });
  const ask = (path: string, init: RequestInit = {}) => {
    const sender = { 'X-Forwarded-For': `192.0.2.${cases}`, 'X-Forwarded-Proto': 'https' };
    return app.fetch(path, { ...init, headers: { ...sender, ...init.headers } });
  };

  const statuses = async (count: number, path = '/snippets/', init: RequestInit = {}) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i += 1) seen.push((await ask(path, init)).status);
    return seen;
  };
  const as = (user: TestUser): RequestInit => ({ headers: tokenHeader(user) });

  it('of anonymous requests is counted by address, and what is beyond it is 429', async () => {
    assert.deepEqual(await statuses(4), [200, 200, 200, 429]);
  });

  it('tells in Retry-After and in the body when to retry', async () => {
    await statuses(3);
    const response = await ask('/snippets/');
    const { detail } = await response.json();
    const seconds = Number(THROTTLED.exec(detail)?.[1]);
    assert.ok(seconds > 3590 && seconds <= 3600, detail);
    assert.equal(response.headers.get('Retry-After'), String(seconds));
    assert.equal(response.headers.get('Allow'), 'GET, POST, HEAD, OPTIONS');
  });

  it('of known users is counted for each, whatever path they use, and apart from anonymous requests', async () => {
    const [alice, bob] = [await app.addUser('alice'), await app.addUser('bob')];
    assert.deepEqual(await statuses(2, '/snippets/', as(alice)), [200, 200]);
    assert.deepEqual(await statuses(3, '/users/', as(alice)), [200, 200, 429]);
    assert.deepEqual(await statuses(1, '/snippets/', as(bob)), [200]);
    assert.deepEqual(await statuses(1), [200]);
  });

  it('counts HEAD, OPTIONS, methods that the path does not have, and missing ids', async () => {
    const seen = [
      await ask('/users/', { method: 'HEAD' }),
      await ask('/users/', { method: 'OPTIONS' }),
      await ask('/users/', { method: 'DELETE' }),
      await ask('/snippets/404/'),
      await ask('/users/', { method: 'OPTIONS' }),
    ];
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 200, 405, 429, 429],
    );
  });

  it('comes after authentication and permission: what they refuse is not counted', async () => {
    const wrong = { headers: { Authorization: 'Token wrong' } };
    assert.deepEqual(await statuses(5, '/snippets/', wrong), [401, 401, 401, 401, 401]);
    assert.deepEqual(await statuses(5, '/snippets/', { method: 'POST' }), [401, 401, 401, 401, 401]);
    assert.deepEqual(await statuses(4), [200, 200, 200, 429]);
    assert.deepEqual(await statuses(1, '/snippets/', { method: 'POST' }), [401]);
  });

  it('keeps a refused write from happening', async () => {
    const carol = await app.addUser('carol');
    await statuses(4, '/snippets/', as(carol));
    const body = new URLSearchParams({ code: 'x' });
    assert.equal((await ask('/snippets/', { method: 'POST', body, ...as(carol) })).status, 429);
    assert.equal(await app.store.snippets.countDocuments(), 0);
  });

  it('is exact for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  });

  it('does not limit the specification and the health checks', async () => {
    await statuses(4);
    for (const path of ['/openapi.json', '/healthz', '/readyz'])
      assert.deepEqual(await statuses(1, path), [200], path);
  });
});

describe('a rate without proxies', () => {
  it('is not escaped by X-Forwarded-For, which is ignored', async () => {
    const app = await startApp({ env: { THROTTLE_RATES: 'anon=3/hour' } });
    const seen: number[] = [];
    for (let i = 1; i <= 4; i += 1) {
      const headers = { 'X-Forwarded-For': `192.0.2.${i}`, Forwarded: `for=192.0.2.${i}` };
      seen.push((await app.fetch('/', { headers })).status);
    }
    assert.deepEqual(seen, [200, 200, 200, 429]);
    await app.close();
  });
});

describe('a rate behind proxies', () => {
  const forwarded = (app: TestApp, ...addresses: string[]) =>
    app.fetch('/', { headers: { 'X-Forwarded-For': addresses.join(', ') } }).then(({ status }) => status);

  it('counts by the address that the one proxy saw; what the sender claims is ignored', async () => {
    const app = await startApp({ env: { THROTTLE_RATES: 'anon=2/hour', TRUST_PROXY: '1' } });
    assert.equal(await forwarded(app, '192.0.2.1'), 200);
    assert.equal(await forwarded(app, '198.51.100.1', '192.0.2.1'), 200);
    assert.equal(await forwarded(app, '198.51.100.2', '198.51.100.3', '192.0.2.1'), 429);
    assert.equal(await forwarded(app, '192.0.2.2'), 200);
    await app.close();
  });

  it('counts by the address that the first of two proxies saw', async () => {
    const app = await startApp({ env: { THROTTLE_RATES: 'anon=1/hour', TRUST_PROXY: '2' } });
    assert.equal(await forwarded(app, '192.0.2.1', '10.0.0.1'), 200);
    assert.equal(await forwarded(app, '198.51.100.1', '192.0.2.1', '10.0.0.1'), 429);
    assert.equal(await forwarded(app, '192.0.2.2', '10.0.0.1'), 200);
    await app.close();
  });
});

describe('a window', () => {
  it('begins with the first request and allows requests again when it ends', async () => {
    const app = await startApp({ env: { THROTTLE_RATES: 'anon=1/sec' } });
    assert.equal((await app.fetch('/')).status, 200);
    const refused = await app.fetch('/');
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [429, '1']);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    assert.equal((await app.fetch('/')).status, 200);
    await app.close();
  });
});

describe('a scope that stands for no rate', () => {
  it('a throttle scope without a rate stops the start', () => {
    const endpoint = { path: '/x/', throttleScope: 'uploads' } as Endpoint;
    const throttles = { anon: undefined, user: undefined, custom: [], preview: undefined };
    assert.throws(
      () => makeThrottle([endpoint], { ...throttles, login: async () => async () => undefined }),
      /^Error: openapi\.yaml names the throttle scope uploads at \/x\/, which has no rate\.$/,
    );
  });
});
