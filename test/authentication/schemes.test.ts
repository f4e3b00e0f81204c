/** What Basic and Token make of the words of their header. `scheme-orders.test.ts` mixes all schemes. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setActive } from '#src/authentication/logins.js';
import { useApp, useUser } from '../helpers/app.js';

const CHALLENGE = 'Token';
const WRONG = 'Invalid username/password.';
const NOT_BASE64 = 'Invalid basic header. Credentials not correctly base64 encoded.';
const UNKNOWN = 'Invalid token.';
const NOT_PROVIDED = 'Authentication credentials were not provided.';

/** A password that is hard on decoders. */
const ODD = 'odd: pass:wörd: ';
const base64 = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');
const basic = (text: string) => `Basic ${base64(text)}`;

/** What is sent, where {alice} and {inactive} stand for their tokens, and the user or the refusal. */
const ATTEMPTS: readonly (readonly [authorization: string, outcome: string, what?: string])[] = [
  [basic('alice:right'), 'alice'],
  [`bAsIc ${base64('alice:right')}`, 'alice'],
  [`Basic \t  ${base64('alice:right')}`, 'alice'],
  [basic(ODD), 'odd', 'colons and letters beyond ASCII in the password'],
  [`Basic ${base64(ODD, 'latin1')}`, 'odd', 'the same in Latin-1'],
  [basic('alice:wrong'), WRONG, 'a wrong password'],
  [basic('alice:'), WRONG, 'an empty password'],
  [basic('nobody:wrong'), WRONG, 'an unknown user'],
  [basic(':wrong'), WRONG, 'an empty name'],
  [basic('ALICE:right'), WRONG, 'the name in capitals'],
  [basic('inactive:right'), WRONG, 'an inactive user'],
  ['Basic', 'Invalid basic header. No credentials provided.'],
  ['Basic a b', 'Invalid basic header. Credentials string should not contain spaces.'],
  ['Basic %%%%', NOT_BASE64],
  ['Basic YWxpY2U6eA', NOT_BASE64, 'cut-off base64'],
  [basic('alice'), NOT_BASE64, 'no colon'],
  ['Token {alice}', 'alice'],
  ['TOKEN {alice}', 'alice'],
  ['Token\t  {alice}', 'alice'],
  [`Token ${'0'.repeat(40)}`, UNKNOWN],
  ['Token {ALICE}', UNKNOWN, 'the token in capitals'],
  ['Token {"$gt":""}', UNKNOWN],
  ['Token', 'Invalid token header. No credentials provided.'],
  ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
  ['Token \xff\xfe', 'Invalid token header. Token string should not contain invalid characters.'],
  ['Token {inactive}', 'User inactive or deleted.'],
];

describe('AUTH_SCHEMES=token,basic', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'token,basic' } });
  const alice = useUser(app, 'alice', 'right');
  const inactive = useUser(app, 'inactive', 'right');
  useUser(app, 'odd', ODD.slice('odd:'.length));
  before(() => setActive(app.store, inactive.id, false));

  async function send(Authorization: string, method = 'POST', path = '/snippets/') {
    const headers = { 'Content-Type': 'application/json', Authorization };
    const body = method === 'POST' ? '{"code":"x"}' : undefined;
    const response = await app.raw({ method, path, headers, body });
    const { owner, detail } = method === 'HEAD' ? {} : await response.json();
    return [response.status, response.headers.get('WWW-Authenticate'), owner ?? detail];
  }

  for (const [header, outcome, what = header] of ATTEMPTS) {
    const isUser = ['alice', 'odd'].includes(outcome);
    it(`${isUser ? 'takes' : 'refuses'} ${what}`, async () => {
      const tokens: Record<string, string> = {
        '{alice}': alice.token,
        '{ALICE}': alice.token.toUpperCase(),
        '{inactive}': inactive.token,
      };
      const sent = header.replace(/\{\w+\}/, (name) => tokens[name] ?? name);
      assert.deepEqual(await send(sent), isUser ? [201, null, outcome] : [401, CHALLENGE, outcome]);
      // Reading needs nobody; but an attempt that fails ends the request whatever it wants.
      if (!isUser) assert.deepEqual(await send(sent, 'GET'), [401, CHALLENGE, outcome]);
    });
  }

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])
    it(`runs on ${method}, also where nothing is`, async () => {
      for (const path of ['/snippets/', '/snippets/999999/'])
        assert.deepEqual((await send('Token wrong', method, path)).slice(0, 2), [401, CHALLENGE]);
    });

  for (const header of ['', 'Bearer abc', 'Tokens abc', 'Basic:YTpi'])
    it(`does not look at: ${header || 'an empty header'}`, async () => {
      assert.deepEqual(await send(header), [401, CHALLENGE, NOT_PROVIDED]);
      assert.equal((await send(header, 'GET', '/snippets/'))[0], 200);
    });

  it('does not run on health and the contract', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/openapi.yaml'])
      assert.equal((await app.raw({ path, headers: { Authorization: 'Token wrong' } })).status, 200, path);
  });
});
