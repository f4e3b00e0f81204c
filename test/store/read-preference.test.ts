/** MONGODB_READ_PREFERENCE with three members: which of them is asked for what. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startAppWithUsers } from '../helpers/app.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { startReplicaSet } from '../helpers/replica-set.js';

interface Sent {
  readonly command: string;
  readonly collection: string;
  readonly port: number;
}

/** Notes what every client in this process sends whose address has `monitorCommands=true`. */
function noteCommands(test: TestContext): Sent[] {
  const sent: Sent[] = [];
  const { connect } = MongoClient.prototype;
  const known = new WeakSet<MongoClient>();
  test.mock.method(MongoClient.prototype, 'connect', function connectNoted(this: MongoClient) {
    if (!known.has(this)) {
      known.add(this);
      this.on('commandStarted', ({ commandName, command, address }) => {
        const port = Number(address.split(':').at(-1));
        sent.push({ command: commandName, collection: String(command[commandName]), port });
      });
    }
    return connect.apply(this);
  });
  return sent;
}

describe('three members, and reads by the secondaries', { skip: skipWithoutMongod }, () => {
  it('send lists and what is only shown there, and writes, credentials and what a write depends on to the primary', async (test) => {
    const set = await startReplicaSet();
    test.after(() => set.stop());
    const sent = noteCommands(test);
    const { app, alice } = await startAppWithUsers({
      env: { MONGODB_URL: `${set.url}&monitorCommands=true`, MONGODB_READ_PREFERENCE: 'secondary' },
    });
    test.after(() => app.close());
    const primary = (await set.primary()).port;
    const client = app.client(alice, 'token');
    /** The members that were asked about a collection, as `primary` or `secondary`. */
    const askedDuring = async (collection: string, work: () => Promise<unknown>) => {
      sent.length = 0;
      await work();
      const asked = sent.filter((one) => one.collection === collection);
      return [...new Set(asked.map(({ port }) => (port === primary ? 'primary' : 'secondary')))];
    };

    const { id } = await client.createSnippet({ code: 'x = 1' });
    const path = `/snippets/${id}/`;
    // The secondaries hear of it soon.
    while ((await app.fetch(path)).status === 404) await sleep(20);

    for (const shown of [path, `${path}raw/`, '/snippets/', '/snippets/?limit=1', '/snippets/?q=x'])
      assert.deepEqual(await askedDuring('snippets', () => app.fetch(shown)), ['secondary'], shown);
    assert.deepEqual(await askedDuring('users', () => app.fetch('/users/')), ['secondary']);

    assert.deepEqual(await askedDuring('tokens', () => client.listSnippets()), ['primary']);
    assert.deepEqual(await askedDuring('users', () => client.getSnippet({ id })), ['primary']);
    const save = () => client.updateSnippet({ id, code: 'x = 2', 'If-Match': '"1"' });
    assert.deepEqual(await askedDuring('snippets', save), ['primary']);
    const matching = { headers: { 'If-Match': '"2"' } };
    assert.deepEqual(await askedDuring('snippets', () => app.fetch(path, matching)), ['primary']);
    assert.deepEqual(await askedDuring('snippets', () => client.deleteSnippet({ id })), ['primary']);
  });
});
