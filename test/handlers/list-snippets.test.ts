import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SnippetRecord } from '#src/store/records.js';
import { termsOf } from '#src/store/terms.js';
import { basicHeader, useApp, useUser } from '../helpers/app.js';
import { SNIPPET_KEYS } from '../helpers/snippet-fields.js';
import { describeOnBothStores } from '../helpers/stores.js';

describeOnBothStores('the list of snippets', (store) => {
  const app = useApp({ store });
  const alice = useUser(app, 'alice');

  const idsAt = async (path: string): Promise<number[]> => {
    const snippets: { id: number }[] = await (await app.fetch(path)).json();
    return snippets.map(({ id }) => id);
  };

  it('is a bare array, empty at first', async () => {
    assert.equal(await (await app.fetch('/snippets/')).text(), '[]');
  });

  it('tells where a new snippet is, in its place among the keys', async () => {
    for (let id = 1; id <= 5; id++) {
      const response = await app.fetch('/snippets/', {
        method: 'POST',
        headers: basicHeader(alice),
        body: new URLSearchParams({ code: `${id}` }),
      });
      assert.deepEqual([response.status, response.headers.get('Location')], [201, `/snippets/${id}/`]);
    }
    const [first] = await (await app.fetch('/snippets/')).json();
    assert.deepEqual(Object.keys(first), [...SNIPPET_KEYS]);
  });

  it('is ordered by creation, which is the order of the ids', async () => {
    assert.deepEqual(await idsAt('/snippets/'), [1, 2, 3, 4, 5]);
    const stored = await app.store.snippets
      .find({}, { sort: { _id: 1 }, projection: { created: 1 } })
      .toArray();
    const times = stored.map(({ created }) => created.getTime());
    assert.deepEqual(times, times.toSorted());
  });

  it('has the newest first with ?order=-created, in slices too', async () => {
    assert.deepEqual(await idsAt('/snippets/?order=created'), [1, 2, 3, 4, 5]);
    assert.deepEqual(await idsAt('/snippets/?order=-created'), [5, 4, 3, 2, 1]);
    const slices: number[][] = [];
    for (let path: string | undefined = '/snippets/?order=-created&limit=2'; path; ) {
      slices.push(await idsAt(path));
      const link: string = (await app.fetch(path)).headers.get('Link') ?? '';
      path = /^<(.*)>; rel="next"$/.exec(link)?.[1];
      assert.ok(path === undefined || path.endsWith('&order=-created'));
    }
    assert.deepEqual(slices, [[5, 4], [3, 2], [1]]);
    assert.deepEqual(await idsAt('/snippets/?order=-created&owner=alice&language=python'), [5, 4, 3, 2, 1]);
  });

  it('links a page to the ones before and after it, in both orders', async () => {
    for (const order of ['created', '-created']) {
      const ids = await idsAt(`/snippets/?order=${order}`);
      const shown = async (path: string) => {
        const response = await app.fetch(path, { headers: { Accept: 'text/html' } });
        const links = response.headers.get('Link') ?? '';
        const target = (rel: string) => new RegExp(`<([^<>]+)>; rel="${rel}"`).exec(links)?.[1];
        const rows = [...(await response.text()).matchAll(/<a class="name" href="\/snippets\/(\d+)\/">/g)];
        const ids = rows.map(([, id]) => Number(id));
        return { ids, prev: target('prev'), next: target('next') };
      };
      const first = await shown(`/snippets/?limit=2&order=${order}`);
      const second = await shown(first.next ?? '');
      const third = await shown(second.next ?? '');
      assert.deepEqual([...first.ids, ...second.ids, ...third.ids], ids);
      assert.deepEqual([first.prev, third.next], [undefined, undefined]);
      assert.deepEqual((await shown(third.prev ?? '')).ids, second.ids);
      assert.deepEqual((await shown(second.prev ?? '')).ids, first.ids);
    }
  });

  it('keeps the place of a snippet that is replaced', async () => {
    await app.client(alice).updateSnippet({ id: 4, code: 'replaced' });
    assert.deepEqual(await idsAt('/snippets/'), [1, 2, 3, 4, 5]);
  });

  it('comes in slices that lead from one to the next', async () => {
    const slices: number[][] = [];
    for (let path: string | undefined = '/snippets/?limit=2'; path; ) {
      slices.push(await idsAt(path));
      const link: string | null = (await app.fetch(path)).headers.get('Link');
      path = link === null ? undefined : /^<(.*)>; rel="next"$/.exec(link)?.[1];
    }
    assert.deepEqual(slices, [[1, 2], [3, 4], [5]]);
    assert.equal((await app.fetch('/snippets/?limit=5')).headers.get('Link'), null);
  });

  it('is filtered by an owner, a language or both, in the same order', async () => {
    const bob = await app.addUser('bob');
    const change = async (_id: number, fields: Partial<SnippetRecord>) => {
      const found = await app.store.snippets.findOne({ _id });
      assert.ok(found);
      const terms = termsOf({ ...found, ...fields });
      await app.store.snippets.updateOne({ _id }, { $set: { ...fields, terms } });
    };
    for (const id of [2, 3]) await change(id, { language: 'ruby' });
    for (const id of [3, 4]) await change(id, { ownerId: bob.id, owner: 'bob' });
    for (const [query, ids] of [
      ['owner=alice', [1, 2, 5]],
      ['owner=bob', [3, 4]],
      ['language=ruby', [2, 3]],
      ['owner=bob&language=ruby', [3]],
      ['language=python&owner=alice', [1, 5]],
      ['owner=&language=', [1, 2, 3, 4, 5]],
      ['owner=nobody', []],
      ['owner=ALICE', []],
      ['owner[$ne]=alice&language[$ne]=ruby', [1, 2, 3, 4, 5]],
      ['owner=%7B%22$ne%22:null%7D', []],
      ['owner=%00', []],
    ] as const) {
      assert.deepEqual(await idsAt(`/snippets/?${query}`), ids, query);
    }
  });

  it('keeps the filters from slice to slice', async () => {
    const link = (await app.fetch('/snippets/?owner=alice&language=python&limit=1')).headers.get('Link');
    const next = /^<(.*)>; rel="next"$/.exec(link ?? '')?.[1] ?? '';
    assert.match(next, /^\/snippets\/\?limit=1&after=[^&]+&owner=alice&language=python$/);
    assert.deepEqual(await idsAt(next), [5]);
  });

  it('never contains the id of a deleted snippet again', async () => {
    await app.client(alice).deleteSnippet({ id: 5 });
    assert.equal((await app.client(alice).createSnippet({ code: 'x' })).id, 6);
  });

  it('contains what was stored before it was asked for, also while others ask', async () => {
    const others = new AbortController();
    const asking = Array.from({ length: 4 }, async () => {
      while (!others.signal.aborted) await idsAt('/snippets/');
    });
    for (let i = 0; i < 4; i++) {
      const { id } = await app.client(alice).createSnippet({ code: 'x' });
      assert.ok((await idsAt('/snippets/')).includes(id), `without ${id}`);
      await app.client(alice).deleteSnippet({ id });
      assert.ok(!(await idsAt('/snippets/')).includes(id), `with ${id}, which is deleted`);
    }
    others.abort();
    await Promise.all(asking);
  });

  it('is the same for all who ask at once, short or longer than what is kept of it', async () => {
    for (const [count, code] of [
      [3, 'short'],
      [12, 'ü'.repeat(90_000)],
    ] as const) {
      for (let i = 0; i < count; i++) await app.client(alice).createSnippet({ code, language: 'plaintext' });
      const bodies = await Promise.all(
        Array.from({ length: 5 }, async () => (await app.fetch('/snippets/')).text()),
      );
      assert.equal(new Set(bodies).size, 1);
      const listed: { code: string }[] = JSON.parse(bodies[0] ?? '');
      assert.equal(listed.filter((snippet) => snippet.code === code).length, count);
      for (const { id } of await app.client().listSnippets().toArray())
        if (id > 6) await app.client(alice).deleteSnippet({ id });
    }
  });
});
