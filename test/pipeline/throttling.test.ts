/** Rates: of requests, of failed logins, and a deployment's own. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { addClient } from '#src/authentication/oauth2.js';
import { Throttled } from '#src/errors/index.js';
import { ipKey } from '#src/http/sender.js';
import { makeCounter, makeThrottles } from '#src/pipeline/throttling.js';
import { basicHeader, startApp, type TestApp, type TestUser, tokenHeader, useApp } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { countOf } from '../helpers/stores.js';

type Headers = Record<string, string>;

const proxied = (from: string): Headers => ({ 'X-Forwarded-For': from, 'X-Forwarded-Proto': 'https' });
const inTurn = async (count: number, ask: (i: number) => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let i = 0; i < count; i += 1) seen.push((await ask(i)).status);
  return seen;
};

describe('a counter', () => {
  let now = 0;
  const make = (limit: number) => makeCounter({ limit, seconds: 60 }, () => now);
  const isRefused = (work: () => void) => assert.throws(work, Throttled);

  it('counts each key alone, in windows that begin with their first request', () => {
    const counter = make(2);
    for (const key of ['a', '__proto__']) {
      for (let i = 0; i < 2; i += 1) counter.count(key);
      isRefused(() => counter.count(key));
      now += 1000;
    }
    now += 57_999;
    assert.throws(() => counter.count('a'), { headers: { 'Retry-After': '1' } });
    now += 1;
    counter.count('a');
    isRefused(() => counter.count('__proto__'));
  });

  it('takes back in the window of the count, however late', () => {
    const counter = make(1);
    counter.count('a')();
    const late = counter.count('a');
    now += 60_000;
    counter.count('a');
    late();
    isRefused(() => counter.count('a'));
  });

  it('forgets the oldest of 50,000 keys, and nothing else', () => {
    const counter = make(1);
    for (let i = 0; i < 50_001; i += 1) counter.count(String(i));
    isRefused(() => counter.check('1'));
    counter.count('0');
  });
});

describe('a rate', () => {
  let cases = 0;
  const app = useApp({ env: { THROTTLE_RATES: 'anon=3/hour,user=4/hour', TRUST_PROXY: '1' } });
  beforeEach(() => {
    cases += 1;
  });
  /** Every case has an address of its own. */
  const ask = (path: string, init: RequestInit = {}) =>
    app.fetch(path, { ...init, headers: { ...proxied(`192.0.2.${cases}`), ...init.headers } });
  const statuses = (count: number, path = '/snippets/', init: RequestInit = {}) =>
    inTurn(count, () => ask(path, init));
  const as = (user: TestUser): RequestInit => ({ headers: tokenHeader(user) });

  it('of anonymous requests is counted by address, and what is beyond it is 429 with the time to wait', async () => {
    assert.deepEqual(await statuses(3), [200, 200, 200]);
    const refused = await ask('/snippets/');
    const seconds = refused.headers.get('Retry-After');
    const { detail } = await refused.json();
    assert.equal(detail, `Request was throttled. Expected available in ${seconds} seconds.`);
    assert.ok(Number(seconds) > 3500 && Number(seconds) <= 3600);
    assert.equal(refused.headers.get('Allow'), 'GET, POST, HEAD, OPTIONS');
    for (const path of ['/openapi.json', '/healthz', '/readyz'])
      assert.deepEqual(await statuses(1, path), [200], `${path} is not limited`);
  });

  it('of known users is counted for each, on all paths together, and apart from anonymous requests', async () => {
    const [alice, bob] = [await app.addUser('alice'), await app.addUser('bob')];
    assert.deepEqual(await statuses(2, '/snippets/', as(alice)), [200, 200]);
    assert.deepEqual(await statuses(3, '/users/', as(alice)), [200, 200, 429]);
    assert.deepEqual(await statuses(1, '/snippets/', as(bob)), [200]);
    assert.deepEqual(await statuses(1), [200]);
  });

  it('counts HEAD, OPTIONS, methods that the path does not have, and missing ids', async () => {
    const seen = [];
    for (const method of ['HEAD', 'OPTIONS', 'DELETE']) seen.push((await ask('/users/', { method })).status);
    assert.deepEqual([...seen, ...(await statuses(1, '/snippets/404/'))], [200, 200, 405, 429]);
  });

  it('comes after authentication and permission: what they refuse is not counted', async () => {
    const refused = Array<number>(5).fill(401);
    assert.deepEqual(await statuses(5, '/snippets/', { headers: { Authorization: 'Token wrong' } }), refused);
    assert.deepEqual(await statuses(5, '/snippets/', { method: 'POST' }), refused);
    assert.deepEqual(await statuses(4), [200, 200, 200, 429]);
    assert.deepEqual(await statuses(1, '/snippets/', { method: 'POST' }), [401]);
  });

  for (const [proxies, forwarded, expected] of [
    ['', ['192.0.2.1', '192.0.2.2'], [200, 429]],
    // Of the one proxy, or the first of two; what the sender claims is ignored.
    ['1', ['192.0.2.1', '198.51.100.1, 192.0.2.1', '192.0.2.2'], [200, 429, 200]],
    // An IPv6 subscriber has a network, not an address.
    ['1', ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'], [200, 429, 200]],
    ['2', ['192.0.2.1, ::1', '198.51.100.1, 192.0.2.1, ::1', '192.0.2.2, ::1'], [200, 429, 200]],
  ] as const)
    it(`counts by the address that ${proxies || 'no'} trusted proxies tell: ${forwarded[0]}`, async (t) => {
      const env = { THROTTLE_RATES: 'anon=1/hour', ...(proxies && { TRUST_PROXY: proxies }) };
      const behind = await startApp({ env }, t);
      const from = (i: number) => ({ headers: { 'X-Forwarded-For': forwarded[i] ?? '' } });
      assert.deepEqual(await inTurn(forwarded.length, (i) => behind.fetch('/', from(i))), expected);
    });

  it('of a deployment stands beside the rates of THROTTLE_RATES', async (t) => {
    const rate = { limit: 2, seconds: 3600 };
    const key = ({ method, user }: { method: string; user: { id: number } | null }) =>
      method === 'POST' ? String(user?.id) : undefined;
    const custom = await startApp(
      {
        env: { THROTTLE_RATES: 'user=5/hour' },
        deployment: { throttles: [{ name: 'creations', rate, key }] },
      },
      t,
    );
    const alice = await custom.addUser('alice');
    const statusOf = async (user: TestUser, method: string) => {
      const body = method === 'POST' ? new URLSearchParams({ code: 'x' }) : null;
      return (await custom.fetch('/snippets/', { method, headers: basicHeader(user), body })).status;
    };
    const seen = [];
    // The refused one counts for the rate too.
    for (const method of ['POST', 'POST', 'POST', 'GET', 'GET', 'GET'])
      seen.push(await statusOf(alice, method));
    assert.deepEqual(seen, [201, 201, 429, 200, 200, 429]);
    assert.equal(await statusOf(await custom.addUser('bob'), 'POST'), 201);
    assert.equal(await countOf(custom.store.snippets), 3, 'what is refused stores nothing');
  });
});

