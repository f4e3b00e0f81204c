// What a call does when the service or the network fails: how often it is sent, after which wait, and with which end.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import {
  ConnectionError,
  ConnectionTimeoutError,
  createClient,
  RateLimitError,
  UnexpectedResponseError,
} from 'snippet-store/sdk';
import { greeting, type Received, sendJson, startServer } from './start-server.js';

type Answer = (response: ServerResponse, received: Received) => void;

const ok: Answer = (response) => sendJson(response, 200, [greeting]);
const created: Answer = (response) => sendJson(response, 201, greeting);
const fails =
  (status: number, headers = {}): Answer =>
  (response) =>
    sendJson(response, status, { detail: 'Not now.' }, headers);
const hangs: Answer = () => {};
const resets: Answer = (response) => response.destroy();
const page: Answer = (response) =>
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hotel</h1>');
const truncated: Answer = (response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{"id": 1, "tit');
const inSeconds = (seconds: number) => ({
  'Retry-After': new Date(Date.now() + seconds * 1000).toUTCString(),
});

/** Short only where it has to pass: a busy machine answers late. */
const timeoutFor = (answers: readonly Answer[]) => (answers.includes(hangs) ? 500 : 30_000);

/** Answers one after the other; the last one for all that follow. */
async function clientOf(test: TestContext, answers: readonly Answer[], options = {}) {
  let sent = 0;
  const server = await startServer(test, (response, received) => {
    answers[Math.min(sent++, answers.length - 1)]?.(response, received);
  });
  const store = createClient({
    baseUrl: server.baseUrl,
    retryDelay: 1,
    timeout: timeoutFor(answers),
    ...options,
  });
  return { store, server };
}

/**
 * A service that stores snippets, knows repetitions by their key, and loses the first answers as told.
 * Its list is the witness of what was stored.
 */
async function losingService(test: TestContext, lose: readonly Answer[]) {
  const stored: unknown[] = [];
  const answered = new Map<unknown, unknown>();
  let writes = 0;
  const server = await startServer(test, (response, received) => {
    const key = received.headers['idempotency-key'];
    const isReplay = answered.has(key);
    if (!isReplay) {
      stored.push(JSON.parse(received.body));
      answered.set(key, { ...greeting, id: stored.length });
    }
    const answer =
      lose[writes++] ??
      ((one) => sendJson(one, 201, answered.get(key), isReplay ? { 'Idempotency-Replayed': 'true' } : {}));
    answer(response, received);
  });
  return { store: createClient({ ...server, retryDelay: 1, timeout: timeoutFor(lose) }), stored, server };
}

describe('a read', () => {
  const passing: Record<string, Answer[]> = {
    'two answers 503': [fails(503), fails(503), ok],
    'an answer 408': [fails(408), ok],
    'an answer 429': [fails(429), ok],
    'an answer 429 with a date that has passed': [fails(429, inSeconds(-5)), ok],
    'an answer 502 of a proxy': [fails(502), ok],
    'a server that does not answer': [hangs, ok],
    'a connection that is reset': [resets, ok],
    'JSON that is cut off': [truncated, ok],
  };
  for (const [what, answers] of Object.entries(passing)) {
    it(`succeeds in spite of ${what}`, async (test) => {
      const { store, server } = await clientOf(test, answers);
      assert.deepEqual(await store.listSnippets(), [greeting]);
      assert.equal(server.received.length, answers.length);
    });
  }

  const lasting = [
    {
      what: 'only 503',
      answers: [fails(503)],
      sent: 3,
      error: { name: 'ServiceUnavailableError', status: 503 },
    },
    { what: 'no answer', answers: [hangs], sent: 3, error: ConnectionTimeoutError },
    { what: 'only resets', answers: [resets], sent: 3, error: ConnectionError },
    { what: 'the page of a portal', answers: [page], sent: 1, error: UnexpectedResponseError },
    { what: 'a refusal', answers: [fails(404)], sent: 1, error: { name: 'NotFoundError' } },
    { what: 'a broken service', answers: [fails(500)], sent: 1, error: { name: 'InternalServerError' } },
  ];
  for (const { what, answers, sent, error } of lasting) {
    it(`fails after ${sent} attempts with ${what}`, async (test) => {
      const { store, server } = await clientOf(test, answers);
      await assert.rejects(store.listSnippets(), error);
      assert.equal(server.received.length, sent);
    });
  }

  it('waits as long as Retry-After says, in seconds', async (test) => {
    const { store } = await clientOf(test, [fails(503, { 'Retry-After': '1' }), ok]);
    const began = performance.now();
    await store.listSnippets();
    const waited = performance.now() - began;
    assert.ok(waited >= 990 && waited < 5000, `${waited} ms`);
  });

  it('waits as long as Retry-After says, as a date', async (test) => {
    const { store } = await clientOf(test, [fails(429, inSeconds(2)), ok]);
    const began = performance.now();
    await store.listSnippets();
    const waited = performance.now() - began;
    assert.ok(waited >= 990 && waited < 8000, `${waited} ms`);
  });

  it('fails at once when it would have to wait too long', async (test) => {
    const { store, server } = await clientOf(test, [fails(429, { 'Retry-After': '3600' })]);
    await assert.rejects(
      store.listSnippets(),
      (error) => error instanceof RateLimitError && error.retryAfter === 3600,
    );
    assert.equal(server.received.length, 1);
  });

  it('waits longer before each further attempt', async (test) => {
    const delays: number[] = [];
    const { store } = await clientOf(test, [fails(503)], {
      retries: 4,
      retryDelay: 20,
      log: (event: { type: string; delay?: number }) =>
        event.type === 'retry' && delays.push(event.delay ?? 0),
    });
    await assert.rejects(store.listSnippets());
    assert.equal(delays.length, 4);
    delays.forEach((delay, index) => {
      const longest = 20 * 2 ** index;
      assert.ok(delay >= longest / 2 && delay <= longest, `${delay} of ${longest}`);
    });
  });

  it('is sent as often as the client or the call says', async (test) => {
    const { store, server } = await clientOf(test, [fails(503)], { retries: 1 });
    await assert.rejects(store.listSnippets());
    assert.equal(server.received.length, 2);
    await assert.rejects(store.listSnippets({}, { retries: 0 }));
    assert.equal(server.received.length, 3);
  });

  it('ends within the time that the call says, also while the body comes', async (test) => {
    const dribbles: Answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('[');
    };
    const { store } = await clientOf(test, [dribbles], { timeout: 60_000, retries: 0 });
    const call = store.listSnippets({}, { timeout: 50 });
    await assert.rejects(call, { name: 'ConnectionTimeoutError', message: /within 50 ms/ });
  });

  it('ends in time although fetch ignores the signal', async () => {
    const never = () => new Promise<Response>(() => {});
    const store = createClient({ baseUrl: 'http://127.0.0.1', fetch: never, timeout: 30, retries: 0 });
    await assert.rejects(store.listSnippets(), ConnectionTimeoutError);
  });
});

describe('creating a snippet', () => {
  const lost: Record<string, Answer[]> = {
    'the connection is reset after the write': [resets],
    'the answer never comes': [hangs],
    'the answer is cut off': [truncated],
    'a proxy answers 503 twice instead': [fails(503), fails(503)],
  };
  for (const [what, answers] of Object.entries(lost)) {
    it(`is stored once when ${what}`, async (test) => {
      const { store, stored, server } = await losingService(test, answers);
      const { data, response } = await store.withResponse.createSnippet({ code: 'once()' });
      assert.equal(data.id, 1);
      assert.equal(response.headers.get('idempotency-replayed'), 'true');
      assert.deepEqual(stored, [{ code: 'once()' }]);
      assert.equal(server.received.length, answers.length + 1);
    });
  }

  it('carries one random key for all attempts of a call, and another for the next call', async (test) => {
    const { store, server } = await clientOf(test, [fails(503), created]);
    await store.createSnippet({ code: 'a' });
    await store.createSnippet({ code: 'a' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(keys[0]), /^[\w+/]{22}==$/);
    assert.equal(keys[0], keys[1]);
    assert.notEqual(keys[1], keys[2]);
  });

  it('carries the key that the program gives, where a key has a meaning', async (test) => {
    const { store, server } = await clientOf(test, [created]);
    await store.createSnippet({ code: 'a' }, { idempotencyKey: 'import-7/line-12' });
    assert.equal(server.received[0]?.headers['idempotency-key'], 'import-7/line-12');
    await assert.rejects(store.listUsers({}, { idempotencyKey: 'a' }), /listUsers takes no idempotencyKey/);
  });

  it('is not repeated when the key was used for another request', async (test) => {
    const { store, server } = await clientOf(test, [fails(422)]);
    await assert.rejects(store.createSnippet({ code: 'a' }), { name: 'UnprocessableError' });
    assert.equal(server.received.length, 1);
  });
});

describe('a write that is not safe to repeat', () => {
  for (const [what, answer] of Object.entries({
    'a reset': resets,
    'an answer 503': fails(503),
    silence: hangs,
  })) {
    it(`is sent once in spite of ${what}`, async (test) => {
      const { store, server } = await clientOf(test, [answer]);
      await assert.rejects(store.login({ username: 'alice', password: 'sesame' }));
      assert.equal(server.received.length, 1);
      assert.equal(server.received[0]?.headers['idempotency-key'], undefined);
    });
  }
});

describe('an aborted signal', () => {
  it('ends a call that waits for its answer, with the reason', async (test) => {
    const { store } = await clientOf(test, [hangs], { timeout: 60_000 });
    const signal = AbortSignal.timeout(50);
    await assert.rejects(store.listUsers({}, { signal }), (error) => error === signal.reason);
    assert.notEqual(signal.reason.name, new ConnectionTimeoutError('listUsers', '').name);
  });

  it('ends a call that waits for its next attempt', async (test) => {
    const { store, server } = await clientOf(test, [fails(503, { 'Retry-After': '30' })]);
    const signal = AbortSignal.timeout(100);
    await assert.rejects(store.listUsers({}, { signal }), (error) => error === signal.reason);
    assert.equal(server.received.length, 1);
  });

  it('ends a call that waits for its credentials', async (test) => {
    const { server } = await clientOf(test, [ok]);
    const auth = () => new Promise<string>(() => {});
    const store = createClient({ baseUrl: server.baseUrl, auth });
    const signal = AbortSignal.timeout(50);
    await assert.rejects(store.listUsers({}, { signal }), (error) => error === signal.reason);
  });

  it('prevents the request when it was aborted before', async (test) => {
    const { store, server } = await clientOf(test, [ok]);
    const signal = AbortSignal.abort(new Error('too late'));
    await assert.rejects(store.listUsers({}, { signal }), /too late/);
    assert.equal(server.received.length, 0);
  });

  it('leaves no listener behind on a signal that lives long', async (test) => {
    const { store } = await clientOf(test, [ok]);
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await store.listUsers({}, { signal });
    assert.equal(listeners, 0);
  });
});
