/** Workers that die, hang or are still starting when the service stops. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type Service, serve, temporaryFolder } from '../commands/snippet-store.js';
import { isFull } from '../helpers/full.js';
import { until } from '../helpers/until.js';
import { childrenOf, skipWithoutProc } from './watch-process.js';

async function start(workers: number): Promise<Service> {
  const service = await serve({ DATA_DIR: await temporaryFolder(), WORKERS: String(workers) });
  // The log may come after the announcement.
  await until('all workers are logged', () => workersOf(service).length === workers);
  return service;
}

interface Line {
  readonly pid: number;
  readonly msg: string;
  readonly worker?: number;
}

/** Complete lines of the log. */
function linesOf({ written }: Service): Line[] {
  return written.stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The process ids of the workers, in the order in which they began to listen. */
const workersOf = (service: Service): number[] =>
  linesOf(service)
    .filter(({ msg }) => msg === 'listening')
    .map(({ pid }) => pid);

const statusOf = async ({ address }: Service): Promise<number> =>
  (await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(60_000) })).status;

async function endsWell(service: Service): Promise<void> {
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;
  assert.equal(code, 0, stderr);
}

describe('the supervisor of several workers on the embedded store', () => {
  it('replaces all workers when all die at once, and one that does not answer for 5 s, and logs each death', async () => {
    const service = await start(2);
    const first = workersOf(service);
    for (const pid of first) process.kill(pid, 'SIGKILL');
    await until('two new workers listen', () => workersOf(service).length === 4);
    assert.equal(await statusOf(service), 200);
    const deaths = linesOf(service).filter(({ msg }) => msg === 'a worker died, it is replaced');
    assert.deepEqual(new Set(deaths.map(({ worker }) => worker)), new Set(first));

    const hung = workersOf(service)[2] ?? 0;
    process.kill(hung, 'SIGSTOP');
    await until('a new worker listens', () => workersOf(service).length === 5);
    assert.throws(() => process.kill(hung, 0), 'the one that hung is gone');
    const said = linesOf(service).filter(({ worker }) => worker === hung);
    assert.deepEqual(
      said.map(({ msg }) => msg),
      ['the worker is replaced', 'a worker did not answer, it is killed', 'a worker died, it is replaced'],
    );
    for (let request = 0; request < 10; request++) assert.equal(await statusOf(service), 200);
    await endsWell(service);
  });

  it('stops at once and with 0 while a replacement starts', { skip: !isFull && 'FULL=1' }, async () => {
    for (const delay of [0, 250, 400]) {
      const service = await start(2);
      process.kill(workersOf(service)[0] ?? 0, 'SIGKILL');
      await until('the death is noticed', () =>
        linesOf(service).some(({ msg }) => msg.startsWith('a worker died')),
      );
      // 200 ms later the replacement is started; it needs some more to listen.
      await sleep(delay);
      const began = Date.now();
      await endsWell(service);
      assert.ok(Date.now() - began < 5_000, `the stop took ${Date.now() - began} ms`);
    }
  });

  it('stops at once and with 0 while the first workers start', { skip: skipWithoutProc }, async () => {
    const service = launch(['serve'], { DATA_DIR: await temporaryFolder(), WORKERS: '2', PORT: '0' });
    await until('two workers are started', () => childrenOf(service.pid).length === 2);
    const workers = childrenOf(service.pid);
    service.signal('SIGTERM');
    const { code, stdout, stderr } = await service.ended;
    assert.deepEqual([code, stdout], [0, ''], stderr);
    for (const pid of workers) assert.throws(() => process.kill(pid, 0), 'no worker is left');
  });
});
