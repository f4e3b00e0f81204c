import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser, tokenHeader } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

const CHALLENGES: Readonly<Record<string, string>> = { basic: 'Basic realm="api"', token: 'Token' };
/** Alone, and behind another one. `scheme-orders.test.ts` mixes all schemes. */
const ORDERS = ['basic', 'token,basic'];

const NOT_PROVIDED = 'Authentication credentials were not provided.';
const WRONG = 'Invalid username/password.';
const NOT_BASE64 = 'Invalid basic header. Credentials not correctly base64 encoded.';

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

interface People {
  alice: TestUser;
  /** Was deactivated. */
  inactive: TestUser;
  /** Has a password that is hard on decoders. */
  odd: TestUser;
}

/** What is sent, and what the scheme of that name makes of it: a user, or a failure. */
type Attempt = readonly [
  situation: string,
  scheme: string,
  authorization: (people: People) => string,
  outcome: { user: string } | { detail: string },
];

const ATTEMPTS: readonly Attempt[] = [
  ['Basic, right password', 'basic', ({ alice }) => authorization(basicHeader(alice)), { user: 'alice' }],
  [
    'basic in small letters',
    'basic',
    ({ alice }) => authorization(basicHeader(alice)).replace('Basic', 'bAsIc'),
    { user: 'alice' },
  ],
  [
    'Basic, more white space',
    'basic',
    ({ alice }) => authorization(basicHeader(alice)).replace(' ', ' \t  '),
    { user: 'alice' },
  ],
  [
    'Basic, colons and letters beyond ASCII in the password',
    'basic',
    ({ odd }) => authorization(basicHeader(odd)),
    { user: 'odd' },
  ],
  [
    'Basic, the same in Latin-1',
    'basic',
    ({ odd }) => `Basic ${base64(Buffer.from(`odd:${odd.password}`, 'latin1'))}`,
    { user: 'odd' },
  ],
  ['Basic, wrong password', 'basic', () => `Basic ${base64('alice:wrong')}`, { detail: WRONG }],
  ['Basic, empty password', 'basic', () => `Basic ${base64('alice:')}`, { detail: WRONG }],
  ['Basic, unknown user', 'basic', () => `Basic ${base64('nobody:wrong')}`, { detail: WRONG }],
  ['Basic, empty name', 'basic', () => `Basic ${base64(':wrong')}`, { detail: WRONG }],
  [
    'Basic, name in other letters',
    'basic',
    ({ alice }) => authorization(basicHeader({ ...alice, username: 'ALICE' })),
    { detail: WRONG },
  ],
  [
    'Basic, inactive user',
    'basic',
    ({ inactive }) => authorization(basicHeader(inactive)),
    { detail: WRONG },
  ],
  ['Basic alone', 'basic', () => 'Basic', { detail: 'Invalid basic header. No credentials provided.' }],
  [
    'Basic a b',
    'basic',
    () => 'Basic a b',
    { detail: 'Invalid basic header. Credentials string should not contain spaces.' },
  ],
  ['Basic, not base64', 'basic', () => 'Basic %%%%', { detail: NOT_BASE64 }],
  ['Basic, cut-off base64', 'basic', () => 'Basic YWxpY2U6eA', { detail: NOT_BASE64 }],
  ['Basic, no colon', 'basic', () => `Basic ${base64('alice')}`, { detail: NOT_BASE64 }],

  ['Token, right key', 'token', ({ alice }) => authorization(tokenHeader(alice)), { user: 'alice' }],
  ['TOKEN in capitals', 'token', ({ alice }) => `TOKEN ${alice.token}`, { user: 'alice' }],
  ['Token, more white space', 'token', ({ alice }) => `Token\t  ${alice.token}`, { user: 'alice' }],
  ['Token, unknown key', 'token', () => `Token ${'0'.repeat(40)}`, { detail: 'Invalid token.' }],
  [
    'Token, key in capitals',
    'token',
    ({ alice }) => `Token ${alice.token.toUpperCase()}`,
    { detail: 'Invalid token.' },
  ],
  ['Token, an operator', 'token', () => 'Token {"$gt":""}', { detail: 'Invalid token.' }],
  ['Token alone', 'token', () => 'Token', { detail: 'Invalid token header. No credentials provided.' }],
  [
    'Token a b',
    'token',
    () => 'Token a b',
    { detail: 'Invalid token header. Token string should not contain spaces.' },
  ],
  [
    'Token, bytes that are no text',
    'token',
    () => 'Token \xff\xfe',
    { detail: 'Invalid token header. Token string should not contain invalid characters.' },
  ],
  [
    'Token of an inactive user',
    'token',
    ({ inactive }) => `Token ${inactive.token}`,
    { detail: 'User inactive or deleted.' },
  ],

  ['an empty header', 'none', () => '', { user: 'unreachable' }],
  ['another scheme', 'none', () => 'Bearer abc', { user: 'unreachable' }],
  ['a word that begins like a scheme', 'none', () => 'Tokens abc', { user: 'unreachable' }],
  ['a scheme glued to its credentials', 'none', () => 'Basic:YTpi', { user: 'unreachable' }],
];

