/** MongoDB is not there yet, does not move any more, or goes away in the middle of a list. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { type Mongod, skipWithoutMongod, startMongod } from '../helpers/mongod.js';
import { createAlice, freePort, type Service, type Settings, serve, stop } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { storeMany } from './many-snippets.js';

const SECRET_KEY = 'a secret key that only tests of this project know';
/** Milliseconds until a request has to be answered, and until a MongoDB that is back has to be noticed. */
const BOUND = 20_000;

describe('the service without its MongoDB', { skip: skipWithoutMongod }, () => {
  it('starts, refuses with 503, and recovers by itself once there is one', async (test) => {
    const port = await freePort();
    const service = await serve({
      MONGODB_URL: `mongodb://ada:s3cret@127.0.0.1:${port}/snippets?directConnection=true&authSource=admin`,
      SECRET_KEY,
    });
    await refused(service, [['GET', '/readyz'], ...REQUESTS]);
    assert.equal((await fetch(`${service.address}/healthz`)).status, 200);
    const line = new RegExp(`"hosts":\\["127.0.0.1:${port}"\\].*MongoDB is not ready, trying again`);
    await until('the log names the host', () => line.test(service.written.stderr));

    const mongod = await startMongod({ own: true, port });
    test.after(() => mongod.stop());
    await addAda(port);
    await untilReady(service);
    await until('the log tells it', () => /MongoDB is ready/.test(service.written.stderr));
    assert.equal((await send(service, 'GET', '/snippets/')).status, 200);
    await stop(service);
    assert.doesNotMatch(service.written.stderr, /s3cret|ada:/, 'no credentials in the log');
  });

  it('refuses with 503 while MongoDB is frozen, and goes on when it moves again', async (test) => {
    const { mongod, service, key } = await serveOwn(test);
    mongod.process?.kill('SIGSTOP');
    test.after(() => mongod.process?.kill('SIGCONT'));
    await refused(service, [['GET', '/readyz'], ...REQUESTS], key);
    assert.equal((await fetch(`${service.address}/healthz`)).status, 200);
    mongod.process?.kill('SIGCONT');
    await untilReady(service);
    assert.equal((await send(service, 'POST', '/snippets/', key)).status, 201);
    assert.equal((await send(service, 'GET', '/snippets/')).status, 200);
    await stop(service);
  });

  it('cuts a list off that it cannot finish, so that nobody takes it for whole', async (test) => {
    const { mongod, service, settings } = await serveOwn(test);
    await storeMany(10_000, settings);
    const response = await fetch(`${service.address}/snippets/`);
    assert.equal(response.status, 200);
    const reader = response.body?.getReader();
    await reader?.read();
    mongod.process?.kill('SIGKILL');
    await assert.rejects(async () => {
      while (!(await reader?.read())?.done);
    });
    const line = /"path":"\/snippets\/".*"msg":"cut off"/;
    await until('the log tells it', () => line.test(service.written.stderr));
    await stop(service);
  });
});

const REQUESTS: [method: string, path: string][] = [
  ['GET', '/snippets/'],
  ['HEAD', '/snippets/'],
  ['GET', '/snippets/1/'],
  ['GET', '/users/'],
  ['POST', '/snippets/'],
];

async function serveOwn(test: { after(fn: () => Promise<void>): void }): Promise<{
  mongod: Mongod;
  service: Service;
  settings: Settings;
  key: string;
}> {
  const mongod = await startMongod({ own: true });
  test.after(() => mongod.stop());
  const settings = { MONGODB_URL: mongod.freshUrl(), SECRET_KEY, AUTH_SCHEMES: 'token' };
  const key = await createAlice(settings);
  return { mongod, settings, key, service: await serve(settings) };
}

/** Without a key the request says who it is by Basic. */
function send({ address }: Service, method: string, path: string, key?: string): Promise<Response> {
  const Authorization = key === undefined ? `Basic ${btoa('alice:secret of alice')}` : `Token ${key}`;
  return fetch(address + path, {
    method,
    headers: method === 'POST' ? { Authorization, 'Content-Type': 'application/json' } : {},
    ...(method === 'POST' && { body: JSON.stringify({ code: 'print(1)' }) }),
  });
}

async function refused(service: Service, requests: [string, string][], key?: string): Promise<void> {
  await Promise.all(
    requests.map(async ([method, path]) => {
      const began = Date.now();
      const response = await send(service, method, path, key);
      await response.text();
      assert.equal(response.status, 503, `${method} ${path}`);
      assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/, `${method} ${path}`);
      assert.ok(Date.now() - began < BOUND, `${method} ${path} took ${Date.now() - began} ms`);
    }),
  );
}

async function untilReady({ address, written }: Service): Promise<void> {
  const deadline = Date.now() + BOUND;
  while ((await fetch(`${address}/readyz`)).status !== 200) {
    assert.ok(Date.now() < deadline, `it does not recover: ${written.stderr.slice(-1500)}`);
    await sleep(200);
  }
}

async function addAda(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  await client.db('admin').command({ createUser: 'ada', pwd: 's3cret', roles: ['root'] });
  await client.close();
}
