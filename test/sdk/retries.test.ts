// What a call does when the service or the network fails: how often it is sent, after which wait, and with which end.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ConnectionError,
  ConnectionTimeoutError,
  createClient,
  RateLimitError,
  UnexpectedResponseError,
} from 'snippet-store/sdk';
import { type Answer, answers, greeting, startClient } from './start-server.js';

const ok = answers(200, [greeting]);
const created = answers(201, greeting);
const gone = answers(404, { detail: 'Not found.' });
const changed = answers(412, { detail: 'It has changed.' });
const fails = (status: number, headers = {}) => answers(status, { detail: 'Not now.' }, headers);
const hangs: Answer = () => {};
const resets: Answer = (response) => response.destroy();
const page = answers(200, '<h1>Hotel</h1>', { 'Content-Type': 'text/html' });
const truncated = answers(200, '[{"id": 1, "tit');
const inSeconds = (seconds: number) => ({
  'Retry-After': new Date(Date.now() + seconds * 1000).toUTCString(),
});
/** Short only where it has to pass: a busy machine answers late. */
const timeoutFor = (given: readonly Answer[]) => (given.includes(hangs) ? { timeout: 500 } : {});

describe('a read', () => {
  const passing: Record<string, Answer[]> = {
    'two answers 503': [fails(503), fails(503), ok],
    'an answer 408': [fails(408), ok],
    'an answer 429 with a date that has passed': [fails(429, inSeconds(-5)), ok],
    'a server that does not answer': [hangs, ok],
    'a connection that is reset': [resets, ok],
    'JSON that is cut off': [truncated, ok],
  };
  for (const [what, given] of Object.entries(passing)) {
    it(`succeeds in spite of ${what}`, async (test) => {
      const { store, received } = await startClient(test, given, timeoutFor(given));
      assert.deepEqual(await store.listSnippets().toArray(), [greeting]);
      assert.equal(received.length, given.length);
    });
  }

  for (const { what, answer, sent, error } of [
    {
      what: 'only 503',
      answer: fails(503),
      sent: 3,
      error: { name: 'StatusError', status: 503 },
    },
    { what: 'no answer', answer: hangs, sent: 3, error: ConnectionTimeoutError },
    { what: 'only resets', answer: resets, sent: 3, error: ConnectionError },
    { what: 'the page of a portal', answer: page, sent: 1, error: UnexpectedResponseError },
    { what: 'a refusal', answer: gone, sent: 1, error: { name: 'NotFoundError' } },
    { what: 'a broken service', answer: fails(500), sent: 1, error: { name: 'StatusError', status: 500 } },
    {
      what: 'a wait of an hour',
      answer: fails(429, { 'Retry-After': '3600' }),
      sent: 1,
      error: RateLimitError,
    },
  ]) {
    it(`fails after ${sent} attempts with ${what}`, async (test) => {
      const { store, received } = await startClient(test, [answer], timeoutFor([answer]));
      await assert.rejects(store.listSnippets().toArray(), error);
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
});

describe('a write', () => {
  it('that creates carries one random key for all attempts, another for the next call, or the one that is given', async (test) => {
    const { store, received } = await startClient(test, [fails(503), resets, created]);
    await store.createSnippet({ code: 'a' });
    await store.createSnippet({ code: 'a' });
    await store.createSnippet({ code: 'a' }, { idempotencyKey: 'import-7/line-12' });
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(keys[0]), /^\d+(-\d+){3}$/);
    assert.deepEqual(keys.slice(0, 3), [keys[0], keys[0], keys[0]]);
    assert.notEqual(keys[3], keys[0]);
    assert.equal(keys[4], 'import-7/line-12');
  });

  it('that is not safe to repeat is sent once', async (test) => {
    for (const answer of [resets, fails(503), hangs]) {
      const { store, received } = await startClient(test, [answer], timeoutFor([answer]));
      await assert.rejects(store.login({ username: 'alice', password: 'sesame' }));
      assert.equal(received.length, 1);
    }
  });

  const put = { id: 1, code: 'b', 'If-Match': '"1"' };
  const stored = answers(200, { ...greeting, title: '', code: 'b' }, { ETag: '"2"' });
  const other = answers(200, { ...greeting, title: 'of somebody else', code: 'b' }, { ETag: '"3"' });

  it('that deletes takes a repetition that finds nothing for its success', async (test) => {
    const { store } = await startClient(test, [resets, gone]);
    assert.equal(await store.deleteSnippet({ id: 1 }), undefined);
    const proxy = answers(404, '<h1>No service</h1>', { 'Content-Type': 'text/html' });
    for (const given of [[gone], [fails(429), gone], [fails(502), proxy]]) {
      const refused = await startClient(test, given);
      await assert.rejects(refused.store.deleteSnippet({ id: 1 }), { name: 'NotFoundError' });
    }
  });

  it('that replaces takes 412 for its success when the snippet is what was sent', async (test) => {
    const { store } = await startClient(test, [resets, changed, stored]);
    const { data, response } = await store.withResponse.updateSnippet(put);
    assert.deepEqual([data.code, response.headers.get('etag')], ['b', '"2"']);
    // A member that was left out is its default.
    const beaten = await startClient(test, [resets, changed, other]);
    const error = { name: 'PreconditionFailedError', mayBeDone: true, message: /may have been done/ };
    await assert.rejects(beaten.store.updateSnippet(put), error);
    const first = await startClient(test, [changed]);
    await assert.rejects(first.store.updateSnippet(put), { mayBeDone: false });
  });

  it('that edits merges again only while nothing was stored', async (test) => {
    const read = answers(200, { ...greeting, code: 'a' }, { ETag: '"1"' });
    const edit = ({ code }: { code: string }) => ({ code: `${code}+` });
    const beaten = await startClient(test, [read, changed, read, stored]);
    assert.equal((await beaten.store.editSnippet({ id: 1, change: edit })).code, 'b');
    const lost = await startClient(test, [read, resets, changed, other]);
    await assert.rejects(lost.store.editSnippet({ id: 1, change: edit }), {
      name: 'PreconditionFailedError',
      mayBeDone: true,
    });
    const { store, received } = await startClient(test, [answers(200, greeting, { ETag: 'W/"1"' })]);
    await assert.rejects(store.editSnippet({ id: 1, code: 'b' }), UnexpectedResponseError);
    assert.equal(received.length, 1);
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
