/** Orders of schemes, the service's and a deployment's: how a request is refused, and whose snippet it creates. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AuthenticationFailed } from '#src/errors/index.js';
import type { AuthenticationScheme } from '#src/extension.js';
import { basicHeader, type TestUser, useUser } from '../helpers/app.js';
import { snippet } from '../store/samples.js';
import { signed } from './oauth1/sign.js';
import { bearerHeader, useOAuth2App } from './oauth2-app.js';

type Headers = Record<string, string>;

/** `key` and `quiet` are schemes of a deployment: they know alice by a header, and the second has no challenge. */
const CHALLENGES = {
  session: null,
  basic: 'Basic realm="api"',
  token: 'Token',
  oauth1: 'OAuth realm="api"',
  oauth2: 'Bearer realm="api"',
  key: 'Key realm="doors"',
  quiet: null,
};
type Scheme = keyof typeof CHALLENGES;

/** Each scheme first and each second; one that uses no `Authorization` before and behind another. */
const ORDERS: Scheme[][] = [
  ['session', 'basic', 'token'],
  ['basic', 'oauth2', 'oauth1'],
  ['oauth1', 'session'],
  ['token', 'session'],
  ['oauth2', 'token'],
  ['key', 'basic'],
  ['quiet', 'basic'],
  ['basic', 'key'],
];

const DENIED = 'You do not have permission to perform this action.';
const ANONYMOUS = 'Authentication credentials were not provided.';
const BASE_URL = 'https://snippets.example';

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
  key: { 'X-Key': 'wrong' },
  quiet: { 'X-Quiet': 'wrong' },
};

for (const order of ORDERS) describe(`AUTH_SCHEMES=${order}`, () => casesOf(order));

function casesOf(order: readonly Scheme[]): void {
  const schemes = order.flatMap((name) => (name === 'key' || name === 'quiet' ? [keyScheme(name)] : []));
  const oauth2 = useOAuth2App({
    env: { AUTH_SCHEMES: order.join(','), BASE_URL },
    ...(schemes.length > 0 && { deployment: { schemes } }),
  });
  const { app, alice } = oauth2;
  const bob = useUser(app, 'bob');

  const [first = 'basic'] = order;
  const status = CHALLENGES[first] === null ? 403 : 401;

  async function send(headers: Headers, method = 'POST', path = '/snippets/') {
    const answer = await app.sendJson(method, path, method === 'GET' ? undefined : { code: 'x' }, headers);
    const { owner, detail } = await answer.json();
    return { status: answer.status, challenge: answer.headers.get('www-authenticate'), who: owner ?? detail };
  }

  it('decides by the first scheme how an anonymous write is refused', async () => {
    assert.deepEqual(await send({}), { status, challenge: CHALLENGES[first], who: ANONYMOUS });
  });

  for (const scheme of Object.keys(WRONG) as Scheme[]) {
    const isAttempted = order.includes(scheme) && scheme !== 'session';
    it(`${isAttempted ? 'refuses' : 'passes over'} wrong ${scheme} credentials`, async () => {
      const { who, ...refusal } = await send(WRONG[scheme]);
      assert.deepEqual(refusal, { status, challenge: CHALLENGES[first] });
      assert.equal(who === ANONYMOUS, !isAttempted, who);
      const read = await send(WRONG[scheme], 'GET', '/users/1/');
      assert.deepEqual(
        read,
        isAttempted ? { ...refusal, who } : { status: 200, challenge: null, who: undefined },
      );
    });
  }

  it('refuses a known user with 403 and no challenge', async () => {
    await app.store.snippets.insertOne(snippet(77, { ownerId: bob.id, owner: 'bob' }));
    const request = { method: 'PUT', path: '/snippets/77/' };
    const denied = await send(await right(first, alice, request), request.method, request.path);
    assert.deepEqual(denied, { status: 403, challenge: null, who: DENIED });
  });

  const beside = order.find((scheme) => scheme === 'session' || scheme === 'key' || scheme === 'quiet');
  for (const scheme of order) {
    it(`takes right ${scheme} credentials`, async () => {
      const taken = { status: 201, challenge: null, who: 'alice' };
      assert.deepEqual(await send(await right(scheme, alice)), taken);
    });

    if (beside === undefined || scheme === beside) continue;
    const isBefore = order.indexOf(scheme) < order.indexOf(beside);

    it(`lets the first of ${beside} and ${scheme} say who is asking`, async () => {
      const { who } = await send({ ...(await right(beside, alice)), ...(await right(scheme, bob)) });
      assert.equal(who, isBefore ? 'bob' : 'alice');
    });

    it(`looks at wrong ${scheme} credentials beside right ${beside} ones only when it comes first`, async () => {
      const answer = await send({ ...(await right(beside, alice)), ...WRONG[scheme] });
      assert.equal(answer.status, isBefore ? status : 201);
    });

    if (beside !== 'session') continue;
    it(`ends the chain at a session without its CSRF token, before or behind right ${scheme} credentials`, async () => {
      const { 'X-CSRFToken': _, ...session } = await right('session', alice);
      const answer = await send({ ...session, ...(await right(scheme, bob)) });
      const expected = isBefore ? [201, 'bob'] : [403, 'CSRF Failed: CSRF token missing.'];
      assert.deepEqual([answer.status, answer.who], expected);
    });
  }

  /** The headers of a write by a user who does it right. */
  const right = async (scheme: Scheme, user: TestUser, request = {}): Promise<Headers> =>
    scheme === 'key' || scheme === 'quiet'
      ? { [`X-${scheme}`]: 'right' }
      : oauth2.headersBy(scheme, user, request);

  /** Opens to the value `right` of its header. */
  function keyScheme(name: 'key' | 'quiet'): AuthenticationScheme {
    const challenge = CHALLENGES[name];
    return {
      name,
      securityScheme: { type: 'apiKey', in: 'header', name: `X-${name}` },
      ...(challenge !== null && { challenge: () => challenge }),
      authenticate({ headers }) {
        const key = headers[`x-${name}`];
        if (key === undefined) return challenge === null ? Promise.resolve(undefined) : undefined;
        if (key !== 'right') throw new AuthenticationFailed({ detail: 'This key opens nothing.' });
        return { user: alice, auth: key };
      },
    };
  }
}
