// All snippets, fetched in batches as they are needed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, answers, greeting, startClient } from './start-server.js';

/** Serves snippets 1 to `count` in slices, like the service. */
function servePages(count: number, host = ''): Answer {
  return (response, received) => {
    const { searchParams } = new URL(received.path ?? '', 'http://any.invalid');
    const limit = Number(searchParams.get('limit'));
    const first = Number(searchParams.get('after')?.split('-')[1] ?? 0) + 1;
    const last = Math.min(first + limit - 1, count);
    const items = Array.from({ length: last - first + 1 }, (_, n) => ({ ...greeting, id: first + n }));
    const link = `<${host}/snippets/?limit=${limit}&after=1-${last}>; rel="next"`;
    answers(200, items, last < count ? { Link: link } : {})(response, received);
  };
}

describe('the snippets', () => {
  it('come one by one or slice by slice, from as many slices as there are, anew for each loop', async (test) => {
    const { store, received } = await startClient(test, [servePages(5)]);
    const listing = store.listSnippets({ limit: 2 });
    assert.equal(received.length, 0);
    const ids: number[] = [];
    for await (const { id } of listing) ids.push(id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5]);
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/snippets/?limit=2', '/snippets/?limit=2&after=1-2', '/snippets/?limit=2&after=1-4'],
    );
    const slices: unknown[] = [];
    for await (const { items, next } of listing.pages()) slices.push(items.length, next);
    assert.deepEqual(slices, [2, '1-2', 2, '1-4', 1, undefined]);
    const rest = await store.listSnippets({ limit: 2, after: '1-2' }).toArray();
    assert.deepEqual([rest.length, rest[0]?.id], [3, 3]);
  });

  it('are fetched no further than they are read or wanted', async (test) => {
    const { store, received } = await startClient(test, [servePages(1000)]);
    for await (const { id } of store.listSnippets({ limit: 10 })) if (id === 15) break;
    assert.equal(received.length, 2);
    assert.equal((await store.listSnippets({ limit: 2, max: 5 }).toArray()).length, 5);
    const limits = received.slice(2).map(({ path }) => /limit=(\d+)/.exec(path ?? '')?.[1]);
    assert.deepEqual(limits, ['2', '2', '1']);
  });

  it('end between two items when the signal is aborted', async (test) => {
    const { store, received } = await startClient(test, [servePages(10)]);
    const controller = new AbortController();
    const ids: number[] = [];
    await assert.rejects(async () => {
      for await (const { id } of store.listSnippets({}, { signal: controller.signal })) {
        ids.push(id);
        if (id === 2) controller.abort(new Error('enough'));
      }
    }, /enough/);
    assert.deepEqual([ids, received.map(({ path }) => path)], [[1, 2], ['/snippets/?limit=100']]);
  });

  it('end with an error that names the address when an answer is no list, or leads in a circle', async (test) => {
    let sent = 0;
    const link = (after: string) => ({ Link: `</snippets/?limit=1&after=${after}>; rel="next"` });
    const rows: [answer: Answer, requests: number][] = [
      ...[{}, null, 5, '"abc"'].map((body): [Answer, number] => [answers(200, body), 1]),
      [answers(200, [greeting], link('1-1')), 2],
      [(...rest) => answers(200, [greeting], link(`1-${sent++ % 2}`))(...rest), 3],
      // From one empty slice to the next.
      [(...rest) => answers(200, [], link(`1-${sent++}`))(...rest), 11],
    ];
    for (const [answer, requests] of rows) {
      const { store, received, baseUrl } = await startClient(test, [answer]);
      const message = new RegExp(`${baseUrl}/snippets/\\?limit=1`);
      const list = store.listSnippets({ limit: 1 }).toArray();
      await assert.rejects(list, { name: 'UnexpectedResponseError', message });
      assert.equal(received.length, requests);
    }
  });

  it('are requested from the same host, wherever a link leads', async (test) => {
    const stranger = await startClient(test, [servePages(2)]);
    const { store, received } = await startClient(test, [servePages(2, stranger.baseUrl)]);
    await store.listSnippets({ limit: 1 }).toArray();
    assert.deepEqual([received.length, stranger.received.length], [2, 0]);
  });
});
