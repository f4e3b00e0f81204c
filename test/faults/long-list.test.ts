/** A very long list: streamed, whole, and paid for by the reader's patience rather than the server's memory. */
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#src/store/index.js';
import { type Service, type Settings, serve, stop, temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { mainThreadMs, memoryOf, peakDuring, skipWithoutSchedstat } from '../hostile/measure.js';
import { newSnippet, recordingLog } from '../store/samples.js';
import { storeMany } from './many-snippets.js';

const COUNT = 20_000;
const LIMIT_MB = 100;

it(`a list of ${COUNT} snippets is streamed whole, to a slow reader too`, {
  skip: skipWithoutSchedstat,
}, async () => {
  const settings: Settings = { DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'info' };
  await storeMany(COUNT, settings);
  const service = await serve(settings);
  const { address, pid } = service;
  // What the first requests need is no growth by the list.
  for (let i = 0; i < 20; i++) await (await fetch(`${address}/snippets/?limit=100`)).text();
  const before = memoryOf(service);
  const worked = mainThreadMs(pid);

  let late: number[] = [];
  let ids: number[] = [];
  const peak = await peakDuring(service, async () => {
    const list = await open(service);
    // The reader holds it up while others store and read.
    late = await storeSome(settings);
    for (let i = 0; i < 20; i++) assert.equal((await fetch(`${address}/snippets/7/`)).status, 200);
    ids = JSON.parse(await text(list)).map(({ id }: { id: number }) => id);
  });
  const forList = mainThreadMs(pid) - worked;
  console.log(`${COUNT} snippets, grown by ${(peak - before).toFixed(0)} MB`);
  assert.ok(peak - before < LIMIT_MB, `grown by ${peak - before} MB`);
  assert.equal(new Set(ids).size, ids.length, 'an id is listed twice');
  const expected = Array.from({ length: COUNT }, (_, i) => i + 1);
  assert.deepEqual(
    ids.filter((id) => !late.includes(id)),
    expected,
  );

  const head = await fetch(`${address}/snippets/`, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const forHead = mainThreadMs(pid) - worked - forList;
  assert.ok(forHead < forList / 10, `HEAD takes ${forHead} ms of the main thread, the list ${forList}`);

  (await open(service)).destroy();
  const line = /"path":"\/snippets\/".*"msg":"cut off"/;
  await until('the list is given up for a reader that goes away', () => line.test(service.written.stderr));
  assert.equal((await fetch(`${address}/snippets/7/`)).status, 200);
  await stop(service);
});

/** @returns the list from its beginning, of which no more is taken until somebody reads on */
const open = ({ address }: Service) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}/snippets/`, { agent: false }, resolve).on('error', reject);
  });

/** As another process does, while the list is read. @returns the ids */
async function storeSome({ DATA_DIR = '' }: Settings): Promise<number[]> {
  const store = await openStore({ mongodbUrl: undefined, dataDir: DATA_DIR }, recordingLog());
  const ids: number[] = [];
  for (let i = 0; i < 50; i++) {
    ids.push(await store.insertNext(store.snippets, newSnippet()));
    await sleep(5);
  }
  await store.close();
  return ids;
}