for (const order of ORDERS) {
  const schemes = order.split(',');
  const challenge = CHALLENGES[schemes[0] ?? ''];

  describeOnAnyStore(`AUTH_SCHEMES=${order}`, (store) => {
    let app: TestApp;
    let people: People;
    before(async () => {
      app = await startApp({ store, env: { AUTH_SCHEMES: order } });
      people = await meetPeople(app);
    });
    after(() => app.close());

    it('asks an anonymous POST for credentials, by the challenge of the first scheme', async () => {
      const response = await post(app, {});
      assert.deepEqual(await refusal(response), [401, challenge, NOT_PROVIDED]);
    });

    for (const [situation, scheme, header, outcome] of ATTEMPTS) {
      const isConfigured = schemes.includes(scheme);
      const expected = isConfigured ? outcome : { detail: NOT_PROVIDED };

      if ('user' in expected) {
        it(`authenticates: ${situation}`, async () => {
          const response = await post(app, { Authorization: header(people) });
          assert.equal(response.status, 201);
          assert.equal((await response.json()).owner, expected.user);
        });
        continue;
      }

      it(`${isConfigured ? 'refuses' : 'does not look at'}: ${situation}`, async () => {
        const headers = { Authorization: header(people) };
        assert.deepEqual(await refusal(await post(app, headers)), [401, challenge, expected.detail]);
        // Reading needs nobody; but an attempt that fails ends the request whatever it wants.
        const read = await app.raw({ path: '/snippets/', headers });
        if (isConfigured) assert.deepEqual(await refusal(read), [401, challenge, expected.detail]);
        else assert.equal(read.status, 200);
      });
    }

    describe('runs on every method and path', () => {
      const bad = {
        Authorization: schemes[0] === 'basic' ? `Basic ${base64('alice:wrong')}` : 'Token wrong',
      };
      const places = [
        ...['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].map(
          (method) => [method, '/snippets/'] as const,
        ),
        ['GET', '/'],
        ['GET', '/snippets/999999/'],
        ['DELETE', '/snippets/999999/'],
        ['GET', '/snippets/999999/highlight/'],
        ['GET', '/snippets/999999/raw/'],
        ['GET', '/users/'],
        ['PUT', '/users/'],
        ['GET', '/users/999999/'],
        ...(schemes.includes('token')
          ? ([
              ['POST', '/api-token-auth/'],
              ['GET', '/api-token-auth/'],
            ] as const)
          : []),
      ] as const;
      for (const [method, path] of places) {
        it(`authentication runs on ${method} ${path}`, async () => {
          const response = await app.raw({ method, path, headers: bad });
          assert.deepEqual([response.status, response.headers.get('WWW-Authenticate')], [401, challenge]);
        });
      }
    });

    it('does not run on health and the contract', async () => {
      const headers = { Authorization: `${schemes[0]} wrong` };
      for (const path of ['/healthz', '/readyz', '/openapi.json', '/openapi.yaml']) {
        assert.equal((await app.raw({ path, headers })).status, 200, path);
      }
    });

    it('refuses a user at once when the operator deactivates them', async () => {
      const { username, password, token } = await app.addUser('leaving');
      const header = schemes[0] === 'basic' ? basicHeader({ username, password }) : tokenHeader({ token });
      assert.equal((await post(app, header)).status, 201);
      await app.store.users.updateOne({ username }, { $set: { active: false } });
      assert.equal((await post(app, header)).status, 401);
    });

    it(`serves its token endpoint ${schemes.includes('token') ? '' : 'not '}`.trim(), async () => {
      const response = await app.raw({ method: 'OPTIONS', path: '/api-token-auth/' });
      assert.equal(response.status, schemes.includes('token') ? 200 : 404);
    });

    it('names its schemes in the specification', async () => {
      const document = await (await app.fetch('/openapi.json')).json();
      assert.deepEqual(Object.keys(document.components.securitySchemes), schemes);
    });
  });
}

function authorization(headers: Record<string, string>): string {
  return headers.Authorization ?? '';
}

async function meetPeople(app: TestApp): Promise<People> {
  const alice = await app.addUser('alice');
  const inactive = await app.addUser('inactive');
  await app.store.users.updateOne({ username: 'inactive' }, { $set: { active: false } });
  const odd = await app.addUser('odd', ' pass:wörd: ');
  return { alice, inactive, odd };
}

function post(app: TestApp, headers: Record<string, string>): Promise<Response> {
  return app.raw({
    method: 'POST',
    path: '/snippets/',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"code":"x"}',
  });
}

async function refusal(response: Response): Promise<[number, string | null, unknown]> {
  const { detail } = await response.json();
  return [response.status, response.headers.get('WWW-Authenticate'), detail];
}
