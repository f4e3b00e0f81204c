/** Compressed lists are still streams: they begin early, wait for their readers, and end with them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { readSpecification } from '#src/contract/read-specification.js';
import { handlers } from '#src/handlers/index.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { until } from '../../helpers/until.js';

const item = (id: number) => ({
  id,
  owner: null,
  title: '',
  code: Array.from({ length: 2000 }, () => Math.random().toString(36)).join(' '),
  linenos: false,
  language: 'python',
  style: 'friendly',
});

const DECODERS = { br: createBrotliDecompress, gzip: createGunzip };

for (const coding of ['br', 'gzip'] as const) {
  describe(`a list compressed with ${coding}`, () => {
    let app: TestApp;
    /** What the handler's list does next. */
    let next: () => Promise<number | undefined>;
    let given: number;
    let isEnded: boolean;

    beforeEach(async () => {
      given = 0;
      isEnded = false;
      app = await startApp({
        api: {
          specification: readSpecification(),
          handlers: { ...handlers, listSnippets: () => ({ status: 200, body: items() as never }) },
        },
      });
    });
    afterEach(() => app.close());

    async function* items() {
      try {
        for (let id = await next(); id !== undefined; id = await next()) {
          given++;
          yield [item(id)];
        }
      } finally {
        isEnded = true;
      }
    }

    const open = async (): Promise<IncomingMessage> => {
      const request = get(`${app.url}/snippets/`, { headers: { 'Accept-Encoding': coding }, agent: false });
      const [incoming] = await once(request, 'response');
      assert.equal(incoming.headers['content-encoding'], coding);
      return incoming;
    };

    it('begins before its end is known', async () => {
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      next = async () => {
        // The renderer collects 64 KiB before it writes.
        if (given < 4) return given;
        if (given === 4) await gate;
        return given < 5 ? given : undefined;
      };
      const decoded = (await open()).pipe(DECODERS[coding]());
      decoded.setEncoding('utf8');
      let text = '';
      for await (const chunk of decoded) {
        text += chunk;
        if (text.includes('"id":2')) release();
      }
      assert.equal(JSON.parse(text).length, 5);
    });

    it('waits for a reader that does not read', async () => {
      next = async () => given;
      const incoming = await open();
      let before = -1;
      // Until nothing more is taken from the list: all buffers on the way are full.
      while (given > before) {
        before = given;
        await sleep(300);
      }
      assert.ok(given < 2000, `${given} items of 25 KB were taken`);
      incoming.destroy();
      await untilEnded();
    });

    it('ends when its reader goes', async () => {
      next = () => sleep(1, given);
      const incoming = await open();
      incoming.resume();
      await once(incoming, 'data');
      incoming.destroy();
      await untilEnded();
    });

    it('does not look complete when it fails half-way', async () => {
      next = async () => {
        if (given > 20) throw new Error('the store is gone');
        return given;
      };
      const incoming = await open();
      incoming.resume();
      await assert.rejects(once(incoming, 'end'), { code: 'ECONNRESET' });
      await untilEnded();
    });

    const untilEnded = () => until('the list is ended', () => isEnded);
  });
}

describe('more compressed lists than encoders may be at work', () => {
  it('go out as they are, and the next ones are compressed again', async () => {
    let going = 0;
    let mayEnd = false;
    async function* items() {
      yield Array.from({ length: 5 }, (_, id) => item(id));
      going += 1;
      for (; !mayEnd; await sleep(10)) yield [];
    }
    const app = await startApp({
      api: {
        specification: readSpecification(),
        handlers: { ...handlers, listSnippets: () => ({ status: 200, body: items() as never }) },
      },
    });
    try {
      const open = async (accepted: string) => {
        const headers = { 'Accept-Encoding': accepted };
        const request = get(`${app.url}/snippets/`, { headers, agent: false });
        const [incoming] = (await once(request, 'response')) as [IncomingMessage];
        incoming.resume();
        return incoming;
      };
      const opened: IncomingMessage[] = [];
      for (let n = 0; n < 33; n++) opened.push(await open('br'));
      opened.push(await open('br, identity;q=0'));
      const codings = opened.map(({ headers }) => headers['content-encoding']);
      assert.deepEqual(
        codings,
        codings.map((_, n) => (n < 32 ? 'br' : undefined)),
      );
      await until('all lists go on', () => going === 34);
      mayEnd = true;
      await Promise.all(opened.map((incoming) => incoming.readableEnded || once(incoming, 'end')));
      const again = await open('br');
      assert.equal(again.headers['content-encoding'], 'br');
      again.destroy();
    } finally {
      mayEnd = true;
      await app.close();
    }
  });
});
