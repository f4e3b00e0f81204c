import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { basicHeader, type TestApp, type TestUser, tokenHeader, useApp } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

/** The schemes that read one word. `scheme-orders.test.ts` mixes all schemes, and says what an anonymous write gets. */
const ORDER = 'token,basic';
const CHALLENGE = 'Token';

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

/** What is sent, and what its scheme makes of it: a user, or a failure. */
type Attempt = readonly [
  situation: string,
  authorization: (people: People) => string,
  outcome: { user: string } | { detail: string },
];

const ATTEMPTS: readonly Attempt[] = [
  ['Basic, right password', ({ alice }) => authorization(basicHeader(alice)), { user: 'alice' }],
  [
    'basic in small letters',
    ({ alice }) => authorization(basicHeader(alice)).replace('Basic', 'bAsIc'),
    { user: 'alice' },
  ],
  [
    'Basic, more white space',
    ({ alice }) => authorization(basicHeader(alice)).replace(' ', ' \t  '),
    { user: 'alice' },
  ],
  [
    'Basic, colons and letters beyond ASCII in the password',
    ({ odd }) => authorization(basicHeader(odd)),
    { user: 'odd' },
  ],
  [
    'Basic, the same in Latin-1',
    ({ odd }) => `Basic ${base64(Buffer.from(`odd:${odd.password}`, 'latin1'))}`,
    { user: 'odd' },
  ],
  ['Basic, wrong password', () => `Basic ${base64('alice:wrong')}`, { detail: WRONG }],
  ['Basic, empty password', () => `Basic ${base64('alice:')}`, { detail: WRONG }],
  ['Basic, unknown user', () => `Basic ${base64('nobody:wrong')}`, { detail: WRONG }],
  ['Basic, empty name', () => `Basic ${base64(':wrong')}`, { detail: WRONG }],
  [
    'Basic, name in other letters',
    ({ alice }) => authorization(basicHeader({ ...alice, username: 'ALICE' })),
    { detail: WRONG },
  ],
  ['Basic, inactive user', ({ inactive }) => authorization(basicHeader(inactive)), { detail: WRONG }],
  ['Basic alone', () => 'Basic', { detail: 'Invalid basic header. No credentials provided.' }],
  [
    'Basic a b',
    () => 'Basic a b',
    { detail: 'Invalid basic header. Credentials string should not contain spaces.' },
  ],
  ['Basic, not base64', () => 'Basic %%%%', { detail: NOT_BASE64 }],
  ['Basic, cut-off base64', () => 'Basic YWxpY2U6eA', { detail: NOT_BASE64 }],
  ['Basic, no colon', () => `Basic ${base64('alice')}`, { detail: NOT_BASE64 }],

  ['Token, right key', ({ alice }) => authorization(tokenHeader(alice)), { user: 'alice' }],
  ['TOKEN in capitals', ({ alice }) => `TOKEN ${alice.token}`, { user: 'alice' }],
  ['Token, more white space', ({ alice }) => `Token\t  ${alice.token}`, { user: 'alice' }],
  ['Token, unknown key', () => `Token ${'0'.repeat(40)}`, { detail: 'Invalid token.' }],
  [
    'Token, key in capitals',
    ({ alice }) => `Token ${alice.token.toUpperCase()}`,
    { detail: 'Invalid token.' },
  ],
  ['Token, an operator', () => 'Token {"$gt":""}', { detail: 'Invalid token.' }],
  ['Token alone', () => 'Token', { detail: 'Invalid token header. No credentials provided.' }],
  [
    'Token a b',
    () => 'Token a b',
    { detail: 'Invalid token header. Token string should not contain spaces.' },
  ],
  [
    'Token, bytes that are no text',
    () => 'Token \xff\xfe',
    { detail: 'Invalid token header. Token string should not contain invalid characters.' },
  ],
  [
    'Token of an inactive user',
    ({ inactive }) => `Token ${inactive.token}`,
    { detail: 'User inactive or deleted.' },
  ],
];

describeOnAnyStore(`AUTH_SCHEMES=${ORDER}`, (store) => {
  let people: People;
  const app = useApp({ store, env: { AUTH_SCHEMES: ORDER } });
  before(async () => {
    people = await meetPeople(app);
  });

  for (const [situation, header, outcome] of ATTEMPTS) {
    if ('user' in outcome) {
      it(`authenticates: ${situation}`, async () => {
        const response = await post(app, { Authorization: header(people) });
        assert.equal(response.status, 201);
        assert.equal((await response.json()).owner, outcome.user);
      });
      continue;
    }

    it(`refuses: ${situation}`, async () => {
      const headers = { Authorization: header(people) };
      assert.deepEqual(await refusal(await post(app, headers)), [401, CHALLENGE, outcome.detail]);
      // Reading needs nobody; but an attempt that fails ends the request whatever it wants.
      const read = await app.raw({ path: '/snippets/', headers });
      assert.deepEqual(await refusal(read), [401, CHALLENGE, outcome.detail]);
    });
  }

  describe('runs on every method and path', () => {
    const bad = { Authorization: 'Token wrong' };
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
      ['POST', '/api-token-auth/'],
      ['GET', '/api-token-auth/'],
    ] as const;
    for (const [method, path] of places) {
      it(`authentication runs on ${method} ${path}`, async () => {
        const response = await app.raw({ method, path, headers: bad });
        assert.deepEqual([response.status, response.headers.get('WWW-Authenticate')], [401, CHALLENGE]);
      });
    }
  });

  for (const header of ['', 'Bearer abc', 'Tokens abc', 'Basic:YTpi'])
    it(`does not look at: ${header || 'an empty header'}`, async () => {
      const headers = { Authorization: header };
      assert.deepEqual(await refusal(await post(app, headers)), [401, CHALLENGE, NOT_PROVIDED]);
      assert.equal((await app.raw({ path: '/snippets/', headers })).status, 200);
    });

  it('does not run on health and the contract', async () => {
    const headers = { Authorization: 'Token wrong' };
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/openapi.yaml']) {
      assert.equal((await app.raw({ path, headers })).status, 200, path);
    }
  });
});

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
