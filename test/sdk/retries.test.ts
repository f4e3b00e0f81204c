// What a call does when the service or the network fails: how often it is sent, after which wait, and with which end.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { createClient, type SnippetStore } from 'snippet-store/sdk';
import { until } from '../helpers/until.js';
import { type Answer, answers, greeting, startClient } from './start-server.js';

const ok = answers(200, [greeting]);
const gone = answers(404, { detail: 'Not found.' });
const changed = answers(412, { detail: 'It has changed.' });
const fails = (status: number, headers = {}) => answers(status, { detail: 'Not now.' }, headers);
const hangs: Answer = () => {};
const resets: Answer = (response) => response.destroy();
const page = (status: number) => answers(status, '<h1>Hotel</h1>', { 'Content-Type': 'text/html' });
const truncated = answers(200, '[{"id": 1, "tit');
const passed = { 'Retry-After': new Date(Date.now() - 5000).toUTCString() };
const inAnHour = { 'Retry-After': '3600' };

const read = answers(200, { ...greeting, code: 'a' }, { ETag: '"1"' });
const weak = answers(200, greeting, { ETag: 'W/"1"' });
const stored = answers(200, { ...greeting, title: '', code: 'b' }, { ETag: '"2"' });
/** A member that was left out is its default, so that this is not what was sent. */
const other = answers(200, { ...greeting, title: 'of somebody else', code: 'b' }, { ETag: '"3"' });

const calls: Record<string, (store: SnippetStore) => Promise<unknown>> = {
  list: (store) => store.listSnippets().toArray(),
  login: (store) => store.login({ username: 'alice', password: 'sesame' }),
  delete: (store) => store.deleteSnippet({ id: 1 }),
  async replace(store) {
    const put = { id: 1, code: 'b', 'If-Match': '"1"' };
    const { data, response } = await store.withResponse.updateSnippet(put);
    return [data.code, response.headers.get('etag')];
  },
  edit: async (store) =>
    (await store.editSnippet({ id: 1, change: ({ code }) => ({ code: `${code}+` }) })).code,
};
const error = (name: string, more = {}) => ({ name, ...more });
const unavailable = error('StatusError', { status: 503, mayBeDone: false });
const isUnknown = { mayBeDone: true, message: /\(may have been done\)$/ };

const rows: [call: string, what: string, given: Answer[], sent: number, outcome: unknown][] = [
  ['list', 'two answers 503', [fails(503), fails(503), ok], 3, [greeting]],
  ['list', 'an answer 408', [fails(408), ok], 2, [greeting]],
  ['list', 'an answer 429 with a date that has passed', [fails(429, passed), ok], 2, [greeting]],
  ['list', 'a server that does not answer', [hangs, ok], 2, [greeting]],
  ['list', 'a connection that is reset', [resets, ok], 2, [greeting]],
  ['list', 'JSON that is cut off', [truncated, ok], 2, [greeting]],
  ['list', 'only 503', [fails(503)], 3, unavailable],
  ['list', 'no answer', [hangs], 3, error('ConnectionTimeoutError')],
  ['list', 'only resets', [resets], 3, error('ConnectionError')],
  ['list', 'the page of a portal', [page(200)], 1, error('UnexpectedResponseError')],
  ['list', 'a refusal', [gone], 1, error('NotFoundError')],
  ['list', 'a broken service', [fails(500)], 1, error('StatusError', { status: 500 })],
  ['list', 'a wait of an hour', [fails(429, inAnHour)], 1, error('RateLimitError')],
  ['login', 'a connection that is reset', [resets], 1, error('ConnectionError', isUnknown)],
  ['login', 'an answer 503', [fails(503)], 1, error('StatusError', isUnknown)],
  ['login', 'an answer 429', [fails(429)], 1, error('RateLimitError', { mayBeDone: false })],
  ['login', 'a server that does not answer', [hangs], 1, error('ConnectionTimeoutError', isUnknown)],
  ['delete', 'nothing found by a repetition', [resets, gone], 2, undefined],
  ['delete', 'nothing found', [gone], 1, error('NotFoundError')],
  ['delete', 'nothing found after a 429', [fails(429), gone], 2, error('NotFoundError')],
  ['delete', 'a proxy that finds no service', [fails(502), page(404)], 2, error('NotFoundError')],
  ['delete', 'the page of a portal', [page(200)], 1, error('UnexpectedResponseError', isUnknown)],
  ['replace', 'what was sent, after 412', [resets, changed, stored], 3, ['b', '"2"']],
  [
    'replace',
    'another text, after 412',
    [resets, changed, other],
    3,
    error('PreconditionFailedError', isUnknown),
  ],
  ['replace', 'nothing found by a repetition', [resets, gone], 2, error('NotFoundError', isUnknown)],
  ['replace', '412 at once', [changed], 1, error('PreconditionFailedError', { mayBeDone: false })],
  ['edit', 'somebody who was faster', [read, changed, read, stored], 4, 'b'],
  ['edit', 'a lost answer', [read, resets, changed, other], 4, error('PreconditionFailedError', isUnknown)],
  ['edit', 'a weak ETag', [weak], 1, error('UnexpectedResponseError')],
];

