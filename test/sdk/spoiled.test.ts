// The client and the service with a spoiling proxy between them: no secret leaks, and no outcome is guessed.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import {
  basic,
  ConnectionTimeoutError,
  type Credentials,
  CredentialsError,
  createClient,
  type LogEvent,
  oauth2,
  RedirectError,
  ServerError,
  StatusError,
  type TransportOptions,
} from 'snippet-store/sdk';
import { type OAuth2App, startOAuth2App } from '../pipeline/authentication/oauth2/oauth2-app.js';
import { type Fault, startSpoilingProxy } from './spoiling-proxy.js';
import { findClosedUrl, type Server, sendJson, startServer } from './start-server.js';

const TOKEN_PATH = '/oauth2/access_token/';

describe('a client behind a spoiling proxy', () => {
  let service: OAuth2App;
  before(async () => {
    service = await startOAuth2App({ env: { AUTH_SCHEMES: 'oauth2,basic,token' } });
  });
  after(() => service.app.close());

  /** Each request has the next fault of its path; later ones pass. `asked` lists what reached the proxy. */
  async function behindProxy(
    test: TestContext,
    faults: Record<string, Fault[]>,
    options: Partial<TransportOptions> = {},
  ) {
    const elsewhere: Server = await startServer(test, (response) => sendJson(response, 200, {}));
    const asked: string[] = [];
    const proxy = await startSpoilingProxy({
      target: service.app.url,
      elsewhere: elsewhere.baseUrl,
      late: 900,
      choose(method, path) {
        asked.push(`${method} ${path}`);
        const next = Object.entries(faults)
          .find(([part]) => path.startsWith(part))?.[1]
          .shift();
        return next ?? 'passed on';
      },
    });
    test.after(() => proxy.close());
    const { username, password } = service.alice;
    const auth: Credentials = options.auth ?? basic(username, password);
    const store = createClient({ baseUrl: proxy.url, retryDelay: 1, ...options, auth });
    return { store, proxy, asked, elsewhere };
  }

  const countOf = async (word: string) => (await service.app.client().listSnippets({ q: word })).length;

  describe('with a redirection to another host', () => {
    const secret = 'secretword';
    it('sends neither the code nor the password there, and names both hosts', async (test) => {
      const faults: Fault[] = ['redirected elsewhere'];
      const { store, proxy, elsewhere } = await behindProxy(test, { '/snippets/': faults });
      await assert.rejects(store.createSnippet({ code: secret }), (error) => {
        assert.ok(error instanceof RedirectError);
        assert.ok(
          error.message.includes(proxy.url) && error.message.includes(elsewhere.baseUrl),
          error.message,
        );
        assert.deepEqual([error.status, error.mayBeDone], [308, false]);
        return true;
      });
      assert.deepEqual(elsewhere.received, []);
      assert.equal(await countOf(secret), 0);
    });

    it("sends createToken's password, OAuth's secrets and headers of its own to nobody else", async (test) => {
      const { username, password } = service.alice;
      const grant = { ...service.client, username, password };
      const withOwnHeader: Credentials = {
        authenticate(request) {
          request.headers.set('X-Api-Key', secret);
          return request;
        },
      };
      for (const auth of [withOwnHeader, oauth2(grant)]) {
        const { store, elsewhere } = await behindProxy(test, { '/': ['redirected elsewhere'] }, { auth });
        await assert.rejects(
          store.listUsers(),
          (error) => error instanceof RedirectError || error instanceof CredentialsError,
        );
        assert.deepEqual(elsewhere.received, []);
      }
      const { store, elsewhere } = await behindProxy(test, { '/': ['redirected elsewhere'] });
      await assert.rejects(store.createToken({ username, password }), RedirectError);
      assert.deepEqual(elsewhere.received, []);
    });

    it('follows redirections within its origin with method, body and credentials, up to five', async (test) => {
      const five: Fault[] = Array.from({ length: 5 }, () => 'redirected within the service');
      const once = await behindProxy(test, { '/snippets/': five.slice(0, 1) });
      assert.equal((await once.store.createSnippet({ code: 'withinorigin' })).owner, 'alice');
      assert.deepEqual(once.asked, ['POST /snippets/']);
    });
  });

  describe('with redirections within its origin', () => {
    const redirecting =
      (status: number, times: number, options = {}) =>
      async (test: TestContext) => {
        let sent = 0;
        const server = await startServer(test, (response, { path }) => {
          if (sent++ >= times) return sendJson(response, 200, []);
          response.writeHead(status, { Location: `${path}?n=${sent}` }).end();
        });
        const store = createClient({ ...server, retryDelay: 1, ...options });
        return { store, server };
      };

    it('follows five, and no more', async (test) => {
      const { store } = await redirecting(301, 5)(test);
      assert.deepEqual(await store.listUsers(), []);
      const { store: other, server } = await redirecting(301, 6)(test);
      await assert.rejects(other.listUsers(), RedirectError);
      assert.equal(server.received.length, 6);
    });

    it('does not turn a write into a read', async (test) => {
      for (const status of [301, 302, 303]) {
        const { store, server } = await redirecting(status, 1)(test);
        await assert.rejects(store.createSnippet({ code: 'x' }), { name: 'RedirectError', mayBeDone: true });
        assert.equal(server.received.length, 1);
      }
    });

    it('signs again what it sends to the other address', async (test) => {
      const signed: string[] = [];
      const auth = {
        authenticate(request: Request) {
          signed.push(new URL(request.url).search);
          return request;
        },
      };
      const { store } = await redirecting(308, 1, { auth })(test);
      await store.listUsers();
      assert.deepEqual(signed, ['', '?n=1']);
    });
  });

  describe('with a lost answer to a refresh', () => {
    async function refreshToken(): Promise<string> {
      return (await service.obtain(service.login())).refresh_token;
    }

    for (const fault of ['answer lost', 'JSON cut off', 'page after it was done'] as const) {
      it(`sends the token once, and asks for the password instead (${fault})`, async (test) => {
        const { username, password } = service.alice;
        const auth = oauth2({ ...service.client, username, password, refreshToken: await refreshToken() });
        const { store, asked } = await behindProxy(test, { [TOKEN_PATH]: [fault] }, { auth });
        assert.ok(Array.isArray(await store.listUsers()));
        assert.deepEqual(asked, [`POST ${TOKEN_PATH}`, `POST ${TOKEN_PATH}`, 'GET /users/']);
      });

      it(`says that one has to log in again, and sends it never again, without a password (${fault})`, async (test) => {
        const auth = oauth2({ ...service.client, refreshToken: await refreshToken() });
        const { store, asked } = await behindProxy(test, { [TOKEN_PATH]: [fault] }, { auth });
        for (let call = 0; call < 2; call++) {
          await assert.rejects(store.createSnippet({ code: 'x' }), (error) => {
            assert.ok(error instanceof CredentialsError);
            assert.match(error.message, /log in again/);
            assert.equal(error.mayBeDone, false);
            return true;
          });
        }
        assert.deepEqual(asked, [`POST ${TOKEN_PATH}`]);
      });
    }

    it('keeps the token when nothing was sent, or it was not looked at', async (test) => {
      const auth = oauth2({ ...service.client, refreshToken: await refreshToken() });
      const closed = createClient({ baseUrl: await findClosedUrl(), auth, retries: 0 });
      await assert.rejects(closed.listUsers(), CredentialsError);
      const { store } = await behindProxy(test, { [TOKEN_PATH]: ['throttled'] }, { auth });
      assert.ok(Array.isArray(await store.listUsers()));
    });

    it('renews once for many calls, and waits until the new token is kept', async (test) => {
      const events: string[] = [];
      const onTokens = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        events.push('kept');
      };
      const auth = oauth2({ ...service.client, refreshToken: await refreshToken(), onTokens });
      const { store, asked } = await behindProxy(test, {}, { auth });
      await Promise.all(
        Array.from({ length: 5 }, async () => store.listUsers().then(() => events.push('called'))),
      );
      assert.deepEqual(events, ['kept', ...Array.from({ length: 5 }, () => 'called')]);
      assert.equal(asked.filter((one) => one.includes(TOKEN_PATH)).length, 1);
    });
  });

  describe('with callbacks that fail', () => {
    const fails = {
      throwing: () => {
        throw new Error('of the callback');
      },
      rejecting: () => Promise.reject(new Error('of the callback')),
    };
    for (const [how, callback] of Object.entries(fails)) {
      it(`keeps the outcome of a call, and reports the failure (${how})`, async (test) => {
        const reported = test.mock.method(console, 'error', () => {});
        const { username, password } = service.alice;
        const auth = oauth2({ ...service.client, username, password, onTokens: callback });
        const { store } = await behindProxy(test, {}, { auth, log: callback });
        const word = `callback${how}`;
        assert.equal((await store.createSnippet({ code: word })).code, word);
        assert.equal(await countOf(word), 1);
        const names = new Set(reported.mock.calls.map(({ arguments: [text] }) => text));
        assert.deepEqual(
          names,
          new Set(['snippet-store-sdk: onTokens failed.', 'snippet-store-sdk: log failed.']),
        );
      });
    }
  });

  describe('with errors that are not of the service', () => {
    const html = '<html><center><h1>413 Request Entity Too Large</h1></center><hr>nginx</html>';
    const answers: [status: number, type: string, text: string, body: unknown, detail: string][] = [
      [413, 'text/html', html, html, 'HTTP status 413'],
      [404, 'text/html', '', undefined, 'HTTP status 404'],
      [
        400,
        'application/problem+json',
        '{"title":"Bad","detail":"Because."}',
        { title: 'Bad', detail: 'Because.' },
        'Because.',
      ],
      [403, 'application/json', '{"message":"Forbidden"}', '{"message":"Forbidden"}', 'HTTP status 403'],
      [401, 'application/json', '[1]', '[1]', 'HTTP status 401'],
      [520, 'application/json', 'null', 'null', 'HTTP status 520'],
    ];
    for (const [status, type, text, body, detail] of answers) {
      it(`has a body of the type that it says, for ${status} ${type} ${text.slice(0, 20)}`, async (test) => {
        const server = await startServer(test, (response) =>
          response.writeHead(status, { 'Content-Type': type }).end(text),
        );
        await assert.rejects(
          createClient({ ...server, retries: 0 }).createSnippet({ code: 'x' }),
          (error) => {
            assert.ok(error instanceof StatusError);
            assert.deepEqual([error.body, error.detail, error.fields], [body, detail, {}]);
            assert.equal(error instanceof ServerError, status >= 500);
            return true;
          },
        );
      });
    }

    it('does not take the page of a proxy for a deletion that was done', async (test) => {
      const answers = [502, 404];
      const server = await startServer(test, (response) =>
        response
          .writeHead(answers.shift() ?? 500, { 'Content-Type': 'text/html' })
          .end('<h1>No service</h1>'),
      );
      const store = createClient({ ...server, retryDelay: 1 });
      await assert.rejects(store.deleteSnippet({ id: 1 }), { status: 404, mayBeDone: true });
    });

    it('parses answers of media types that end with +json', async () => {
      const { linkset } = await service.app.client().getApiCatalog();
      assert.ok(linkset.length > 0);
    });
  });

  describe('with answers that do not end', () => {
    for (const fault of ['body stalls', 'answer late'] as const) {
      it(`stores a snippet once, and says why it took two attempts (${fault})`, async (test) => {
        const events: LogEvent[] = [];
        const log = (event: LogEvent) => events.push(event);
        const { store, proxy } = await behindProxy(test, { '/snippets/': [fault] }, { timeout: 700, log });
        const word = `stalled${fault.replace(/\W/g, '')}`;
        const { response, trace } = await store.withResponse.createSnippet({ code: word });
        assert.equal(response.headers.get('idempotency-replayed'), 'true');
        const retry = trace.find((event) => event.type === 'retry');
        assert.ok(retry?.error instanceof ConnectionTimeoutError);
        assert.deepEqual(events, trace);
        await proxy.settled();
        assert.equal(await countOf(word), 1);
      });
    }
  });

  it('stores, replaces and deletes once what is delivered twice', async (test) => {
    const { store } = await behindProxy(test, {
      '/snippets/': ['delivered twice', 'passed on', 'delivered twice', 'delivered twice'],
    });
    const { id } = await store.createSnippet({ code: 'deliveredtwice' });
    assert.equal(await countOf('deliveredtwice'), 1);
    assert.equal((await store.editSnippet(id, { title: 'Once' })).title, 'Once');
    assert.equal(await store.deleteSnippet({ id }), undefined);
    assert.equal(await countOf('deliveredtwice'), 0);
  });

  it('passes a traceparent on with every attempt, and tells it with each event', async (test) => {
    const received: unknown[] = [];
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const server = await startServer(test, (response, { headers }) => {
      received.push(headers.traceparent);
      sendJson(
        response,
        received.length === 1 ? 503 : 404,
        { detail: 'No.' },
        { 'X-Request-Id': `r${received.length}` },
      );
    });
    const events: LogEvent[] = [];
    const store = createClient({ ...server, retryDelay: 1, log: (event) => events.push(event) });
    const error = await store.getSnippet({ id: 1 }, { headers: { traceparent } }).catch((reason) => reason);
    assert.deepEqual(received, [traceparent, traceparent]);
    assert.ok(events.every((event) => event.traceparent === traceparent && event.call === 1));
    assert.deepEqual(
      error.trace.map((event: LogEvent) => event.type),
      ['request', 'response', 'retry', 'request', 'response'],
    );
    await assert.rejects(store.getSnippet({ id: 2 }));
    assert.deepEqual([events.at(-1)?.call, events.at(-1)?.traceparent], [2, undefined]);
  });
});