type Attempt = (app: TestApp, user: { username: string; password: string }) => Promise<Response>;

const byBasic: Attempt = (app, user) => app.fetch('/snippets/', { headers: basicHeader(user) });
const byForm =
  (path: string, more: Headers = {}): Attempt =>
  (app, { username, password }) =>
    app.fetch(path, { method: 'POST', body: new URLSearchParams({ username, password, ...more }) });
const byTokenEndpoint = byForm('/api-token-auth/');

const byLoginForm: Attempt = (app, user) => new Browser(app).tryLogIn(user);

const byOAuth2: Attempt = async (app, user) => {
  const { clientId: client_id, clientSecret: client_secret } = await addClient(app.store, 'editor');
  return byForm('/oauth2/access_token/', { grant_type: 'password', client_id, client_secret })(app, user);
};

const WAYS: [name: string, attempt: Attempt, wrong: number, right: number][] = [
  ['HTTP Basic', byBasic, 401, 200],
  ['the token endpoint', byTokenEndpoint, 400, 200],
  ['the OAuth 2.0 endpoint', byOAuth2, 400, 200],
  ['the login form', byLoginForm, 200, 302],
];

describe('guessing a password', () => {
  let alice: TestUser;
  let cases = 0;
  const env = { AUTH_SCHEMES: 'basic,token,session,oauth2', THROTTLE_RATES: 'anon=1/hour,login=3/hour' };
  const app = useApp({ env });
  /** Every case has a user of its own. */
  beforeEach(async () => {
    cases += 1;
    alice = await app.addUser(`alice${cases}`);
  });
  const wrongly = () => ({ ...alice, password: 'wrong' });

  for (const [name, attempt, wrong, right] of WAYS)
    it(`by ${name} is 429 after as many failures as the rate allows, and only failures count`, async () => {
      const [fail, succeed] = [() => attempt(app, wrongly()), () => attempt(app, alice)];
      const seen = [...(await inTurn(2, fail)), ...(await inTurn(3, succeed)), ...(await inTurn(2, fail))];
      assert.deepEqual(seen, [wrong, wrong, right, right, right, wrong, 429]);
      const seconds = Number((await attempt(app, wrongly())).headers.get('Retry-After'));
      assert.ok(seconds > 3500 && seconds <= 3600);
    });

  it('is counted over all ways and spellings together, and refuses the right password too', async () => {
    const spelled = { ...wrongly(), username: alice.username.replace('a', 'ａ') };
    for (const [attempt, user, status] of [
      [byBasic, wrongly(), 401],
      [byTokenEndpoint, spelled, 400],
      [byOAuth2, wrongly(), 400],
    ] as const)
      assert.equal((await attempt(app, user)).status, status);
    for (const [, attempt] of WAYS) assert.equal((await attempt(app, alice)).status, 429);
    const bob = await app.addUser(`bob${cases}`);
    assert.equal((await byBasic(app, bob)).status, 200);
  });

  it('of an unknown or inactive user is refused in the same way', async () => {
    await app.store.users.updateOne({ _id: alice.id }, { $set: { active: false } });
    const nobody = { username: 'nobody', password: 'x' };
    for (const user of [nobody, alice])
      assert.deepEqual(await inTurn(4, () => byBasic(app, user)), [401, 401, 401, 429], user.username);
  });

  it('gives no more guesses in parallel than one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => byBasic(app, wrongly())));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(3).fill(401), ...Array(9).fill(429)]);
  });

  it('does not lock out a password that was right a moment ago, however many requests use it', async () => {
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => byBasic(app, alice)));
    assert.deepEqual([...new Set(atOnce.map(({ status }) => status))], [200]);
    assert.deepEqual(await inTurn(4, () => byBasic(app, wrongly())), [401, 401, 401, 429]);
    assert.equal((await byBasic(app, alice)).status, 200);
  });

  it('of many users from one address ends at 50 times the rate, and other addresses go on', () => {
    const throttleRates = { login: { limit: 3, seconds: 60 } };
    const { takeAttempt } = makeThrottles({ throttleRates, deployment: {} });
    for (let i = 0; i < 150; i += 1) takeAttempt(`name${i}`, '192.0.2.1');
    assert.throws(() => takeAttempt('one-more-name', '192.0.2.1'), Throttled);
    takeAttempt('one-more-name', '192.0.2.2')();
    for (let i = 0; i < 3; i += 1) takeAttempt('alice', `2001:db8::${i + 1}`);
    assert.throws(() => takeAttempt('alice', '2001:db8::4'), Throttled, 'of one IPv6 network');
  });
});

describe('the sender that is counted', () => {
  for (const [address, key] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::a:b:c:d:e', '2001:db8:0:a::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8::1]:50123', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ] as const)
    it(`is ${key || 'empty'} for the address ${address}`, () => {
      assert.equal(ipKey(address), key);
    });
});
