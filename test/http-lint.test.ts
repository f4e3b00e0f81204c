/** A linter that this project did not write, httplint (of REDbot), looks at an answer of every kind of every endpoint. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { ROOT } from './docs/read-markdown.js';
import { basicHeader, startApp, type TestApp, type TestUser } from './helpers/app.js';
import { Browser } from './helpers/browser.js';

const SCRIPT = `${ROOT}test/http_lint.py`;
/** Where CI installs it: `python3 -m pip install --target .cache/httplint httplint`. */
const env = { ...process.env, PYTHONPATH: `${ROOT}.cache/httplint`, PYTHONIOENCODING: 'utf-8' };

const isThere = spawnSync('python3', ['-c', 'import httplint'], { env, stdio: 'ignore' }).status === 0;
const skip =
  !isThere && process.env.CI !== 'true'
    ? 'needs httplint: python3 -m pip install --target .cache/httplint httplint'
    : false;

/** What the linter warns of, and why it stays. */
const ACCEPTED: Readonly<Record<string, string>> = {
  FRESHNESS_NO_CACHE_NO_VALIDATOR:
    'A list is streamed: its tag would have to be known before its first item is read.',
  STATUS_BAD_REQUEST: 'It says so of every 400, which is the answer to invalid input.',
};

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Note {
  readonly name: string;
  readonly level: string;
  readonly subject: string;
  readonly text: string;
}

describe('httplint', { skip }, () => {
  let app: TestApp;
  let alice: TestUser;
  let cookie: string;
  before(async () => {
    app = await startApp({
      env: { AUTH_SCHEMES: 'session,basic,token', SECURITY_CONTACT: 'mailto:security@example.com' },
    });
    alice = await app.addUser('alice');
    const long = Array.from({ length: 200 }, (_, n) => `print("line ${n}")`).join('\n');
    await app.client(alice).createSnippet({ code: long, title: 'Long' });
    await app.client(alice).createSnippet({ code: 'x' });
    const browser = new Browser(app);
    await browser.logIn(alice);
    cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  });
  after(() => app.close());

  async function exchange({ method = 'GET', path, headers = {}, body }: Sent): Promise<string> {
    const [outgoing, incoming] = await new Promise<[ClientRequest, IncomingMessage]>((resolve, reject) => {
      const sending = request(`${app.url}${path}`, { method, headers, agent: false });
      sending.once('error', reject);
      sending.once('response', (response) => resolve([sending, response]));
      sending.end(body);
    });
    const content = await buffer(incoming);
    const sent = outgoing.getRawHeaderNames().map((name) => [name, String(outgoing.getHeader(name))]);
    const { rawHeaders, statusCode: status, statusMessage: phrase } = incoming;
    const answered = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []));
    return JSON.stringify({
      method,
      url: app.url + path,
      sent,
      status,
      phrase,
      // The chunks are put together already.
      headers: answered.filter(([name]) => name !== 'Transfer-Encoding'),
      content: content.toString('base64'),
    });
  }

  async function lint(exchanges: readonly string[]): Promise<Note[][]> {
    const child = spawn('python3', [SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(exchanges.join('\n'));
    const lines = (await child.stdout.setEncoding('utf8').toArray()).join('').trim().split('\n');
    return lines.map((line): Note[] => JSON.parse(line));
  }

  function requests(paths: readonly string[]): Sent[] {
    const json = { ...basicHeader(alice), 'Content-Type': 'application/json' };
    const page = paths[0] ?? '/';
    return [
      ...paths.flatMap((path): Sent[] => [
        { path },
        { path, method: 'HEAD' },
        { path, method: 'OPTIONS' },
        { path, headers: { 'Accept-Encoding': 'br, gzip' } },
        { path, headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip' } },
        { path, headers: { Accept: 'text/html', Cookie: cookie } },
        { path, headers: basicHeader(alice) },
        { path, headers: { 'If-None-Match': '*' } },
      ]),
      { path: '/nothing/' },
      { path: '/nothing/', headers: { Accept: 'text/html' } },
      { path: '/snippets' },
      { path: '/snippets/?limit=0' },
      { path: '/snippets/?limit=1' },
      { path: '/snippets/', headers: { Accept: 'image/png' } },
      { path: '/snippets/', headers: { Authorization: 'Basic nonsense' } },
      { path: '/snippets/', method: 'POST', headers: json, body: '{"code":"x"}' },
      { path: '/snippets/', method: 'POST', headers: json, body: '{}' },
      { path: '/snippets/', method: 'POST', headers: { ...json, 'Content-Type': 'text/plain' }, body: 'x' },
      { path: '/snippets/2/', method: 'PUT', headers: json, body: '{"code":"y"}' },
      { path: '/snippets/2/', method: 'PUT', headers: { ...json, 'If-Match': '"9"' }, body: '{"code":"y"}' },
      { path: '/snippets/2/', method: 'PATCH', headers: json, body: '{}' },
      { path: '/snippets/2/', method: 'DELETE', headers: basicHeader(alice) },
      {
        path: '/api-token-auth/',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: alice.username, password: alice.password }),
      },
      { path: '/metrics' },
      { path: page.replace(/\/$/, '/assets/any/browsable.css'), headers: { 'Accept-Encoding': 'br' } },
    ];
  }

  it('finds nothing in any answer of any endpoint, except what is accepted with a reason', async () => {
    const { paths } = await (await app.fetch('/openapi.json')).json();
    const filled = Object.keys(paths).map((path) => path.replace('{id}', '1'));
    assert.ok(filled.length >= 15, filled.join(' '));
    const page = await (await app.fetch('/docs/', { headers: { Accept: 'text/html' } })).text();
    const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']): Sent => ({ path }));
    const sent = [...requests(filled), ...assets];
    const exchanges: string[] = [];
    for (const one of sent) exchanges.push(await exchange(one));
    const notes = await lint(exchanges);
    assert.equal(notes.length, sent.length);
    const found = notes.flatMap((some, at) =>
      some.map(({ name, level, subject, text }) => ({ name, line: [level, name, subject, text, sent[at]] })),
    );
    const unknown = found.filter(({ name }) => !(name in ACCEPTED));
    assert.deepEqual(
      unknown.map(({ line }) => JSON.stringify(line)),
      [],
    );
    const names = new Set(found.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(ACCEPTED).filter((name) => !names.has(name)),
      [],
      'accepted, and found no more',
    );
  });
});
