// All snippets, fetched in batches as they are needed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, token, UnexpectedResponseError } from 'snippet-store/sdk';
import { greeting, type Server, sendJson, startServer } from './start-server.js';

/** Serves snippets 1 to `count` in slices, like the service. */
function servePages(count: number, host = ''): Parameters<typeof startServer>[1] {
  return (response, { path }) => {
    const { searchParams } = new URL(path ?? '', 'http://any.invalid');
    const limit = Number(searchParams.get('limit'));
    const first = Number(searchParams.get('after')?.split('-')[1] ?? 0) + 1;
    const last = Math.min(first + limit - 1, count);
    const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const link = `<${host}/snippets/?limit=${limit}&after=1-${last}>; rel="next"`;
    const page = ids.map((id) => ({ ...greeting, id }));
    sendJson(response, 200, page, last < count ? { Link: link } : {});
  };
}

async function readAll(server: Server): Promise<void> {
  for await (const _ of createClient(server).snippets());
}

describe('the snippets', () => {
  it('come one by one from as many slices as there are', async (test) => {
    const server = await startServer(test, servePages(5));
    const ids: number[] = [];
    for await (const snippet of createClient(server).snippets({ batch: 2 })) ids.push(snippet.id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.deepEqual(
      server.received.map(({ path }) => path),
      ['/snippets/?limit=2', '/snippets/?limit=2&after=1-2', '/snippets/?limit=2&after=1-4'],
    );
  });

  it('are fetched no further than they are read', async (test) => {
    const server = await startServer(test, servePages(1000));
    for await (const snippet of createClient(server).snippets({ batch: 10 })) if (snippet.id === 15) break;
    assert.equal(server.received.length, 2);
  });

  it('may be none', async (test) => {
    const server = await startServer(test, servePages(0));
    for await (const _ of createClient(server).snippets()) assert.fail('there is none');
    assert.equal(server.received[0]?.path, '/snippets/?limit=100');
  });

  it('may be ended early by a number of them, which asks for no more than that', async (test) => {
    const server = await startServer(test, servePages(1000));
    const ids = (await createClient(server).snippets({ batch: 2, max: 5 }).toArray()).map(({ id }) => id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    const limits = server.received.map(({ path }) => /limit=(\d+)/.exec(path ?? '')?.[1]);
    assert.deepEqual(limits, ['2', '2', '1']);
  });

  it('have a size that is a number, or it is a TypeError at once', () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1' });
    for (const size of [{ max: Number.NaN }, { max: -1 }, { batch: 0 }, { batch: Number.NaN }])
      assert.throws(() => store.snippets(size), /^TypeError: (max|batch) must be [01] or more, not/);
  });

  it('come slice by slice, each with the place where the next one begins', async (test) => {
    const server = await startServer(test, servePages(5));
    const store = createClient(server);
    const pages: unknown[] = [];
    for await (const { items, next } of store.snippets({ batch: 2 }).pages())
      pages.push([items.length, next]);
    assert.deepEqual(pages, [
      [2, '1-2'],
      [2, '1-4'],
      [1, undefined],
    ]);
    const rest = await store.snippets({ batch: 2, after: '1-4' }).toArray();
    assert.deepEqual(
      rest.map(({ id }) => id),
      [5],
    );
  });

  it('are asked for again from the start by each loop, and by none before it begins', async (test) => {
    const server = await startServer(test, servePages(2));
    const listing = createClient(server).snippets({ batch: 2 });
    assert.equal(server.received.length, 0);
    for await (const _ of listing);
    for await (const _ of listing);
    assert.equal(server.received.length, 2);
  });

  it('end between two items when the signal is aborted', async (test) => {
    const server = await startServer(test, servePages(10));
    const controller = new AbortController();
    const ids: number[] = [];
    const reading = (async () => {
      for await (const { id } of createClient(server).snippets({}, { signal: controller.signal })) {
        ids.push(id);
        if (id === 2) controller.abort(new Error('enough'));
      }
    })();
    await assert.rejects(reading, /enough/);
    assert.deepEqual(ids, [1, 2]);
    assert.equal(server.received.length, 1);
  });

  it('survive a slice that fails once', async (test) => {
    let sent = 0;
    const serve = servePages(4);
    const server = await startServer(test, (response, received) =>
      ++sent === 2 ? response.destroy() : serve(response, received),
    );
    const store = createClient({ ...server, retryDelay: 1 });
    assert.equal((await store.snippets({ batch: 2 }).toArray()).length, 4);
    assert.equal(server.received.length, 3);
  });

  it('end with an error that names the address when an answer is no list', async (test) => {
    for (const answer of [{}, null, 5, 'abc']) {
      const server = await startServer(test, (response) => sendJson(response, 200, answer));
      for (const read of [() => readAll(server), () => createClient(server).snippets().toArray()])
        await assert.rejects(read(), (error) => {
          assert.ok(error instanceof UnexpectedResponseError);
          assert.ok(error.message.includes(`${server.baseUrl}/snippets/?limit=100`), error.message);
          return true;
        });
    }
  });

  it('end with an error when the links lead in a circle, or from one empty slice to the next', async (test) => {
    let sent = 0;
    const servers = {
      'the same link': { items: [greeting], link: () => '1-1', requests: 2 },
      'two links in turn': { items: [greeting], link: () => `1-${sent % 2}`, requests: 3 },
      'empty slices': { items: [], link: () => `1-${sent}`, requests: 10 },
    };
    for (const [name, { items, link, requests }] of Object.entries(servers)) {
      const server = await startServer(test, (response) => {
        sent++;
        sendJson(response, 200, items, { Link: `</snippets/?limit=1&after=${link()}>; rel="next"` });
      });
      await assert.rejects(
        createClient(server).snippets({ batch: 1 }).toArray(),
        (error) => error instanceof UnexpectedResponseError && error.message.includes(server.baseUrl),
        name,
      );
      assert.equal(server.received.length, requests, name);
    }
  });

  it('are requested from the same host, wherever a link leads', async (test) => {
    const stranger = await startServer(test, servePages(2));
    const server = await startServer(test, servePages(2, stranger.baseUrl));
    const store = createClient({ baseUrl: server.baseUrl, auth: token('key') });
    for await (const _ of store.snippets({ batch: 1 }));
    assert.equal(server.received.length, 2);
    assert.equal(stranger.received.length, 0);
  });
});
