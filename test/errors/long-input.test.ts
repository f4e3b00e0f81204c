import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicHeader } from '../helpers/app.js';
import { form, json } from '../pipeline/parsing/bodies.js';
import { useSnippetApp } from '../pipeline/parsing/snippet-app.js';

/** Quotes grow most on the way into JSON and HTML. */
const QUOTES = '"'.repeat(500_000);
const HEADER = 'x'.repeat(10_000);

describe('an answer to input that is refused', () => {
  const app = useSnippetApp({
    env: { AUTH_SCHEMES: 'session,basic,token,oauth1', BASE_URL: 'http://a.example' },
  });

  const bodies: readonly [string, ReturnType<typeof json>][] = [
    ['a choice in JSON', json({ code: 'x', language: QUOTES })],
    [
      'both choices in a form',
      form('urlencoded', { code: 'x', language: HEADER, style: QUOTES.slice(0, 1e5) }),
    ],
    ['a choice in multipart', form('multipart', { code: 'x', style: QUOTES })],
    ['a title', json({ code: 'x', title: QUOTES })],
    ['an unknown member', json({ code: '', [QUOTES.slice(0, 2e5)]: QUOTES.slice(0, 2e5) })],
    ['JSON that is none', { headers: { 'Content-Type': 'application/json' }, body: QUOTES }],
  ];
  for (const [name, body] of bodies) {
    it(`does not quote all of ${name}`, async () => {
      const response = await app.post(body);
      assert.equal(response.status, 400);
      const answer = await response.text();
      assert.ok(answer.length < 1500, `${answer.length} characters`);
    });

    it(`does not quote all of ${name} on a page`, async () => {
      const response = await app.post({ ...body, headers: { ...body.headers, Accept: 'text/html' } });
      assert.equal(response.status, 400);
      const answer = await response.text();
      assert.ok(answer.length < 60_000, `${answer.length} characters`);
    });
  }

  const headers: readonly [string, Record<string, string>, string?][] = [
    ['Content-Type', { 'Content-Type': HEADER }],
    ['Origin', { Origin: HEADER }],
    ['Content-Encoding', { 'Content-Encoding': HEADER }],
    ['Accept', { Accept: HEADER }],
    ['X-Request-Id', { 'X-Request-Id': HEADER, 'Content-Type': 'a/b' }],
    ['Idempotency-Key', { 'Idempotency-Key': HEADER }],
    ['a path without its last slash', {}, `/snippets/${'1'.repeat(10_000)}`],
    ['a filter', {}, `/snippets/?language=${HEADER}`],
    ['a position', {}, `/snippets/?after=${HEADER}`],
  ];
  for (const [name, sent, path] of headers) {
    it(`does not quote all of ${name}`, async () => {
      const response = await app.fetch(path ?? '/snippets/', {
        method: path === undefined ? 'POST' : 'GET',
        headers: { ...basicHeader(app.alice), ...sent },
        body: path === undefined ? Uint8Array.from([0x61]) : null,
      });
      assert.ok(response.status >= 300, String(response.status));
      const answer = await response.text();
      assert.ok(answer.length < 1500, `${answer.length} characters`);
    });
  }

  it('does not quote all of a parameter that an OAuth header has twice', async () => {
    const name = HEADER.slice(0, 5000);
    const response = await app.fetch('/snippets/', {
      headers: { Authorization: `OAuth ${name}="",${name}=""` },
    });
    assert.equal(response.status, 403);
    const answer = await response.text();
    assert.match(answer, /is given twice/);
    assert.ok(answer.length < 1500);
  });

  it('shows the beginning of a long choice, without half of a character', async () => {
    const refusal = await app.refusal(json({ code: 'x', style: `${'a'.repeat(199)}${'😀'.repeat(9)}` }));
    assert.deepEqual(refusal.style, [`"${'a'.repeat(199)}…" is not a valid choice.`]);
  });

  it('is a page for a body that is nested too deeply, when a page is asked for', async () => {
    const { id } = await app.create(json({ code: 'x' }));
    const response = await app.fetch(`/snippets/${id}/`, {
      method: 'PUT',
      headers: { ...basicHeader(app.alice), 'Content-Type': 'application/json', Accept: 'text/html' },
      body: `{"code":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    });
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(await response.text(), /JSON parse error - the body is nested deeper than 64 levels/);
  });
});
