/** Clients that hang up or never read, on every path that can be read, over records of the largest size. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSpecification } from '#src/contract/read-specification.js';
import { isFull } from '../helpers/full.js';
import { describeOnAnyStore } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { type HostileService, startHostileService } from './hostile-service.js';

/** Clients at once. */
const CROWD = 60;
const HEAP_MB = 256;
/** What the process may keep beyond what it had: unread answers are bounded by 64 MB, and the rest is slack. */
const KEPT_MB = 64 + 50;
/** Time for a request to be under way, which the crowd then leaves. */
const UNDER_WAY_MS = 500;

/** Paths of the contract that can be read, as JSON and as a page: those with pages, and in the full run every one. */
const READS = Object.entries(readSpecification().paths)
  .filter(([, { get, 'x-browsable': hasPage }]) => get !== undefined && (isFull || hasPage))
  .flatMap(([path]) => ['application/json', 'text/html'].map((accept) => ({ path, accept })));

const memoryOf = (pid: number): number => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
};

describeOnAnyStore('a crowd of clients', (kind) => {
  let hostile: HostileService;
  let port: number;
  const sockets: Socket[] = [];
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  function ask(path: string, accept: string, reads: boolean): void {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    if (reads) socket.resume();
    else socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: ${accept}\r\n\r\n`);
    sockets.push(socket);
  }

  async function others(): Promise<void> {
    const { address } = hostile.service;
    for (const path of ['/healthz', `/snippets/${hostile.ids.at(-1)}/`, '/snippets/?limit=1'])
      await until(`another client gets ${path}`, async () => {
        const response = await fetch(address + path);
        await response.arrayBuffer();
        return response.status === 200;
      });
  }

  for (const behaviour of ['hang up', 'never read'] as const) {
    it(`that ${behaviour} leaves the service as it was, whatever they ask for`, async () => {
      // Started by the test: the service ends with what started it.
      hostile = await startHostileService(kind, 100, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
      port = Number(new URL(hostile.service.address).port);
      const { pid, ended } = hostile.service;
      let isGone = false;
      void ended.then(() => {
        isGone = true;
      });
      await others();
      const before = memoryOf(pid);
      let peak = before;
      for (const { path, accept } of READS) {
        const asked = path.replace('{id}', String(hostile.ids[0]));
        for (let i = 0; i < CROWD; i += 1) ask(asked, accept, behaviour === 'hang up');
        await sleep(UNDER_WAY_MS);
        assert.equal(isGone, false, `${path} as ${accept} ends the process`);
        peak = Math.max(peak, memoryOf(pid));
        for (const socket of sockets.splice(0)) socket.destroy();
        await others();
      }
      await until('the memory is given back', () => memoryOf(pid) < before + KEPT_MB);
      const figures = [before, peak, memoryOf(pid)].map((megabytes) => `${megabytes.toFixed(0)} MB`);
      console.log(`${kind}, ${behaviour}: ${READS.length} reads, memory ${figures.join(', ')}`);
    });
  }
});
