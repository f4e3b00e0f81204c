import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { selectRenderer } from '#src/pipeline/negotiate.js';
import { json } from '#src/renderers/json.js';
import { verbatim } from '#src/renderers/render-answer.js';
import { useApp, useUser } from '../helpers/app.js';

const NOT_ACCEPTABLE = { detail: 'Could not satisfy the request Accept header.' };

describe('negotiation', () => {
  const app = useApp();
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });

  const paths = ['/', '/snippets/', '/snippets/1/', '/users/', '/users/1/'];

  it('gives JSON without a charset to who does not ask', async () => {
    for (const path of paths) {
      const response = await app.raw({ path });
      assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, 'application/json']);
    }
  });

  it('answers what it cannot make by 406, as JSON', async () => {
    for (const path of paths) {
      for (const method of ['GET', 'OPTIONS', 'DELETE']) {
        const response = await app.raw({ method, path, headers: { Accept: 'image/png' } });
        assert.deepEqual([response.status, await response.json()], [406, NOT_ACCEPTABLE]);
        assert.equal(response.headers.get('Content-Type'), 'application/json');
      }
    }
  });

  for (const [query, status] of [
    ['?format=json', 200],
    ['?format=xml&format=json', 200],
    ['?format=json&format=xml', 404],
    ['?format=', 200],
    ['?format', 200],
    ['?other=xml', 200],
    ['?format=xml', 404],
    ['?format=JSON', 404],
    ['?format=__proto__', 404],
    ['?format=%00', 404],
  ] as const) {
    it(`${query} is ${status}`, async () => {
      for (const path of paths) {
        const response = await app.raw({ path: `${path}${query}` });
        assert.equal(response.status, status, path);
        if (status === 404) assert.deepEqual(await response.json(), { detail: 'Not found.' });
      }
    });
  }

  it('checks Accept after format', async () => {
    const response = await app.raw({ path: '/snippets/?format=json', headers: { Accept: 'image/png' } });
    assert.deepEqual([response.status, await response.json()], [406, NOT_ACCEPTABLE]);
  });

  for (const [path, accept, status] of [
    ['/snippets/1/highlight/', 'text/html', 200],
    ['/snippets/1/highlight/', 'text/*', 200],
    ['/snippets/1/highlight/', 'application/json', 200],
    ['/snippets/1/raw/', 'text/plain', 200],
    ['/snippets/1/raw/', '*/*', 200],
    ['/snippets/1/raw/', 'text/html', 200],
    ['/docs/', 'application/json', 200],
    ['/docs/', 'text/html', 200],
    ['/docs/?format=json', 'text/html', 404],
    ['/openapi.json', 'image/png', 200],
    ['/openapi.yaml', 'application/json', 200],
    ['/healthz', 'text/html', 200],
    ['/readyz', 'text/html', 200],
  ] as const) {
    it(`${path} with Accept: ${accept} is ${status}`, async () => {
      assert.equal((await app.raw({ path, headers: { Accept: accept } })).status, status);
    });
  }

  it('sends Vary: Accept on every answer of an endpoint', async () => {
    for (const request of [
      { path: '/snippets/' },
      { path: '/snippets/1/' },
      { path: '/snippets/999/' },
      { path: '/snippets/?format=xml' },
      { path: '/snippets/', headers: { Accept: 'image/png' } },
      { path: '/snippets/', method: 'POST' },
      { path: '/snippets/', method: 'OPTIONS' },
      { path: '/snippets/1/', headers: { 'If-None-Match': '*' } },
    ]) {
      const { status, headers } = await app.raw(request);
      const vary = (headers.get('Vary') ?? '').split(/,\s*/);
      assert.ok(vary.includes('Accept'), `${request.path} -> ${status}: Vary: ${vary}`);
    }
  });

  it('shows Vary on pages, as the answer in JSON has it', async () => {
    const page = await app.raw({ path: '/snippets/1/?format=api', headers: { Accept: 'text/html' } });
    assert.match(await page.text(), /\nVary: Accept/);
  });

  it('writes compact JSON in UTF-8, nothing escaped that need not be', async () => {
    const code = 'print("€ 😀 ü")\n</script>';
    const { id } = await app.client(alice).createSnippet({ code, title: '日本' });
    const text = await (await app.raw({ path: `/snippets/${id}/` })).text();
    const start = `{"id":${id},"owner":"alice","title":"日本","code":${JSON.stringify(code)},"linenos":false,`;
    assert.equal(text.slice(0, start.length), start);
    assert.equal(text, JSON.stringify(JSON.parse(text)));
    assert.ok(!text.includes('\\u'));
  });
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('the renderer of an address that has JSON and HTML', () => {
  for (const [accept, chosen] of [
    [undefined, 'json'],
    ['', 'json'],
    [' ', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['Application/JSON', 'json'],
    ['application/json; q=0.1', 'json'],
    ['application/json;indent=4', 'json'],
    ['*/*;q=0.1', 'json'],
    ['text/html', 'html'],
    ['TEXT/HTML', 'html'],
    ['text/*', 'html'],
    ['text/html; charset=utf-8', 'html'],
    [BROWSER, 'html'],
    ['text/html, */*', 'html'],
    ['text/*, */*', 'html'],
    ['text/html, application/json', 'json'],
    ['text/html;q=1, application/json;q=0.1', 'json'],
    ['application/json, text/html', 'json'],
    ['text/html, application/*', 'html'],
    ['image/png, application/json', 'json'],
    ['image/png', undefined],
    ['application/xml', undefined],
    ['image/*, audio/*', undefined],
    ['json', undefined],
    ['application/jsonx', undefined],
    ['nonsense', undefined],
    [',', undefined],
  ] as const) {
    it(`Accept: ${accept ?? '(none)'} -> ${chosen ?? 'none'}`, () => {
      assert.equal(selectRenderer([json, verbatim('text/html')], accept)?.format, chosen);
    });
  }
});
