import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeOnAnyStore } from '../../helpers/stores.js';
import { type Body, FORMS, form, json, multipart } from '../parsing/bodies.js';
import { type SnippetApp, startSnippetApp } from '../parsing/snippet-app.js';

const REQUIRED = ['This field is required.'];
const BLANK = ['This field may not be blank.'];
const NO_STRING = ['Not a valid string.'];
const NUL = ['Null characters are not allowed.'];
const UNABLE = ['Unable to log in with provided credentials.'];

describeOnAnyStore('the fields of the token endpoint', (store) => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp({ store });
  });
  after(() => app.close());

  const send = async ({ headers, body }: Body) => {
    const response = await app.fetch('/api-token-auth/', { method: 'POST', headers, body });
    const { detail, ...rest } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([response.status, detail], [400, 'Invalid input.']);
    return rest;
  };

  const IN_JSON: readonly [sent: unknown, errors: Record<string, unknown>][] = [
    [{}, { username: REQUIRED, password: REQUIRED }],
    [{ username: 'alice' }, { password: REQUIRED }],
    [{ password: 'x' }, { username: REQUIRED }],
    [
      { username: null, password: null },
      { username: ['This field may not be null.'], password: ['This field may not be null.'] },
    ],
    [
      { username: { $gt: '' }, password: { $gt: '' } },
      { username: NO_STRING, password: NO_STRING },
    ],
    [{ username: { $ne: null }, password: 'x' }, { username: NO_STRING }],
    [
      { username: ['alice'], password: 1 },
      { username: NO_STRING, password: NO_STRING },
    ],
    [
      { username: true, password: false },
      { username: NO_STRING, password: NO_STRING },
    ],
    [
      { username: '\ud800', password: 'a\udc00' },
      {
        username: ['Surrogate characters are not allowed: U+D800.'],
        password: ['Surrogate characters are not allowed: U+DC00.'],
      },
    ],
    [[], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
    [null, { non_field_errors: ['No data provided'] }],
  ];
  for (const [sent, errors] of IN_JSON) {
    it(`JSON ${JSON.stringify(sent)}`, async () => assert.deepEqual(await send(json(sent)), errors));
  }

  const IN_ALL: readonly [sent: Record<string, string>, errors: Record<string, unknown>][] = [
    [
      { username: '', password: '' },
      { username: BLANK, password: BLANK },
    ],
    [{ username: ' \t\u00a0', password: ' ' }, { username: BLANK }],
    [
      { username: 'alice\0', password: '\0' },
      { username: NUL, password: NUL },
    ],
    [{ username: 'alice', password: ' ' }, { non_field_errors: UNABLE }],
    [{ username: '{"$gt": ""}', password: '{"$gt": ""}' }, { non_field_errors: UNABLE }],
    [{ username: 'é😀'.repeat(75), password: 'é😀'.repeat(300) }, { non_field_errors: UNABLE }],
    [{ username: '__proto__', password: 'constructor' }, { non_field_errors: UNABLE }],
    [
      { 'username[$ne]': '1', 'password[$ne]': '1' },
      { username: REQUIRED, password: REQUIRED },
    ],
  ];
  for (const [sent, errors] of IN_ALL) {
    it(`JSON, urlencoded and multipart ${JSON.stringify(sent).slice(0, 60)}`, async () => {
      for (const body of [json(sent), ...FORMS.map((kind) => form(kind, sent))])
        assert.deepEqual(await send(body), errors);
    });
  }

  it('must be text, not files', async () => {
    const file = (name: string) =>
      `Content-Disposition: form-data; name="${name}"; filename="f"\r\n\r\nalice`;
    assert.deepEqual(await send(multipart([file('username'), file('password')])), {
      username: NO_STRING,
      password: NO_STRING,
    });
  });

  describe('that are valid give the token', () => {
    const bodies = [json, ...FORMS.map((kind) => form.bind(null, kind))];
    it('in JSON, urlencoded and multipart, white space around the name ignored', async () => {
      for (const make of bodies) {
        const { headers, body } = make({ username: ' alice\n', password: app.alice.password, x: '1' });
        const response = await app.fetch('/api-token-auth/', { method: 'POST', headers, body });
        assert.deepEqual([response.status, await response.json()], [200, { token: app.alice.token }]);
      }
    });
  });
});
