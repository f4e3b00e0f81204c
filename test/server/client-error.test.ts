/** What is no HTTP request, or none that may be read: a JSON answer, and the end of the connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startApp, type TestApp } from '../helpers/app.js';

const MALFORMED = 'Malformed request.';

describe('a request that is refused before it becomes one', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  /** Everything that comes back until the server closes. */
  async function answerTo(...texts: readonly string[]): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    for (const text of texts) socket.write(text);
    await once(socket, 'close');
    return answer;
  }

  const withHeaders = (...lines: string[]) => `POST /snippets/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;

  for (const [what, text, status, detail] of [
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, MALFORMED],
    ['noise', '\u0000\u0001\r\n\r\n', 400, MALFORMED],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 400, MALFORMED],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, MALFORMED],
    ['two Hosts', withHeaders('Host: localhost', 'host: b'), 400, MALFORMED],
    ['the same Host twice', withHeaders('Host: localhost', 'Host: localhost'), 400, MALFORMED],
    ['an absolute target without a host', 'GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, MALFORMED],
    ['an absolute target without a path', 'GET foo://h HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, MALFORMED],
    [
      'two Authorizations',
      withHeaders('Host: localhost', 'Authorization: Basic YTpi', 'authorization: Token a'),
      400,
      'The authorization header is there more than once.',
    ],
    [
      'two Content-Types',
      withHeaders('Host: localhost', 'Content-Type: text/plain', 'Content-Type: application/json'),
      400,
      'The content-type header is there more than once.',
    ],
    [
      'two Origins',
      withHeaders('Host: localhost', 'Origin: http://localhost', 'Origin: http://evil.example'),
      400,
      'The origin header is there more than once.',
    ],
    [
      'two CSRF tokens',
      withHeaders('Host: localhost', 'X-CSRFToken: a', 'X-CSRFToken: b'),
      400,
      'The x-csrftoken header is there more than once.',
    ],
    [
      'too long a head',
      withHeaders('Host: localhost', `X: ${'x'.repeat(20_000)}`),
      431,
      'Request header fields are too large.',
    ],
    [
      'an unknown expectation',
      withHeaders('Host: localhost', 'Expect: miracles'),
      417,
      'The Expect header cannot be met.',
    ],
    [
      'a coding under the chunks',
      `${withHeaders('Host: localhost', 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
      501,
      'The only transfer coding known here is chunked.',
    ],
  ] as const) {
    it(`gets a JSON ${status}: ${what}`, async () => {
      const answer = await answerTo(text);
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
    for (const target of ['*', '?x', '//h', '/\\h', ...targets]) {
      const answer = await answerTo(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 (200|301|400|404) /, target);
    }
  });

  it('does not take the place of the answer to the valid request before it on the connection', async () => {
    for (const path of ['/healthz', '/snippets/']) {
      const valid = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const statuses = [...(await answerTo(`${valid}FROB / HTTP/1.1\r\n\r\n`)).matchAll(/HTTP\/1\.1 (\d+)/g)];
      assert.deepEqual(
        statuses.map(([, status]) => status),
        ['200', '400'],
      );
    }
  });

  it('waits for the answers to all requests before it, also when it is whole', async () => {
    const body = '{"code":"x"}';
    const post = `POST /snippets/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const get = 'GET /snippets/ HTTP/1.1\r\nHost: localhost\r\n\r\n';
    for (const [refused, status] of [
      ['GET / HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n', '417'],
      ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', '400'],
    ]) {
      const answer = await answerTo(`${post}${get}${refused}`);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)];
      assert.deepEqual(
        statuses.map(([, each]) => each),
        ['401', '200', status],
      );
    }
  });

  it('waits for the answers before it, also when only its body is malformed', async () => {
    const get = 'GET /snippets/ HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const post = withHeaders('Host: localhost', 'Transfer-Encoding: chunked');
    for (const texts of [[`${get}${post}no size\r\n`], [`${get}${post}`, 'no size\r\n', 'no size\r\n']]) {
      const answer = await answerTo(...texts);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      assert.equal(statuses[0], '200');
      assert.equal(statuses.at(-1), '400');
    }
  });

  it('gets no second answer when the rest of a body that is already refused is malformed', async () => {
    const head = withHeaders(
      'Host: localhost',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    );
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk) => {
      // The denial has arrived: the client goes on with what is no chunk.
      if (answer === '') socket.write('no size\r\n');
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(`${head}5\r\n{"cod\r\n`);
    await once(socket, 'close');
    assert.deepEqual(
      [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['401'],
    );
  });

  it('is none of these: chunks in any spelling, HTTP/1.0 without Host', async () => {
    const chunks = withHeaders('Host: localhost', 'Connection: close', 'Transfer-Encoding: CHUNKED');
    assert.match(await answerTo(`${chunks}0\r\n\r\n`), /^HTTP\/1\.1 401 /);
    assert.match(await answerTo('GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
    assert.match(await answerTo('GET /healthz HTTP/1.0\r\nExpect: miracles\r\n\r\n'), /^HTTP\/1\.1 200 /);
  });
});
