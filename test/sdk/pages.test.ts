// All snippets, fetched in batches as they are needed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, token } from 'snippet-store/sdk';
import { greeting, sendJson, startServer } from './start-server.js';

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

  it('are asked of the same host, wherever a link leads', async (test) => {
    const stranger = await startServer(test, servePages(2));
    const server = await startServer(test, servePages(2, stranger.baseUrl));
    const store = createClient({ baseUrl: server.baseUrl, auth: token('key') });
    for await (const _ of store.snippets({ batch: 1 }));
    assert.equal(server.received.length, 2);
    assert.equal(stranger.received.length, 0);
  });
});
