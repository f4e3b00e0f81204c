/** What is no HTTP request, or none that may be read: a JSON answer, and the end of the connection. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { useApp } from '../helpers/app.js';
import { get, openSocket } from '../helpers/send.js';

const MALFORMED = 'Malformed request.';

describe('a request that is refused before it becomes one', () => {
  let port: number;
  const app = useApp();
  before(async () => {
    port = Number(new URL(app.url).port);
  });

  /** Everything that comes back until the server closes. */
  async function answerTo(...texts: readonly string[]) {
    const client = openSocket(port, ...texts);
    await client.closed;
    return client;
  }

  const withHeaders = (...lines: string[]) => `POST /snippets/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const twice = (name: string) => `The ${name} header is there more than once.`;

  for (const [what, text, status, detail] of [
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, MALFORMED],
    ['noise', '\u0000\u0001\r\n\r\n', 400, MALFORMED],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 400, MALFORMED],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, MALFORMED],
    [
      'HTTP/2.0',
      'GET / HTTP/2.0\r\nHost: localhost\r\n\r\n',
      505,
      'The versions known here are HTTP/1.0 and HTTP/1.1.',
    ],
    ['two Hosts', withHeaders('Host: localhost', 'host: localhost'), 400, MALFORMED],
    ['an absolute target without a host', 'GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, MALFORMED],
    ['an absolute target without a path', 'GET foo://h HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, MALFORMED],
    [
      'two Authorizations',
      withHeaders('Host: localhost', 'Authorization: Basic YTpi', 'authorization: Token a'),
      400,
      twice('authorization'),
    ],
    [
      'two Content-Types',
      withHeaders('Host: localhost', 'Content-Type: text/plain', 'Content-Type: application/json'),
      400,
      twice('content-type'),
    ],
    ['two Origins', withHeaders('Host: a', 'Origin: http://a', 'Origin: http://b'), 400, twice('origin')],
    [
      'two CSRF tokens',
      withHeaders('Host: a', 'X-CSRFToken: a', 'X-CSRFToken: b'),
      400,
      twice('x-csrftoken'),
    ],
    [
      'too long a head',
      withHeaders('Host: localhost', `X: ${'x'.repeat(20_000)}`),
      431,
      'Request header fields are too large.',
    ],
    ['an unknown expectation', get('/', 'Expect: miracles'), 417, 'The Expect header cannot be met.'],
    [
      'a coding under the chunks',
      `${withHeaders('Host: localhost', 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
      501,
      'The only transfer coding known here is chunked.',
    ],
    [
      'a body that is malformed',
      `${withHeaders('Host: localhost', 'Transfer-Encoding: chunked')}no`,
      400,
      MALFORMED,
    ],
  ] as const) {
    it(`gets a JSON ${status}: ${what}`, async () => {
      const answer = (await answerTo(text)).received();
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(answer, /\r\nContent-Type: application\/json\r\n/);
      assert.match(answer, /\r\nConnection: close\r\n/);
      assert.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), JSON.stringify({ detail }));
    });
  }

  it('is answered, and ends nothing, whatever its target is', async () => {
    const targets = ['http', 'WS', 'file', 'foo', 'mailto', 'javascript'].flatMap((scheme) =>
      [':', '://', ':///'].flatMap((separator) =>
        ['', 'h', 'h:1', '[::1', 'a@h', '@', "h'", 'h;x'].flatMap((authority) =>
          ['', '/', '/p', '/%', '?x', '#x'].map((tail) => scheme + separator + authority + tail),
        ),
      ),
    );
    for (const target of ['*', '?x', '//h', '/\\h', ...targets])
      assert.match(
        (await answerTo(get(target, 'Connection: close'))).received(),
        /^HTTP\/1\.1 (200|301|400|404) /,
        target,
      );
  });

  it('behind a request that is still answered gets no answer of its own', async () => {
    for (const refused of [
      'FROB / HTTP/1.1\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
      get('/', 'Expect: miracles'),
      `${withHeaders('Host: localhost', 'Transfer-Encoding: chunked')}no size\r\n`,
    ])
      assert.deepEqual((await answerTo(get('/snippets/') + refused)).statuses(), ['200'], refused);
  });

  it('gets no second answer when the rest of a body that is already refused is malformed', async () => {
    const head = withHeaders(
      'Host: localhost',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    );
    const client = openSocket(port, `${head}5\r\n{"cod\r\n`);
    // The denial has arrived: the client goes on with what is no chunk.
    client.socket.once('data', () => client.socket.write('no size\r\n'));
    await client.closed;
    assert.deepEqual(client.statuses(), ['401']);
  });

  it('is none of these: chunks in any spelling, HTTP/1.0 without Host', async () => {
    const chunks = withHeaders('Host: localhost', 'Connection: close', 'Transfer-Encoding: CHUNKED');
    for (const [text, status] of [
      [`${chunks}0\r\n\r\n`, '401'],
      ['GET /healthz HTTP/1.0\r\n\r\n', '200'],
      ['GET /healthz HTTP/1.0\r\nExpect: miracles\r\n\r\n', '200'],
    ] as const)
      assert.deepEqual((await answerTo(text)).statuses(), [status]);
  });
});
