/** Packets between the service and MongoDB are swallowed: every request is answered in time, and readiness tells. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAlice, serve, temporaryFolder } from '../commands/snippet-store.js';
import { isFull } from '../helpers/full.js';
import { skipWithoutMongod, startMongod } from '../helpers/mongod.js';
import { startSwallowingProxy } from './swallowing-proxy.js';

/** Two operations of 8 s each; the rest is for a busy machine. */
const ANSWER_MS = 20_000;

const skip = isFull ? skipWithoutMongod : 'a frozen MongoDB is alike: set FULL=1';

it('answers 503 while packets are swallowed', { skip }, async (test) => {
  const mongod = await startMongod({ own: true });
  const direct = new URL(mongod.freshUrl());
  const proxy = await startSwallowingProxy(Number(direct.port));
  test.after(async () => {
    proxy.close();
    await mongod.stop();
  });
  const settings = {
    DATA_DIR: await temporaryFolder(),
    // The driver would find the member itself behind the proxy.
    MONGODB_URL: `mongodb://127.0.0.1:${proxy.port}${direct.pathname}?directConnection=true`,
    SECRET_KEY: 'a secret key that only tests of this project know',
    AUTH_SCHEMES: 'token,session',
    LOG_LEVEL: 'error',
  };
  const token = await createAlice(settings);
  const service = await serve(settings);
  const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.address}${path}`, {
      method,
      headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json', ...headers },
      ...((method === 'POST' || method === 'PUT') && { body: JSON.stringify({ code: 'print(1)' }) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.text();
    return response.status;
  };
  assert.equal(await send('POST', '/snippets/'), 201);

  proxy.swallow();
  const key = randomUUID();
  const requests: [string, string, Record<string, string>?][] = [
    ['GET', '/snippets/'],
    ['GET', '/snippets/1/'],
    ['GET', '/snippets/1/', { Accept: 'text/html', Cookie: 'sessionid=any' }],
    ['GET', '/users/'],
    ['POST', '/snippets/', { 'Idempotency-Key': key }],
    ['PUT', '/snippets/1/', { 'Idempotency-Key': randomUUID() }],
    ['DELETE', '/snippets/1/'],
    ['GET', '/readyz'],
  ];
  const statuses = await Promise.all(requests.map((request) => send(...request)));
  assert.deepEqual(
    statuses,
    requests.map(() => 503),
  );

  proxy.passOn();
  let status = await send('POST', '/snippets/', { 'Idempotency-Key': key });
  for (const deadline = Date.now() + 20_000; status === 503 && Date.now() < deadline; await sleep(200))
    status = await send('POST', '/snippets/', { 'Idempotency-Key': key });
  assert.equal(status, 201, 'the same key');
  assert.equal(await send('GET', '/snippets/2/'), 200);
  assert.equal(await send('GET', '/snippets/3/'), 404, 'it is stored once');
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
});
