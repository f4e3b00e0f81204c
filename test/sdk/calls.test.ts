// A call takes parameters and members of the body side by side, and gives the body of the answer.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic, createClient, createTransport, type LogEvent } from 'snippet-store/sdk';
import * as operations from 'snippet-store/sdk/operations';
import { Agent, fetch as undici } from 'undici';
import { answers, greeting, startClient } from './start-server.js';

const text = (body: string, type: string) => answers(200, body, { 'Content-Type': type });

describe('a call', () => {
  it('exists for every operation of the contract and every edit, with the answer too', () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1' });
    for (const id of [...Object.values(operations).map((operation) => operation.id), 'editSnippet' as const])
      assert.deepEqual([typeof store[id], typeof store.withResponse[id]], ['function', 'function'], id);
  });

  it('puts each argument where it belongs, and leaves out what is undefined', async (test) => {
    const { store, received } = await startClient(test, [
      answers(200, greeting),
      answers(200, []),
      answers(302, ''),
    ]);
    await store.updateSnippet({ id: 7, code: 'x', title: undefined, 'If-Match': '"3"' });
    await store.listSnippets({ q: 'a b&c+d', owner: undefined, limit: 5 }).page();
    await store.login({ username: 'a b', password: 'c&d' });
    const [put, list, login] = received;
    assert.deepEqual([put?.method, put?.path, put?.body], ['PUT', '/snippets/7/', '{"code":"x"}']);
    assert.deepEqual([put?.headers['if-match'], put?.headers['content-type']], ['"3"', 'application/json']);
    assert.deepEqual([list?.path, list?.body], ['/snippets/?q=a%20b%26c%2Bd&limit=5', '']);
    assert.equal(list?.headers['content-type'], undefined);
    assert.equal(login?.body, 'username=a%20b&password=c%26d');
  });

  it('ignores other members of a snippet, so that what was read can be sent back and deleted', async (test) => {
    const gone = answers(204, '');
    const { store, received } = await startClient(test, [answers(200, greeting), gone]);
    await store.updateSnippet({ ...greeting, title: 'New' });
    await store.deleteSnippet(greeting);
    const { id, owner: _, ...rest } = greeting;
    assert.deepEqual(JSON.parse(received[0]?.body ?? ''), { ...rest, title: 'New' });
    assert.deepEqual([received[1]?.path, received[1]?.body], [`/snippets/${id}/`, '']);
  });

  it('refuses what cannot be meant before anything is sent', async (test) => {
    const { store, received } = await startClient(test, [answers(200, greeting)]);
    // JavaScript has no types.
    const untyped = (given: unknown) => given as never;
    const typo = untyped({ id: 1, code: 'x', languge: 'python' });
    const client = (options: object) => () => createClient({ baseUrl: 'http://127.0.0.1', ...options });
    const refused: [RegExp, () => unknown][] = [
      [/createSnippet takes no "languge", only \[title, code,/, () => store.createSnippet(typo)],
      [/editSnippet takes no "languge"/, () => store.editSnippet(typo)],
      [/deleteSnippet takes no "If-match"/, () => store.deleteSnippet(untyped({ id: 1, 'If-match': '"1"' }))],
      [/getSnippet needs "id"/, () => store.getSnippet(untyped({}))],
      [/getSnippet takes an object, not 1/, () => store.getSnippet(untyped(1))],
      [/getSnippet takes "id" of type integer, not string/, () => store.getSnippet(untyped({ id: '1' }))],
      [/getSnippet takes "id" of type integer, not number/, () => store.getSnippet({ id: Number.NaN })],
      [/"code" of type string, not object/, () => store.createSnippet(untyped({ code: null }))],
      [/"linenos" of type boolean/, () => store.createSnippet(untyped({ code: 'x', linenos: 'yes' }))],
      [/"change" of type function/, () => store.editSnippet(untyped({ id: 1, change: {} }))],
      [/editSnippet takes "title" of type string/, () => store.editSnippet(untyped({ id: 1, title: 5 }))],
      [/surrogates cannot be sent/, () => store.listSnippets({ q: '\ud83d' }).page()],
      [/listUsers takes no "idempotencyKey"/, () => store.listUsers({}, { idempotencyKey: 'a' })],
      [/listSnippets takes "limit" of type integer/, () => store.listSnippets({ limit: Number.NaN })],
      [/listSnippets takes "max" of 1 or more, not NaN/, () => store.listSnippets({ max: Number.NaN })],
      [/listUsers takes "timeout" of 1 or more, not 0/, () => store.listUsers({}, { timeout: 0 })],
      ...[
        '',
        'snippets.example.com',
        'ftp://127.0.0.1',
        'http://127.0.0.1/?a',
        'http://alice:sesame@127.0.0.1',
      ].map((baseUrl): [RegExp, () => unknown] => [
        /^baseUrl takes http\(s\):\/\/host\/path\.$/,
        client({ baseUrl }),
      ]),
      [/^createClient takes no "timout", only \[timeout, .*baseUrl,/, client({ timout: 5 })],
      [/listUsers takes no "timout", only \[timeout, /, () => store.listUsers({}, untyped({ timout: 5 }))],
      [/listUsers takes an object, not 5/, () => store.listUsers({}, untyped(5))],
      // The words are the engine's, and differ once the code is optimised.
      [/X-Trace: 1/, () => store.listUsers({}, { headers: untyped('X-Trace: 1') })],
      [/header value/, () => store.listUsers({}, { headers: { 'X-Trace': 'a\nb' } })],
      ...['alice:sesame', null, {}].map((auth): [RegExp, () => unknown] => [
        /^auth takes a helper or function\.$/,
        client({ auth }),
      ]),
      [/createClient takes "timeout" of 1 or more/, client({ timeout: 0 })],
      [/createClient takes "timeout" of 1 or more/, client({ timeout: Number.NaN })],
      [/createClient takes "retries" of 0 or more/, client({ retries: -1 })],
      [/createClient takes "retryDelay" of 0 or more/, client({ retryDelay: -1 })],
    ];
    for (const [message, call] of refused)
      await assert.rejects(async () => call(), { name: 'TypeError', message });
    assert.equal(received.length, 0);
  });

  it('gives what the answer holds: JSON, text as it came, nothing for 204 and 304', async (test) => {
    const code = '\ufeffprint("hello")\r\n';
    const given = [
      answers(201, greeting),
      text(code, 'text/plain; charset=utf-8'),
      text('a: 1', 'application/yaml'),
    ];
    const { store } = await startClient(test, [...given, answers(204, ''), answers(304, '')]);
    assert.deepEqual(await store.createSnippet({ code: 'x' }), greeting);
    assert.equal(await store.getSnippetCode({ id: 1 }), code);
    assert.equal(await store.getOpenapiYaml(), 'a: 1');
    assert.equal(await store.deleteSnippet({ id: 1 }), undefined);
    assert.equal(await store.getSnippet({ id: 1, 'If-None-Match': '"1"' }), undefined);
  });

  it('gives the headers too when asked, and may be made by the description of its operation', async (test) => {
    const { store, baseUrl } = await startClient(test, [answers(200, greeting, { ETag: '"1"' })]);
    const { data, response } = await store.withResponse.getSnippet({ id: 1 });
    assert.deepEqual([data.owner, response.headers.get('etag')], ['alice', '"1"']);
    assert.deepEqual(await createTransport({ baseUrl }).call(operations.getSnippet, { id: 1 }), greeting);
  });

  it('goes with your headers through your fetch, below the path of the address, to where an operation is', async (test) => {
    const { baseUrl, received } = await startClient(test, [answers(200, { token: 'k' })]);
    const sent: string[] = [];
    const store = createClient({
      baseUrl: `${baseUrl}/api/`,
      paths: { createToken: '/token/' },
      headers: { 'user-agent': 'of the client', 'X-TRACE': 'client' },
      fetch: (url, init) => {
        sent.push(`${init.method} ${url}`);
        return fetch(url, init);
      },
    });
    const user = { username: 'alice', password: 'secret' };
    // However they are spelled, and in every form that `fetch` takes.
    const pairs: [string, string][] = [['x-trace', 'call']];
    const forms = [
      Object.fromEntries(pairs),
      pairs,
      new Headers(pairs),
      new Map(pairs),
      { 'x-trace': undefined },
    ];
    for (const form of forms) await store.createToken(user, { headers: form });
    assert.deepEqual(
      sent,
      forms.map(() => `POST ${baseUrl}/api/token/`),
    );
    for (const [index, { body, headers }] of received.entries()) {
      assert.deepEqual(JSON.parse(body), user);
      const { accept, 'user-agent': agent, 'x-trace': trace } = headers;
      assert.deepEqual(
        [accept, agent, trace],
        ['application/json', 'of the client', index < 4 ? 'call' : 'client'],
      );
    }
  });

  it('goes through the fetch of undici, which is of another realm, with a dispatcher', async (test) => {
    const { baseUrl, received } = await startClient(test, [answers(201, greeting)]);
    const dispatcher = new Agent();
    test.after(() => dispatcher.close());
    // Its types are of its own, too.
    const through = ((url: string, init: object) => undici(url, { ...init, dispatcher })) as unknown;
    for (const own of [undici as unknown, through]) {
      const auth = basic('a', 'b');
      const store = createClient({ baseUrl, auth, fetch: own as typeof fetch, retries: 0 });
      assert.deepEqual(await store.createSnippet({ code: 'x' }), greeting);
    }
    for (const { body, headers } of received)
      assert.deepEqual([body, headers.authorization], ['{"code":"x"}', `Basic ${btoa('a:b')}`]);
  });

  it('logs requests, answers, retries and failures, without credentials and code', async (test) => {
    const events: LogEvent[] = [];
    const given = [
      answers(503, { detail: 'Later.' }),
      answers(404, { detail: 'No.' }, { 'X-Request-Id': 'abc' }),
    ];
    const { store } = await startClient(test, given, {
      auth: basic('alice', 'sesame'),
      log: (event) => events.push(event),
    });
    const error = await store.updateSnippet({ id: 1, code: 'secret()' }).catch((reason) => reason);
    assert.deepEqual(
      events.map(({ type, attempt }) => `${type} ${attempt}`),
      ['request 1', 'response 1', 'retry 1', 'request 2', 'response 2', 'failure 2'],
    );
    const answer = events[4];
    assert.ok(answer?.type === 'response');
    assert.deepEqual([answer.operation, answer.status, answer.requestId], ['updateSnippet', 404, 'abc']);
    const told = JSON.stringify(events.map((event) => ({ ...event, error: undefined })));
    assert.doesNotMatch(told, /secret|sesame|Basic/);
    assert.deepEqual(error.trace, events.slice(0, -1));
  });

  it('keeps the outcome of a call when its log fails, and reports that', async (test) => {
    const reported = test.mock.method(console, 'error', () => {});
    const { store } = await startClient(test, [answers(200, [])], {
      log: () => Promise.reject(new Error('of the log')),
    });
    assert.deepEqual(await store.listUsers(), []);
    assert.equal(reported.mock.calls[0]?.arguments[0], 'snippet-store-sdk: log failed.');
  });
});
