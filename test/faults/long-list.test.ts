/** A very long list: streamed, whole, and paid for by the reader's patience rather than the server's memory. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#src/store/index.js';
import { type Service, type Settings, serve, stop, temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { memoryOf, peakDuring } from '../hostile/measure.js';
import { newSnippet, recordingLog } from '../store/samples.js';
import { storeMany } from './many-snippets.js';

/** Linux tells there what memory a process has (proc(5)). */
const skipWithoutProc = existsSync('/proc/self/status') ? false : 'needs /proc to look at another process';

const COUNT = 20_000;
const LIMIT_MB = 100;

describe(`a list of ${COUNT} snippets`, () => {
  // One test with parts: the service that they share ends with it.
  it('is streamed whole within a limit of memory', async (test) => {
    const settings: Settings = {
      DATA_DIR: await temporaryFolder(),
      SECRET_KEY: 'a secret key that only tests of this project know',
      LOG_LEVEL: 'info',
    };
    await storeMany(COUNT, settings);
    const service = await serve(settings);
    // What the first requests need is no growth by the list.
    for (let i = 0; i < 20; i++) await (await fetch(`${service.address}/snippets/?limit=100`)).text();
    const idsOf = (body: string): number[] => JSON.parse(body).map(({ id }: { id: number }) => id);

    await test.test(
      `costs less than ${LIMIT_MB} MB, and has every snippet once while others are stored`,
      {
        skip: skipWithoutProc,
      },
      async () => {
        const began = performance.now();
        const storing = storeSome(settings);
        let ids: number[] = [];
        const growth = await growthDuring(service, async () => {
          ids = idsOf(await (await fetch(`${service.address}/snippets/`)).text());
        });
        const seconds = (performance.now() - began) / 1000;
        const late = new Set(await storing);
        assert.equal(new Set(ids).size, ids.length, 'an id is listed twice');
        assert.deepEqual(
          ids.filter((id) => !late.has(id)),
          Array.from({ length: COUNT }, (_, i) => i + 1),
        );
        console.log(`${COUNT} snippets in ${seconds.toFixed(1)} s, grown by ${growth.toFixed(0)} MB`);
        assert.ok(growth < LIMIT_MB, `grown by ${growth} MB`);
      },
    );

    await test.test(
      `costs less than ${LIMIT_MB} MB when it is read slowly, and does not hold others up`,
      { skip: skipWithoutProc },
      async () => {
        const alone = await medianOfReads(`${service.address}/snippets/7/`);
        let beside = 0;
        const growth = await growthDuring(service, async () => {
          const list = readSlowly(`${service.address}/snippets/`);
          beside = await medianOfReads(`${service.address}/snippets/7/`);
          assert.ok(idsOf(await list).length >= COUNT);
        });
        console.log(`read slowly, grown by ${growth.toFixed(0)} MB`);
        assert.ok(growth < LIMIT_MB, `grown by ${growth} MB`);
        // Measured against reads on the same machine: a busy one is slow with and without the list.
        assert.ok(
          beside < 250 + 10 * alone,
          `reads took ${alone} ms alone, and ${beside} ms beside the list`,
        );
      },
    );

    await test.test('is not read for HEAD', async () => {
      const began = performance.now();
      const response = await fetch(`${service.address}/snippets/`, { method: 'HEAD' });
      assert.equal(response.status, 200);
      assert.equal(await response.text(), '');
      assert.ok(performance.now() - began < 1000);
    });

    await test.test('is given up for a reader that goes away', async () => {
      await abandon(service.address);
      await logged(service, /"path":"\/snippets\/".*"msg":"cut off"/);
      assert.equal((await fetch(`${service.address}/snippets/7/`)).status, 200);
    });

    await stop(service);
  });
});

/** Megabytes. */
async function growthDuring(service: Service, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(service);
  return (await peakDuring(service, work)) - before;
}

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

/** Some 15 MB a second. */
async function readSlowly(url: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false }, resolve).on('error', reject);
  });
  let body = '';
  let taken = 0;
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk;
    taken += chunk.length;
    if (taken < 300_000) continue;
    taken = 0;
    await sleep(20);
  }
  return body;
}

/** Asks for the list and hangs up after its first bytes. */
async function abandon(address: string): Promise<void> {
  const aborted = new AbortController();
  const response = await fetch(`${address}/snippets/`, { signal: aborted.signal });
  await response.body?.getReader().read();
  aborted.abort();
}

const logged = ({ written }: Service, line: RegExp): Promise<void> =>
  until(`the log has ${line}`, () => line.test(written.stderr));

/** Milliseconds. */
async function medianOfReads(url: string): Promise<number> {
  const waits: number[] = [];
  for (let i = 0; i < 20; i++) {
    const began = performance.now();
    assert.equal((await fetch(url)).status, 200);
    waits.push(performance.now() - began);
  }
  return waits.toSorted((x, y) => x - y)[10] ?? Number.NaN;
}
