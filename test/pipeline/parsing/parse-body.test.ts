import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tokenHeader } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';
import { form, json } from './bodies.js';
import { type SnippetApp, startSnippetApp } from './snippet-app.js';

const REQUIRED = { detail: 'Invalid input.', code: ['This field is required.'] };
const UNREADABLE = [
  'text/plain',
  'application/jsonx',
  'application/merge-patch+json',
  'json',
  '; charset=utf-8',
];

describeOnAnyStore('the content type', (store) => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp({ store });
  });
  after(() => app.close());

  describe('is compared without case and without its parameters', () => {
    const bodies = [
      { headers: { 'Content-Type': 'Application/JSON' }, body: '{"code":"é"}' },
      { headers: { 'Content-Type': 'application/json;charset=latin1' }, body: '{"code":"é"}' },
      { headers: { 'Content-Type': ' application/json ; q=1' }, body: '{"code":"é"}' },
      {
        headers: { 'Content-Type': 'application/X-WWW-Form-Urlencoded; charset=utf-7' },
        body: 'code=%C3%A9',
      },
      {
        headers: { 'Content-Type': 'Multipart/FORM-data; Boundary=x' },
        body: form('multipart', { code: 'é' }).body,
      },
    ];
    for (const { headers, body } of bodies) {
      it(headers['Content-Type'], async () => {
        const boundary = body.startsWith('--') ? body.replaceAll('a-line-that-no-snippet-has', 'x') : body;
        assert.equal((await app.create({ headers, body: boundary })).code, 'é');
      });
    }
  });

  for (const type of [...UNREADABLE, 'Text/Plain; Charset="x"']) {
    it(`${type} is 415 and named as it was sent`, async () => {
      const response = await app.post({ headers: { 'Content-Type': type }, body: '{"code":"a"}' });
      assert.equal(response.status, 415);
      assert.deepEqual(await response.json(), { detail: `Unsupported media type "${type}" in request.` });
    });
  }

  it('is named in the 415 of a chunked body too', async () => {
    const response = await app.post({
      headers: { 'Content-Type': 'text/plain' },
      body: new Blob(['a']).stream(),
    });
    assert.deepEqual(await response.json(), { detail: 'Unsupported media type "text/plain" in request.' });
  });

  it('is 415 when a body comes without one, also in chunks', async () => {
    for (const body of [Buffer.from('{"code":"a"}'), new Blob(['{"code":"a"}']).stream()]) {
      const response = await app.post({ body });
      assert.equal(response.status, 415);
      assert.deepEqual(await response.json(), { detail: 'Unsupported media type "" in request.' });
    }
  });

  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/plain',
    '',
  ]) {
    it(`does not matter to an empty body, which equals {}: ${type || 'none'}`, async () => {
      const headers: Record<string, string> = type ? { 'Content-Type': type } : {};
      assert.deepEqual(await app.refusal({ headers }), REQUIRED);
      assert.deepEqual(await app.refusal({ headers, body: new Blob([]).stream() }), REQUIRED, 'in chunks');
    });
  }

  it('is checked on the token endpoint too', async () => {
    const send = (headers: Record<string, string>, body?: string) =>
      app.fetch('/api-token-auth/', { method: 'POST', headers, body: body ?? null });
    assert.equal((await send({ 'Content-Type': 'text/plain' }, 'a')).status, 415);
    assert.deepEqual(await (await send({})).json(), {
      detail: 'Invalid input.',
      username: ['This field is required.'],
      password: ['This field is required.'],
    });
  });

  it('is 415 on PUT, and nothing is changed', async () => {
    const { id } = await app.create(json({ code: 'before' }));
    const headers = { ...tokenHeader(app.alice), 'Content-Type': 'text/plain' };
    assert.equal(
      (await app.fetch(`/snippets/${id}/`, { method: 'PUT', headers, body: 'after' })).status,
      415,
    );
    assert.equal((await app.client().getSnippet({ id })).code, 'before');
  });

  it('is ignored on DELETE, and so is the body', async () => {
    for (const type of ['text/plain', 'application/json', 'multipart/form-data']) {
      const { id } = await app.create(json({ code: 'x' }));
      const headers = { ...tokenHeader(app.alice), 'Content-Type': type };
      assert.equal(
        (await app.fetch(`/snippets/${id}/`, { method: 'DELETE', headers, body: '{' })).status,
        204,
      );
    }
  });
});
