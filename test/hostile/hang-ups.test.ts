/** Clients that hang up or never read, for every operation of the contract, over records of the largest size. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSpecification } from '#src/contract/read-specification.js';
import { ask, memoryOf } from '../attacks/attacked.js';
import { describeOnAnyStore } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { type HostileService, startHostileService } from './hostile-service.js';
import { mainThreadMs, skipWithoutSchedstat, slowness } from './main-thread-time.js';

/** Clients at once. */
const CROWD = 60;
const HEAP_MB = 256;
/**
 * What the process may take beyond what it had while clients are there: 64 MB of unread answers, and batches of the largest
 * records for the lists that are under way.
 */
const GROWTH_MB = 64 + 200;
/** What it may keep beyond what it had, and after how long. */
const KEPT_MB = 50;
const GIVEN_BACK_MS = 10_000;
const COLLECTOR = new URL('../../test/soak/collect-garbage.mjs', import.meta.url).href;
/** Time for a request to be under way, which the crowd then leaves. */
const UNDER_WAY_MS = 500;
/**
 * Milliseconds that the main thread may work until another client's probe is answered, on the machine of the calibration:
 * what other processes do does not count.
 */
const LONGEST_MS = 300;

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  readonly body: string | undefined;
}

const METHODS = ['get', 'head', 'options', 'post', 'put', 'delete'];
/** As large as a snippet can be. Each line is highlighted on its own, so that most of the time is not one pattern's. */
const BODY = JSON.stringify({
  code: 'if (a) { b("c"); } // d\n'.repeat(4000),
  title: 't',
  language: 'javascript',
});

/** Every operation of the contract, as JSON and as a page. */
const ALL: Attack[] = Object.entries(readSpecification().paths).flatMap(([path, item]) =>
  METHODS.filter(
    (method) => method in item || ((method === 'options' || method === 'head') && 'get' in item),
  ).flatMap((method) =>
    ['application/json', 'text/html'].map((accept) => ({
      method: method.toUpperCase(),
      path,
      accept,
      body: Reflect.get(item, method)?.requestBody && BODY,
    })),
  ),
);
/** Those that cost most. */
const DEAREST = ALL.filter(({ method, path }) => path === '/snippets/' && ['GET', 'POST'].includes(method));
const ATTACKS = DEAREST;

describeOnAnyStore('a crowd of clients', (kind) => {
  let hostile: HostileService;
  const sockets: Socket[] = [];
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  function send({ method, path, accept, body }: Attack, index: number, reads: boolean): void {
    const { service, senders, ids } = hostile;
    // The spare records at the end are deleted, the large ones are read.
    const id = method === 'DELETE' ? ids.at(-1 - index) : ids[0];
    const headers = {
      Host: '127.0.0.1',
      Accept: accept,
      ...senders.token?.({ method, path }),
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    if (reads) socket.resume();
    else socket.pause();
    const line = `${method} ${path.replace('{id}', String(id))} HTTP/1.1`;
    socket.write(`${[line, ...lines].join('\r\n')}\r\n\r\n${body ?? ''}`);
    sockets.push(socket);
  }

  /** Other senders get their answers. */
  async function others(): Promise<void> {
    const { address } = hostile.service;
    for (const path of ['/healthz', `/snippets/${hostile.ids[0]}/`, '/snippets/?limit=1'])
      await until(`another client gets ${path}`, async () => {
        const response = await fetch(address + path);
        await response.arrayBuffer();
        return response.status === 200;
      });
  }

  /** Megabytes, without garbage. */
  async function memoryKept(): Promise<number> {
    process.kill(hostile.service.pid, 'SIGUSR2');
    await sleep(500);
    return memoryOf(hostile.service);
  }

  it('that hang up, or never read, leave the service as it was, whatever they ask for', {
    skip: skipWithoutSchedstat,
  }, async () => {
    // Started by the test: the service ends with what started it.
    hostile = await startHostileService(kind, 200, {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --import=${COLLECTOR}`,
    });
    const { ended, address, pid } = hostile.service;
    const port = Number(new URL(address).port);
    const slow = slowness();
    let isGone = false;
    void ended.then(() => {
      isGone = true;
    });
    // Threads, compiled code and caches are there before, and no growth by the clients.
    for (const [i, attack] of ATTACKS.entries()) {
      send(attack, i, true);
      await sleep(20);
    }
    await others();
    for (const socket of sockets.splice(0)) socket.destroy();
    const before = await memoryKept();
    for (const behaviour of ['hang up', 'never read'] as const) {
      let peak = before;
      const probes: { readonly what: string; readonly ms: number }[] = [];
      for (const attack of ATTACKS) {
        for (let i = 0; i < CROWD; i += 1) send(attack, i, behaviour === 'hang up');
        const left = sleep(UNDER_WAY_MS);
        const began = mainThreadMs(pid);
        await ask({ port }, '/healthz');
        const what = `${attack.method} ${attack.path} as ${attack.accept}`;
        assert.equal(isGone, false, `${what} ends the process`);
        probes.push({ what, ms: mainThreadMs(pid) - began });
        await left;
        peak = Math.max(peak, memoryOf(hostile.service));
        for (const socket of sockets.splice(0)) socket.destroy();
        await others();
      }
      const over = performance.now();
      let kept = await memoryKept();
      while (kept > before + KEPT_MB && performance.now() - over < GIVEN_BACK_MS) kept = await memoryKept();
      const figures = [before, peak, kept].map((megabytes) => `${megabytes.toFixed(0)} MB`);
      console.log(
        `${kind}, ${behaviour}: ${ATTACKS.length} attacks, memory ${figures.join(', ')}; dearest until a probe:`,
      );
      const worst = probes.toSorted((a, b) => b.ms - a.ms);
      for (const { what, ms } of worst.slice(0, 5))
        console.log(`  ${ms.toFixed(0)} ms of ${(slow * LONGEST_MS).toFixed(0)}: ${what}`);
      assert.deepEqual(
        worst.filter(({ ms }) => ms > slow * LONGEST_MS),
        [],
      );
      assert.ok(peak < before + GROWTH_MB, `${peak} MB`);
      assert.ok(kept < before + KEPT_MB, `${kept} MB`);
    }
  });
});
