import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { useApp, useUser } from '../helpers/app.js';

const NOT_ACCEPTABLE = 'Could not satisfy the request Accept header.';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const PATHS = ['/', '/snippets/', '/snippets/1/', '/users/', '/users/1/'];

/** What an endpoint that has JSON and HTML makes of each. */
const JSON_FOR = [
  ...[undefined, '', ' ', '*/*', 'application/*', 'application/json', 'Application/JSON', '*/*;q=0.1'],
  ...['application/json; q=0.1', 'application/json;indent=4', 'image/png, application/json'],
  ...['text/html, application/json', 'text/html;q=1, application/json;q=0.1', 'application/json, text/html'],
  ...[
    'text/html;q=0, */*',
    'text/html; q=0.000, text/*, application/json',
    'application/*;q=0, application/json',
  ],
];
const HTML_FOR = [
  ...['text/html', 'TEXT/HTML', 'text/*', 'text/html; charset=utf-8', BROWSER],
  ...['text/html, */*', 'text/*, */*', 'text/html, application/*'],
  ...['application/json;q=0, */*', '*/*, application/*;Q=0', '*/*;q=0, text/html'],
];
const NONE_FOR = [
  ...['image/png', 'application/xml', 'image/*, audio/*', 'json', 'application/jsonx', 'nonsense', ','],
  ...['*/*;q=0', 'application/json;q=0', '*/*, application/json;q=0, text/*;q=0.0'],
];

describe('negotiation', () => {
  const app = useApp();
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });
  const send = (path: string, Accept?: string, method = 'GET') =>
    app.raw({ method, path, headers: Accept === undefined ? {} : { Accept } });
  const typeOf = ({ headers }: Response) => headers.get('Content-Type');
  async function isRefused(response: Response, status: 404 | 406): Promise<void> {
    const detail = status === 404 ? 'Not found.' : NOT_ACCEPTABLE;
    assert.deepEqual([response.status, await response.json()], [status, { detail }]);
    assert.equal(typeOf(response), 'application/json');
  }

  for (const accept of JSON_FOR)
    it(`Accept: ${accept ?? '(none)'} is answered in JSON without a charset`, async () => {
      const response = await send('/snippets/1/', accept);
      assert.deepEqual([response.status, typeOf(response)], [200, 'application/json']);
    });
  for (const accept of HTML_FOR)
    it(`Accept: ${accept} is answered with a page`, async () => {
      const response = await send('/snippets/1/', accept);
      assert.deepEqual([response.status, typeOf(response)], [200, 'text/html; charset=utf-8']);
    });
  for (const accept of NONE_FOR)
    it(`Accept: ${accept} is 406, as JSON`, async () => isRefused(await send('/snippets/1/', accept), 406));

  it('is the same on every path, and 406 for every method', async () => {
    for (const path of PATHS) {
      assert.equal(typeOf(await send(path)), 'application/json', path);
      assert.equal(typeOf(await send(path, BROWSER)), 'text/html; charset=utf-8', path);
      for (const method of ['GET', 'OPTIONS', 'DELETE'])
        await isRefused(await send(path, 'image/png', method), 406);
    }
  });

  for (const query of ['format=json', 'format=xml&format=json', 'format=', 'format', 'other=xml'])
    it(`?${query} is 200`, async () => {
      for (const path of PATHS) assert.equal((await send(`${path}?${query}`)).status, 200, path);
    });
  for (const name of ['json&format=xml', 'xml', 'JSON', '__proto__', '%00'])
    it(`?format=${name} is 404`, async () => {
      for (const path of PATHS) await isRefused(await send(`${path}?format=${name}`), 404);
    });

  it('takes format before Accept, and refuses a format that Accept excludes', async () => {
    for (const path of PATHS) {
      assert.equal(typeOf(await send(`${path}?format=json`, BROWSER)), 'application/json', path);
      assert.equal(typeOf(await send(`${path}?format=api`)), 'text/html; charset=utf-8', path);
      assert.equal(typeOf(await send(`${path}?format=`, BROWSER)), 'text/html; charset=utf-8', path);
      assert.equal(typeOf(await send(`${path}?format=xml`, BROWSER)), 'text/html; charset=utf-8', path);
      await isRefused(await send(`${path}?format=api`, 'application/json'), 406);
      await isRefused(await send(`${path}?format=json`, 'image/png'), 406);
    }
  });

  for (const [path, ...accepts] of [
    ['/snippets/1/highlight/', 'text/html', 'text/*', 'application/json'],
    ['/snippets/1/raw/', 'text/plain', '*/*', 'text/html'],
    ['/docs/', 'application/json', 'text/html'],
    ['/openapi.json', 'image/png'],
    ['/openapi.yaml', 'application/json'],
    ['/healthz', 'text/html'],
    ['/readyz', 'text/html'],
  ] as const)
    it(`${path}, which has one representation, is 200 whatever Accept says`, async () => {
      for (const accept of accepts) assert.equal((await send(path, accept)).status, 200, accept);
    });

  it('sends Vary: Accept on every answer of an endpoint, and shows it on pages', async () => {
    for (const [method, path, headers] of [
      ...['/snippets/', '/snippets/1/', '/snippets/999/', '/snippets/?format=xml'].map(
        (path) => ['GET', path, {}] as const,
      ),
      ['GET', '/snippets/', { Accept: 'image/png' }],
      ['POST', '/snippets/', {}],
      ['OPTIONS', '/snippets/', {}],
      ['GET', '/snippets/1/', { 'If-None-Match': '*' }],
    ] as const) {
      const response = await app.raw({ method, path, headers });
      const vary = (response.headers.get('Vary') ?? '').split(/,\s*/);
      assert.ok(vary.includes('Accept'), `${path} -> ${response.status}: Vary: ${vary}`);
    }
    assert.match(await (await send('/snippets/1/?format=api', 'text/html')).text(), /\nVary: Accept/);
  });

  it('writes compact JSON in UTF-8, nothing escaped that need not be', async () => {
    const code = 'print("€ 😀 ü")\n</script>';
    const { id } = await app.client(alice).createSnippet({ code, title: '日本' });
    const text = await (await send(`/snippets/${id}/`)).text();
    const start = `{"id":${id},"owner":"alice","title":"日本","code":${JSON.stringify(code)},"linenos":false,`;
    assert.equal(text.slice(0, start.length), start);
    assert.equal(text, JSON.stringify(JSON.parse(text)));
    assert.ok(!text.includes('\\u'));
  });
});
