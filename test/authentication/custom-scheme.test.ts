/** What a scheme of the deployment gets of a request and may read of its form, and which users it may name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setActive } from '#src/authentication/logins.js';
import type { AuthenticationRequest, AuthenticationScheme, Identity } from '#src/extension.js';
import { type TestUser, tokenHeader, useApp, useUser } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';
import { type AnyBody, FORMS, field, form, json, multipart } from '../pipeline/parsing/bodies.js';

type Fields = Awaited<ReturnType<AuthenticationRequest['form']>>;

const TEXT = { 'Content-Type': 'text/plain' };
const FILE = 'Content-Disposition: form-data; name="user"; filename="f"\r\n\r\nalice';
const REPEATED: [string, string][] = [
  ['user', 'alice'],
  ['code', 'a'],
  ['code', 'é\r\n'],
  ['x', ''],
];

const ADJACENT = [...REPEATED.slice(0, 2), ['', 'b'] as const];

/** The scheme gets an error, which answers the request. */
const UNREAD: Fields = [['', 'nothing was read']];

/** What is sent, what the scheme reads, and the statuses without and with a token of alice. */
const ROWS: readonly [what: string, request: AnyBody, fields: Fields, status: number, known: number][] = [
  ...FORMS.map((kind): (typeof ROWS)[number] => [kind, form(kind, REPEATED), REPEATED, 201, 201]),
  ['adjacent separators', { ...form('urlencoded', {}), body: '&user=alice&&code=a&=b&' }, ADJACENT, 201, 201],
  ['a file', multipart([FILE, field('a', 'b')]), [['a', 'b']], 403, 400],
  ['JSON', json({ user: 'alice', code: 'x' }), [], 403, 201],
  ['another type', { headers: TEXT, body: 'user=alice' }, [], 403, 415],
  ['a form that is not UTF-8', { ...form('urlencoded', {}), body: 'user=alice&code=%ff' }, UNREAD, 400, 400],
  ['a form that is cut off', { ...multipart([]), body: '--a' }, UNREAD, 400, 400],
];

describe('a scheme of the deployment', () => {
  let seen: { request: AuthenticationRequest; fields: Fields };
  /** Knows users by a field of the form, as one that signs forms would. */
  const byField: AuthenticationScheme = {
    name: 'field',
    securityScheme: { type: 'apiKey', name: 'user', in: 'header' },
    async authenticate(request) {
      seen = { request, fields: UNREAD };
      const fields = await request.form();
      assert.equal(await request.form(), fields, 'it is remembered');
      seen = { request, fields };
      const isAlice = fields.some(([name, value]) => name === 'user' && value === 'alice');
      return isAlice ? { user: alice, auth: null } : undefined;
    },
  };
  const app = useApp({ deployment: { schemes: [byField] }, env: { AUTH_SCHEMES: 'field,token' } });
  const alice = useUser(app, 'alice');

  for (const [what, { headers, body }, fields, status, known] of ROWS)
    it(`reads the fields of ${what}, and leaves the body to be parsed`, async () => {
      const post = (more: Record<string, string>) =>
        app.fetch('/snippets/', { method: 'POST', headers: { ...headers, ...more }, body: String(body) });
      const response = await post({});
      assert.equal(response.status, status);
      assert.deepEqual(seen.fields, fields);
      const { method, path, ip } = seen.request;
      assert.deepEqual([method, path, ip], ['POST', '/snippets/', '127.0.0.1']);
      const { code, owner } = await response.json();
      if (status === 201) assert.deepEqual([code, owner], [new Map(fields).get('code'), 'alice']);
      assert.equal((await post(tokenHeader(alice))).status, known);
    });
});

const GONE = 'User inactive or deleted.';
const WRONG = 'Incorrect authentication credentials.';

/** What the scheme returns for a user of the store, and the status of a write by it. */
const IDENTITIES: readonly [
  what: string,
  make: (user: TestUser) => unknown,
  status: number,
  detail?: string,
][] = [
  ['the user', ({ id, username }) => ({ user: { id, username } }), 201],
  ['nothing', () => undefined, 401, 'Authentication credentials were not provided.'],
  ['a user who does not exist', ({ username }) => ({ user: { id: 99, username } }), 401, GONE],
  ['another name', ({ id }) => ({ user: { id, username: 'bob' } }), 401, WRONG],
  [
    'logins of an earlier password',
    ({ id, username }) => ({ user: { id, username }, logins: 7 }),
    401,
    WRONG,
  ],
  ['no user', () => ({ user: undefined, auth: null }), 500],
  ['an empty object', () => ({}), 500],
  ['null', () => null, 401, 'Authentication credentials were not provided.'],
  ['true', () => true, 500],
  ['an id that is text', ({ id, username }) => ({ user: { id: String(id), username } }), 500],
  ['an id that is no integer', ({ id, username }) => ({ user: { id: id + 0.5, username } }), 500],
  ['no name', ({ id }) => ({ user: { id } }), 500],
  ['scopes that are text', ({ id, username }) => ({ user: { id, username }, scopes: 'readwrite' }), 500],
  ['a promise in the user', async ({ id, username }) => ({ user: Promise.resolve({ id, username }) }), 500],
];

describe('the identity that a scheme of the deployment gives', () => {
  let identity: unknown;
  const naming: AuthenticationScheme = {
    name: 'naming',
    securityScheme: { type: 'apiKey', name: 'X-Name', in: 'header' },
    challenge: () => 'Naming',
    // Plain JavaScript may return anything.
    authenticate: () => identity as Identity | undefined,
  };
  const recorded = recordLog();
  const env = { AUTH_SCHEMES: 'naming' };
  const app = useApp({ deployment: { schemes: [naming] }, env, log: recorded.log });
  const alice = useUser(app, 'alice');
  const write = () => app.sendJson('POST', '/snippets/', { code: 'x' });

  for (const [what, make, status, detail] of IDENTITIES)
    it(`is ${status} for ${what}`, async () => {
      identity = make(alice);
      const answer = await write();
      const { owner, detail: said } = await answer.json();
      assert.deepEqual([answer.status, owner], [status, status === 201 ? 'alice' : undefined]);
      if (detail !== undefined) assert.equal(said, detail);
      if (status !== 500) return;
      const request = answer.headers.get('X-Request-Id');
      const { err } = await recorded.line('request failed', (line) => line.request === request);
      assert.match(JSON.stringify(err), /scheme naming/);
    });

  it('is 401 while its user is deactivated', async () => {
    identity = { user: { id: alice.id, username: 'alice' }, auth: null };
    await setActive(app.store, alice.id, false);
    const answer = await write();
    assert.deepEqual([answer.status, (await answer.json()).detail], [401, GONE]);
    await setActive(app.store, alice.id, true);
    assert.equal((await write()).status, 201);
  });
});
