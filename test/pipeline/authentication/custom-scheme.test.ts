/** What a scheme of the deployment gets of a request, and the form that it may read before the body is parsed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuthenticationRequest, AuthenticationScheme } from '#src/extension.js';
import { tokenHeader, useApp, useUser } from '../../helpers/app.js';
import { type AnyBody, FORMS, field, form, json, multipart } from '../parsing/bodies.js';

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

/** What is sent, what the scheme reads, and the statuses without and with a token of alice. */
const ROWS: readonly [what: string, request: AnyBody, fields: Fields, status: number, known: number][] = [
  ...FORMS.map((kind): (typeof ROWS)[number] => [kind, form(kind, REPEATED), REPEATED, 201, 201]),
  ['adjacent separators', { ...form('urlencoded', {}), body: '&user=alice&&code=a&=b&' }, ADJACENT, 201, 201],
  ['a file', multipart([FILE, field('a', 'b')]), [['a', 'b']], 403, 400],
  ['JSON', json({ user: 'alice', code: 'x' }), [], 403, 201],
  ['another type', { headers: TEXT, body: 'user=alice' }, [], 403, 415],
  ['a form that is not UTF-8', { ...form('urlencoded', {}), body: 'user=alice&code=%ff' }, [], 403, 400],
  ['a form that is cut off', { ...multipart([]), body: '--a' }, [], 403, 400],
];

describe('a scheme of the deployment', () => {
  let seen: { request: AuthenticationRequest; fields: Fields };
  /** Knows users by a field of the form, as one that signs forms would. */
  const byField: AuthenticationScheme = {
    name: 'field',
    securityScheme: { type: 'apiKey', name: 'user', in: 'header' },
    async authenticate(request) {
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
