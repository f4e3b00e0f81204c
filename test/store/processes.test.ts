/** The embedded store under several processes at once. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore, type Store } from '#src/store/index.js';
import { newSnippet, recordingLog, snippet } from './samples.js';

const WRITER = fileURLToPath(new URL('./writer.js', import.meta.url));

describe('several processes on one embedded store', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const openHere = (): Promise<Store> => openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
  const startWriter = (count: number): ChildProcessByStdio<null, Readable, Readable> =>
    spawn(process.execPath, [WRITER, dataDir, String(count)], { stdio: ['ignore', 'pipe', 'pipe'] });
  /** The acknowledged ids of a writer that came to its end. */
  const acknowledged = async (writer: ChildProcessByStdio<null, Readable, Readable>): Promise<number[]> => {
    const [out, err] = await Promise.all([text(writer.stdout), text(writer.stderr), once(writer, 'exit')]);
    assert.equal(err, '');
    return out.split('\n').slice(0, -1).map(Number);
  };

  it('lose no write and never say that the database is locked', async () => {
    const writers = [startWriter(200), startWriter(200)].map(acknowledged);
    const store = await openHere();
    const own: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      own.push(await store.insertNext(store.snippets, newSnippet()));
      // A server answers other requests between two writes.
      if (i % 20 === 0) await sleep(1);
    }
    const ids = [...(await Promise.all(writers)).flat(), ...own].sort((a, b) => a - b);
    assert.deepEqual(
      ids,
      Array.from({ length: 600 }, (_, i) => i + 1),
    );
    assert.equal(await store.snippets.countDocuments(), 600);
    assert.equal((await store.counters.findOne({ _id: 'snippets' }))?.value, 600);
    await store.close();
  });

  it('see at once what another has written', async () => {
    const [one, other] = await Promise.all([openHere(), openHere()]);
    for (let id = 1; id <= 20; id += 1) {
      await one.snippets.insertOne(snippet(id));
      // Reads of every kind, so that none of them holds an old snapshot open for the next.
      assert.equal((await other.snippets.findOne({ _id: id }))?._id, id);
      assert.equal(await other.snippets.countDocuments(), id);
      assert.equal((await other.snippets.find({}, { limit: 1 }).toArray()).length, 1);
      await other.snippets.updateOne({ _id: id }, { $inc: { version: 1 } });
      assert.equal((await one.snippets.findOne({ _id: id }))?.version, 2);
    }
    await Promise.all([one.close(), other.close()]);
  });
});