describe('a call', () => {
  for (const [name, what, given, sent, outcome] of rows) {
    it(`is sent ${sent} times: ${name}, ${what}`, async (test) => {
      // Short only where it has to pass: a busy machine answers late.
      const options = given.includes(hangs) ? { timeout: 500 } : {};
      const { store, received } = await startClient(test, given, options);
      const called = calls[name]?.(store);
      if (Object(outcome).name) await assert.rejects(called ?? assert.fail(), Object(outcome));
      else assert.deepEqual(await called, outcome);
      assert.equal(received.length, sent);
    });
  }

  it('waits at least as long as Retry-After says, and longer before each further attempt', async (test) => {
    const delays: number[] = [];
    const log = (event: { type: string; delay?: number }) =>
      event.type === 'retry' && delays.push(event.delay ?? 0);
    const { store } = await startClient(test, [fails(503, { 'Retry-After': '1' }), ok], { log });
    await store.listSnippets().toArray();
    assert.ok((delays.pop() ?? 0) >= 1000);
    const slower = await startClient(test, [fails(503)], { retries: 4, retryDelay: 20, log });
    await assert.rejects(slower.store.listUsers());
    assert.equal(delays.length, 4);
    delays.forEach((delay, index) => {
      const longest = 20 * 2 ** index;
      assert.ok(delay >= longest / 2 && delay <= longest, `${delay} of ${longest}`);
    });
  });

  it('ends within the time that the call says, while the body comes and although fetch ignores the signal', async (test) => {
    const dribbles: Answer = (response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
    const { store } = await startClient(test, [dribbles], { timeout: 60_000, retries: 0 });
    const late = { name: 'ConnectionTimeoutError', message: /within 50 ms/ };
    await assert.rejects(store.listUsers({}, { timeout: 50 }), late);
    const never = () => new Promise<Response>(() => {});
    const deaf = createClient({ baseUrl: 'http://127.0.0.1', fetch: never, timeout: 50, retries: 0 });
    await assert.rejects(deaf.listUsers(), late);
  });

  it('that creates carries one random key for all attempts, or the one that is given', async (test) => {
    const { store, received } = await startClient(test, [fails(503), resets, answers(201, greeting)]);
    await store.createSnippet({ code: 'a' });
    await store.createSnippet({ code: 'a' });
    await store.createSnippet({ code: 'a' }, { idempotencyKey: 'import-7/line-12' });
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(keys[0]), /^\d+(-\d+){3}$/);
    assert.deepEqual(keys.slice(0, 3), [keys[0], keys[0], keys[0]]);
    assert.notEqual(keys[3], keys[0]);
    assert.equal(keys[4], 'import-7/line-12');
  });
});

describe('a signal', () => {
  it('of many calls has one listener while they run, and none after that', async (test) => {
    const { signal } = new AbortController();
    const { store } = await startClient(test, [fails(503), ok, ok, fails(503), ok]);
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    test.after(() => process.off('warning', warn));
    const calls = Array.from({ length: 20 }, () => store.listUsers({}, { signal }));
    await until('a call is sent', () => getEventListeners(signal, 'abort').length > 0);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await Promise.all(calls);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.deepEqual(warnings, []);
  });
});

describe('an aborted signal', () => {
  it('ends a call wherever it waits, with the reason', async (test) => {
    const never = () => new Promise<string>(() => {});
    for (const [answer, options] of [
      [hangs, { timeout: 60_000 }],
      [fails(503, { 'Retry-After': '30' }), {}],
      [ok, { auth: never }],
    ] as const) {
      const { store } = await startClient(test, [answer], options);
      const signal = AbortSignal.timeout(50);
      await assert.rejects(store.listUsers({}, { signal }), (error) => error === signal.reason);
    }
    const { store, received } = await startClient(test, [ok]);
    const signal = AbortSignal.abort(new Error('too late'));
    await assert.rejects(store.listUsers({}, { signal }), /too late/);
    assert.equal(received.length, 0);
  });
});
