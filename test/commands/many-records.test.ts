/** 100,000 snippets: a backup under writes and its restoration, and an export to MongoDB and back, answer the same. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openStore } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { isFull } from '../helpers/full.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { databaseOf } from '../helpers/stores.js';
import { recordingLog, snippet } from '../store/samples.js';
import { results, run, type Service, type Settings, serve, temporaryFolder } from './snippet-store.js';

const COUNT = 100_000;
const SECRET_KEY = 'a secret key that only tests of this project know';
const skip = isFull ? skipWithoutMongod : 'takes minutes: set FULL=1';

describe(`${COUNT} snippets`, { skip }, () => {
  it('are answered byte for byte after a backup under writes, and after an export to MongoDB and back', async () => {
    const folder = await temporaryFolder();
    const inFolder = (name: string) => join(folder, name);
    const at = (name: string): Settings => ({
      DATA_DIR: inFolder(name),
      SECRET_KEY,
      AUTH_SCHEMES: 'basic,token',
      LOG_LEVEL: 'error',
    });
    const times: string[] = [];
    async function succeed(args: readonly string[], settings: Settings): Promise<{ sha256?: string }> {
      const began = performance.now();
      const outcome = await run([...args, '--json'], settings);
      assert.equal(outcome.code, 0, outcome.stderr);
      times.push(`${args[0]} ${((performance.now() - began) / 1000).toFixed(1)} s`);
      return results(outcome).at(-1) as { sha256?: string };
    }

    const source = at('source');
    for (const name of ['alice', 'bob'])
      await run(['users', 'create', name, '--password-stdin'], source, 'correct horse\n');
    const [{ token }] = results(await run(['tokens', 'create', 'alice', '--json'], source)) as [
      { token: string },
    ];
    await fill(source);

    const running = await serve(source);
    const writer = writeUntilStopped(running, token);
    while (writer.stored.length === 0) await new Promise(setImmediate);
    const before = writer.stored.length;
    await succeed(['backup', inFolder('store.backup')], source);
    const after = writer.stored.length;
    await writer.stop();
    await end(running);

    const restored = at('restored');
    await succeed(['restore', inFolder('store.backup')], restored);
    const whole = await answersOf(source);
    const kept = await answersOf(restored);
    // A state that there was: all that was acknowledged before the backup, and what came next without a gap.
    assert.ok(
      kept.list.equals(Buffer.concat([whole.list.subarray(0, kept.list.length - 1), Buffer.from(']')])),
    );
    const more = idsOf(kept.list).slice(COUNT);
    assert.deepEqual(more, writer.stored.slice(0, more.length));
    assert.ok(more.length >= before && more.length <= after + 1, `${before} <= ${more.length} <= ${after}`);
    assert.deepEqual(kept.others, whole.others);
    await rm(inFolder('store.backup'));
    await rm(inFolder('restored'), { recursive: true });

    const onMongodb = { ...at('unused'), MONGODB_URL: (await databaseOf('mongodb')) ?? '' };
    const { sha256 } = await succeed(['export', inFolder('first')], source);
    await succeed(['import', inFolder('first')], onMongodb);
    assert.equal((await succeed(['export', inFolder('second')], onMongodb)).sha256, sha256);
    const back = at('back');
    await succeed(['import', inFolder('second')], back);
    assert.equal((await succeed(['export', inFolder('third')], back)).sha256, sha256);
    for (const settings of [onMongodb, back]) {
      const { list, others } = await answersOf(settings);
      assert.ok(list.equals(whole.list));
      assert.deepEqual(others, whole.others);
    }
    const size = `${(whole.list.length / 1e6).toFixed(0)} MB of list`;
    console.log(
      `${size}; ${before} to ${after} of ${writer.stored.length} written by the backup; ${times.join(', ')}`,
    );
  });
});

/** Each snippet differs, and has all that the service itself stores. */
async function fill(settings: Settings): Promise<void> {
  const _compress = promisify(gzip);
  const store = await openStore({ mongodbUrl: undefined, dataDir: settings.DATA_DIR ?? '' }, recordingLog());
  await store.counters.updateOne({ _id: 'snippets' }, { $set: { value: COUNT } }, { upsert: true });
  for (let from = 1; from <= COUNT; from += 1000) {
    const ids = Array.from({ length: 1000 }, (_, i) => from + i);
    await Promise.all(
      ids.map(async (id) => {
        const code = `def handler_${id}(request):\n    return "${randomUUID()}"\n${'# what it is about\n'.repeat(id % 60)}`;
        const title = id % 3 === 0 ? '' : `Snippet ${id} — ☃`;
        const fields = {
          code,
          title,
          linenos: id % 2 === 0,
          ...(id % 5 === 0 ? { ownerId: 2, owner: 'bob' } : { ownerId: 1, owner: 'alice' }),
          markup: code,
        };
        const record = snippet(id, fields);
        await store.snippets.insertOne({ ...record, terms: termsOf(record) });
      }),
    );
  }
  await store.close();
}

/** One create after the other. */
function writeUntilStopped({ address }: Service, token: string) {
  let stopped = false;
  const stored: number[] = [];
  const writing = (async () => {
    while (!stopped) {
      const response = await fetch(`${address}/snippets/`, {
        method: 'POST',
        headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ code: `print(${stored.length})` }),
      });
      const text = await response.text();
      assert.equal(response.status, 201, text);
      stored.push(JSON.parse(text).id);
    }
  })();
  return {
    stored,
    async stop() {
      stopped = true;
      await writing;
    },
  };
}

/** The whole list as it is sent, and what else may be read, with its ETag. */
async function answersOf(settings: Settings) {
  const service = await serve(settings);
  const list = Buffer.from(await (await fetch(`${service.address}/snippets/`)).arrayBuffer());
  const others: unknown[] = [];
  const paths = ['/users/2/', '/snippets/?q=handler_777&limit=10', '/snippets/?owner=bob&limit=100'];
  const some = Array.from({ length: 100 }, (_, i) => `/snippets/${1 + i * 1000}/`);
  for (const path of [...paths, ...some, ...some.flatMap((one) => [`${one}highlight/`, `${one}raw/`])]) {
    const response = await fetch(`${service.address}${path}`);
    others.push([path, response.status, response.headers.get('ETag'), await response.text()]);
  }
  await end(service);
  return { list, others };
}

function idsOf(list: Buffer): number[] {
  return JSON.parse(list.toString('utf8')).map(({ id }: { id: number }) => id);
}

async function end(service: Service): Promise<void> {
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
}
