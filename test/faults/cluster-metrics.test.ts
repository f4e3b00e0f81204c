/** The metrics of several workers: what a client counted is what a scrape adds up, whichever worker it reaches. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, serve, temporaryFolder } from '../commands/snippet-store.js';
import { freePort } from '../helpers/free-port.js';
import { isFull } from '../helpers/full.js';
import { until } from '../helpers/until.js';
import { childrenOf, skipWithoutProc } from './watch-process.js';

const WORKERS = isFull ? 4 : 2;

const start = async (more: Readonly<Record<string, string>> = {}): Promise<Service> =>
  serve({ DATA_DIR: await temporaryFolder(), WORKERS: String(WORKERS), LOG_LEVEL: 'warn', ...more });

/** A connection of its own for each, so that all workers get some. */
async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: { Connection: 'close' } });
  assert.equal(response.status, 200);
  return response.text();
}

async function ask({ address }: Service, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => read(`${address}/snippets/`)));
}

function countedIn(metrics: string): number {
  const line = /^http_request_duration_seconds_count\{.*operation="listSnippets",status="200"\} (\d+)$/m;
  return Number(line.exec(metrics)?.[1] ?? 0);
}

const workersIn = (metrics: string): string[] =>
  [...metrics.matchAll(/^process_start_time_seconds\{worker="(\w+)"\}/gm)].map(([, worker = '']) => worker);

const pidOfWorker = ({ pid }: Service): number => childrenOf(pid)[0] ?? assert.fail('no worker runs');

describe(`the metrics of ${WORKERS} workers`, { skip: skipWithoutProc }, () => {
  it('count every request once, also those of a worker that was killed', async () => {
    const service = await start();
    const metrics = `${service.address}/metrics`;
    const before = workersIn(await read(metrics));
    assert.equal(new Set(before).size, WORKERS + 1, String(before));
    await ask(service, 40);
    // Without a scrape: workers report their counts each second.
    await sleep(2_000);
    process.kill(pidOfWorker(service), 'SIGKILL');
    await until('the log tells of the death', () => /a worker died/.test(service.written.stderr));
    await ask(service, 40);
    await until('all are counted', async () => countedIn(await read(metrics)) === 80);
    await until(
      'the replacement is measured',
      async () => workersIn(await read(metrics)).length === WORKERS + 1,
    );
    for (let scrape = 0; scrape < 20; scrape++) assert.equal(countedIn(await read(metrics)), 80);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });

  it('are on METRICS_PORT alone where it is set', { skip: !isFull && 'FULL=1' }, async () => {
    const port = await freePort();
    const service = await start({ METRICS_PORT: String(port) });
    await ask(service, 40);
    const metrics = `http://127.0.0.1:${port}/metrics`;
    await until('all are counted', async () => countedIn(await read(metrics)) === 40);
    assert.equal((await fetch(`${service.address}/metrics`)).status, 404);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });
});
