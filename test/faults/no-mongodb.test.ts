/** MongoDB is not there yet, does not move any more, or goes away in the middle of a list. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MongoClient } from 'mongodb';
import { skipWithoutMongod, startReplicaSet } from '../helpers/mongod.js';
import {
  freePort,
  prepareAlice,
  SECRET_KEY,
  type Service,
  sendJson,
  serve,
  stop,
} from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { storeMany } from './many-snippets.js';

/** Milliseconds until a request has to be answered. */
const BOUND = 20_000;
/** Who it is by Basic needs the store too. */
const BY_BASIC = { Authorization: `Basic ${btoa('alice:secret of alice')}` };
const REQUESTS = ['GET /snippets/', 'HEAD /snippets/', 'GET /snippets/1/', 'GET /users/', 'POST /snippets/'];

describe('the service without its MongoDB', { skip: skipWithoutMongod }, () => {
  it('starts, refuses with 503, and recovers by itself once there is one', async (test) => {
    const port = await freePort();
    const url = `mongodb://ada:s3cret@127.0.0.1:${port}/snippets?directConnection=true&authSource=admin`;
    const service = await serve({ MONGODB_URL: url, SECRET_KEY });
    await isRefused(service, BY_BASIC);
    const line = new RegExp(`"hosts":\\["127.0.0.1:${port}"\\].*MongoDB is not ready, trying again`);
    await until('the log names the host', () => line.test(service.written.stderr));

    const set = await startReplicaSet([port]);
    test.after(() => set.stop());
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
    await client.db('admin').command({ createUser: 'ada', pwd: 's3cret', roles: ['root'] });
    await client.close();
    await isReady(service);
    await until('the log tells it', () => /"check":"store".*ready again/.test(service.written.stderr));
    await stop(service);
    assert.doesNotMatch(service.written.stderr, /s3cret|ada:/, 'no credentials in the log');
  });

  // One MongoDB for both: the second one ends it.
  it('refuses with 503 while MongoDB is frozen, and cuts off a list that it cannot finish', async (test) => {
    const set = await startReplicaSet();
    test.after(() => set.stop());
    const MONGODB_URL = set.url.replace('/?', '/snippets?');
    const { settings, token } = await prepareAlice({ MONGODB_URL, LOG_LEVEL: 'info' });
    const headers = { Authorization: `Token ${token}` };
    const service = await serve(settings);
    const [mongod = assert.fail()] = set.members;
    mongod.signal('SIGSTOP');
    await isRefused(service, headers);
    mongod.signal('SIGCONT');
    await isReady(service);
    assert.equal((await sendJson(service, 'POST', '/snippets/', headers, { code: 'x' })).status, 201);

    await storeMany(10_000, settings);
    const response = await fetch(`${service.address}/snippets/`);
    assert.equal(response.status, 200);
    const reader = response.body?.getReader();
    await reader?.read();
    await mongod.kill();
    await assert.rejects(async () => {
      while (!(await reader?.read())?.done);
    }, 'nobody takes it for whole');
    const line = /"path":"\/snippets\/".*"msg":"cut off"/;
    await until('the log tells it', () => line.test(service.written.stderr));
    await stop(service);
  });
});

async function isRefused(service: Service, headers: Record<string, string>): Promise<void> {
  const ask = async (asked: string) => {
    const began = Date.now();
    const [method = '', path = ''] = asked.split(' ');
    const body = method === 'POST' ? { code: 'print(1)' } : undefined;
    const response = await sendJson(service, method, path, headers, body);
    await response.text();
    assert.equal(response.status, 503, asked);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/, asked);
    assert.ok(Date.now() - began < BOUND, `${asked} took ${Date.now() - began} ms`);
  };
  await Promise.all(['GET /readyz', ...REQUESTS].map(ask));
  assert.equal((await fetch(`${service.address}/healthz`)).status, 200);
}

const isReady = ({ address }: Service) =>
  until('it recovers', async () => (await fetch(`${address}/readyz`)).status === 200);
