/** Orders of two schemes and of three: how a request is refused, and whose snippet it creates. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicHeader, type TestUser, tokenHeader, useUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { describeOnAnyStore, type StoreKind } from '../../helpers/stores.js';
import { issue, signed } from './oauth1/sign.js';
import { bearerHeader, useOAuth2App } from './oauth2-app.js';

const SCHEMES = ['session', 'basic', 'token', 'oauth1', 'oauth2'] as const;
type Scheme = (typeof SCHEMES)[number];

const CHALLENGES: Record<Scheme, string | null> = {
  session: null,
  basic: 'Basic realm="api"',
  token: 'Token',
  oauth1: 'OAuth realm="api"',
  oauth2: 'Bearer realm="api"',
};

const ANONYMOUS = 'Authentication credentials were not provided.';
const BASE_URL = 'https://snippets.example';

type Headers = Record<string, string>;

/** Each scheme first and each second, the session before and behind another. */
const ORDERS: Scheme[][] = [
  ['session', 'basic', 'token'],
  ['basic', 'oauth2', 'oauth1'],
  ['oauth1', 'session'],
  ['token', 'session'],
  ['oauth2', 'token'],
];

describeOnAnyStore('the order of the schemes', (store) => {
  for (const order of ORDERS) describe(order.join(','), () => casesOf(order as Scheme[], store));
});

function casesOf(order: readonly Scheme[], store: StoreKind): void {
  const oauth2 = useOAuth2App({ store, env: { AUTH_SCHEMES: order.join(','), BASE_URL } });
  const { app, alice } = oauth2;
  const bob = useUser(app, 'bob');

  const [first = 'basic'] = order;
  const isFirstOfTwo = (scheme: Scheme) => order.indexOf(scheme) < order.indexOf('session');
  const status = CHALLENGES[first] === null ? 403 : 401;

  async function write(headers: Headers) {
    const answer = await app.sendJson('POST', '/snippets/', { code: 'x' }, headers);
    const { owner, detail } = await answer.json();
    return { status: answer.status, challenge: answer.headers.get('www-authenticate'), who: owner ?? detail };
  }

  it('decides by the first scheme how an anonymous write is refused', async () => {
    assert.deepEqual(await write({}), { status, challenge: CHALLENGES[first], who: ANONYMOUS });
  });

  for (const scheme of SCHEMES) {
    const isAttempted = order.includes(scheme) && scheme !== 'session';
    it(`${isAttempted ? 'refuses' : 'passes over'} wrong ${scheme} credentials`, async () => {
      const { who, ...refusal } = await write(WRONG[scheme]);
      assert.deepEqual(refusal, { status, challenge: CHALLENGES[first] });
      assert.equal(who === ANONYMOUS, !isAttempted, who);
    });
  }

  for (const scheme of order) {
    it(`takes right ${scheme} credentials`, async () => {
      assert.deepEqual(await write(await right(scheme, alice)), {
        status: 201,
        challenge: null,
        who: 'alice',
      });
    });

    if (scheme === 'session' || !order.includes('session')) continue;

    it(`lets the first of session and ${scheme} say who is asking`, async () => {
      const { who } = await write({ ...(await right('session', alice)), ...(await right(scheme, bob)) });
      assert.equal(who, isFirstOfTwo(scheme) ? 'bob' : 'alice');
    });

    it(`looks at wrong ${scheme} credentials beside a session only when it comes first`, async () => {
      const answer = await write({ ...(await right('session', alice)), ...WRONG[scheme] });
      assert.equal(answer.status, isFirstOfTwo(scheme) ? status : 201);
    });

    it(`ends the chain at a session without its CSRF token, before or behind right ${scheme} credentials`, async () => {
      const { 'X-CSRFToken': _, ...session } = await right('session', alice);
      const answer = await write({ ...session, ...(await right(scheme, bob)) });
      const expected = isFirstOfTwo(scheme) ? [201, 'bob'] : [403, 'CSRF Failed: CSRF token missing.'];
      assert.deepEqual([answer.status, answer.who], expected);
    });
  }

  /** The headers of a write by a user who does it right. */
  async function right(scheme: Scheme, user: TestUser): Promise<Headers> {
    if (scheme === 'basic') return basicHeader(user);
    if (scheme === 'token') return tokenHeader(user);
    if (scheme === 'oauth1') return signed(BASE_URL, await issue(app, user), { json: { code: 'x' } }).headers;
    if (scheme === 'oauth2')
      return bearerHeader((await oauth2.obtain(oauth2.login(credentialsOf(user)))).access_token);
    const browser = new Browser(app);
    await browser.logIn(user);
    return browser.headersOfScript;
  }
}

const credentialsOf = ({ username, password }: TestUser) => ({ username, password });

const WRONG: Record<Scheme, Headers> = {
  session: { Cookie: 'sessionid=unknown' },
  basic: basicHeader({ username: 'alice', password: 'wrong' }),
  token: { Authorization: 'Token unknown' },
  oauth1: signed(
    BASE_URL,
    { consumerKey: 'unknown', consumerSecret: 'x', token: 'unknown', tokenSecret: 'x' },
    { json: { code: 'x' } },
  ).headers,
  oauth2: bearerHeader('unknown'),
};
