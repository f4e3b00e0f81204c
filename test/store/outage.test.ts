/** A MongoDB that cannot be reached: the store opens, says so, and is ready once MongoDB is. */
import assert from 'node:assert/strict';
import { connect, createServer, type Server } from 'node:net';
import { describe, it } from 'node:test';
import { isDuplicateKey, isStoreUnavailable, openStore } from '#src/store/index.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { freePort } from '../helpers/service.js';
import { freshDatabase } from '../helpers/stores.js';
import { newSnippet, recordingLog, user } from './samples.js';

/** Milliseconds: some ten seconds more than the limits of the store, which a busy machine may need. */
const BOUND = 25_000;

describe('an unreachable MongoDB', () => {
  it('lets the store open, and fails what is asked of it within seconds', async () => {
    const log = recordingLog();
    const port = await freePort();
    const began = Date.now();
    const url = `mongodb://ada:s3cret%40@127.0.0.1:${port}/snippets?replicaSet=rs`;
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, log);
    await assert.rejects(store.ping(), isStoreUnavailable);
    await assert.rejects(store.snippets.findOne({ _id: 1 }), isStoreUnavailable);
    await assert.rejects(store.insertNext(store.snippets, newSnippet()), isStoreUnavailable);
    assert.ok(Date.now() - began < BOUND, 'it waits as long as the driver does by default');
    await store.close();
    await assert.rejects(store.ready, isStoreUnavailable);
    await assert.rejects(store.snippets.findOne({ _id: 1 }), isStoreUnavailable);
    assert.ok(log.lines.length >= 1 && log.lines.length <= 4, log.lines.join('\n'));
    assert.match(
      log.lines[0] ?? '',
      /^warn MongoDB is not ready, trying again .*"hosts":\["127\.0\.0\.1:\d+"\]/,
    );
    assert.doesNotMatch(log.lines.join(), /s3cret|ada/);
  });

  it('is refused at once when the address itself is wrong, without its credentials', async () => {
    for (const url of [
      'http://ada:s3cret@host/db',
      'mongodb://ada:s3cret@/db',
      'mongodb://ada:s3cret@h:x/db',
      'mongodb://ada:s3cret@h/db?readPreference=secondaryPreferred',
    ]) {
      await assert.rejects(openStore({ mongodbUrl: url, dataDir: '' }, recordingLog()), (error: Error) => {
        assert.match(error.message, /^MONGODB_URL: /);
        assert.doesNotMatch(`${error.stack} ${error.cause}`, /s3cret/);
        return true;
      });
    }
  });

  it('that comes up later makes the store ready, with its indexes', { skip: skipWithoutMongod }, async () => {
    const target = new URL(await freshDatabase());
    const port = await freePort();
    const url = `mongodb://127.0.0.1:${port}${target.pathname}?directConnection=true`;
    const store = await openStore({ mongodbUrl: url, dataDir: '' }, recordingLog());
    await assert.rejects(store.ping(), isStoreUnavailable);
    const proxy = forward(port, Number(target.port));
    await store.ready;
    await store.ping();
    assert.equal(await store.insertNext(store.snippets, newSnippet()), 1);
    await store.users.insertOne(user(1, 'ada'));
    await assert.rejects(store.users.insertOne(user(2, 'ada')), isDuplicateKey);
    await store.close();
    proxy.close();
  });
});

/** Passes the bytes of every connection on, as if MongoDB listened here. */
function forward(from: number, to: number): Server {
  return createServer((socket) => {
    const target = connect(to, '127.0.0.1');
    socket.pipe(target).pipe(socket);
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
  }).listen(from, '127.0.0.1');
}
