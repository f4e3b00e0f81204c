import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { handlers } from '#src/handlers/index.js';
import { listRecords } from '#src/handlers/list-records.js';
import { snippetSerializer } from '#src/handlers/snippets.js';
import { basicHeader, useAppWithUsers } from '../helpers/app.js';
import { SNIPPET_KEYS } from '../helpers/snippet-fields.js';
import { describeOnBothStores } from '../helpers/stores.js';

const linkOf = (response: Response, rel: string) =>
  new RegExp(`<([^<>]+)>; rel="${rel}"`).exec(response.headers.get('Link') ?? '')?.[1];

describeOnBothStores('the list of snippets', (store) => {
  const { app, alice, bob } = useAppWithUsers({ store });

  async function idsOf(response: Response): Promise<number[]> {
    const snippets: { id: number }[] = await response.json();
    return snippets.map(({ id }) => id);
  }
  const idsAt = async (query: string) => idsOf(await app.fetch(`/snippets/?${query}`));
  /** Each slice, led by the links. */
  async function slicesAt(query: string): Promise<number[][]> {
    const slices: number[][] = [];
    for (let path: string | undefined = `/snippets/?${query}`; path !== undefined; ) {
      const response: Response = await app.fetch(path);
      slices.push(await idsOf(response));
      path = linkOf(response, 'next');
    }
    return slices;
  }

  it('is a bare array, empty at first', async () => {
    assert.equal(await (await app.fetch('/snippets/')).text(), '[]');
  });

  it('tells where a new snippet is, in its place among the keys', async () => {
    for (const [id, user, language] of [
      [1, alice, 'python'],
      [2, alice, 'ruby'],
      [3, bob, 'ruby'],
      [4, bob, 'python'],
      [5, alice, 'python'],
    ] as const) {
      const body = new URLSearchParams({ code: `${id}`, language });
      const response = await app.fetch('/snippets/', { method: 'POST', headers: basicHeader(user), body });
      assert.deepEqual([response.status, response.headers.get('Location')], [201, `/snippets/${id}/`]);
    }
    const [first] = await (await app.fetch('/snippets/')).json();
    assert.deepEqual(Object.keys(first), [...SNIPPET_KEYS]);
  });

  for (const [query, ids] of [
    ['', [1, 2, 3, 4, 5]],
    ['order=created', [1, 2, 3, 4, 5]],
    ['order=-created', [5, 4, 3, 2, 1]],
    ['owner=alice', [1, 2, 5]],
    ['owner=bob', [3, 4]],
    ['language=ruby', [2, 3]],
    ['owner=bob&language=ruby', [3]],
    ['order=-created&language=python&owner=alice', [5, 1]],
    ['owner=&language=', [1, 2, 3, 4, 5]],
    ['owner=nobody', []],
    ['owner=ALICE', []],
    ['owner[$ne]=alice&language[$ne]=ruby', [1, 2, 3, 4, 5]],
    ['owner=%7B%22$ne%22:null%7D', []],
    ['owner=%00', []],
  ] as const)
    it(`has these snippets for ?${query}: ${ids}`, async () => {
      assert.deepEqual(await idsAt(query), ids);
      const slices = await slicesAt(`${query}&limit=2`);
      assert.deepEqual(slices.flat(), ids, 'in slices');
      assert.equal(slices.length, Math.max(1, Math.ceil(ids.length / 2)));
      assert.equal(linkOf(await app.fetch(`/snippets/?${query}&limit=5`), 'next'), undefined);
    });

  it('links a page to the ones before and after it, in both orders', async () => {
    for (const order of ['created', '-created']) {
      const ids = await idsAt(`order=${order}`);
      const shown = async (path: string) => {
        const response = await app.fetch(path, { headers: { Accept: 'text/html' } });
        const links = { prev: linkOf(response, 'prev'), next: linkOf(response, 'next') };
        const rows = [...(await response.text()).matchAll(/<a class="name" href="\/snippets\/(\d+)\/">/g)];
        return { ids: rows.map(([, id]) => Number(id)), ...links };
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

  it('keeps the place of a snippet that is replaced, and never has the id of a deleted one again', async () => {
    await app.client(bob).updateSnippet({ id: 4, code: 'replaced' });
    assert.deepEqual(await idsAt(''), [1, 2, 3, 4, 5]);
    const times = (await app.store.snippets.find({}, { sort: { _id: 1 } }).toArray()).map(
      ({ created }) => created,
    );
    assert.deepEqual(times, times.toSorted(), 'ids are in the order of creation');
    await app.client(alice).deleteSnippet({ id: 5 });
    assert.equal((await app.client(alice).createSnippet({ code: 'x' })).id, 6);
  });

  it('has what was stored before it was asked for, as its owner has, also while others ask', async () => {
    const others = new AbortController();
    const client = app.client(alice);
    const ask = async () => [await idsAt(''), (await client.getUser({ id: alice.id })).snippets];
    const asking = Array.from({ length: 4 }, async () => {
      while (!others.signal.aborted) await ask();
    });
    for (let i = 0; i < 4; i++) {
      const { id } = await client.createSnippet({ code: 'x' });
      for (const ids of await ask()) assert.ok(ids.includes(id), `without ${id}`);
      await client.deleteSnippet({ id });
      for (const ids of await ask()) assert.ok(!ids.includes(id), `with ${id}, which is deleted`);
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
      const asked = Array.from({ length: 5 }, async () => (await app.fetch('/snippets/')).text());
      const [body = '', ...others] = new Set(await Promise.all(asked));
      assert.deepEqual(others, []);
      const listed: { code: string }[] = JSON.parse(body);
      assert.equal(listed.filter((snippet) => snippet.code === code).length, count);
    }
  });
});

describeOnBothStores('a list whose handler filters by the caller', (store) => {
  const listSnippets: typeof handlers.listSnippets = ({ parameters: { query } }, context) => {
    const { fields, serialize: toItem } = snippetSerializer(context);
    const filter = () => ({ ownerId: context.caller.user?.id ?? 0 });
    return listRecords(query, context, { collection: context.store.snippets, filter, fields, toItem });
  };
  const api = { specification: readSpecification(), handlers: { ...handlers, listSnippets } };
  const { app, alice, bob } = useAppWithUsers({ store, api });

  it('gives each of many parallel requests the list of its own caller', async () => {
    const users = [alice, bob];
    for (const user of users) await app.client(user).createSnippet({ code: user.username });
    const owners = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const headers = index % 3 === 2 ? {} : basicHeader(users[index % 3] ?? alice);
        const snippets: { owner: string }[] = await (await app.fetch('/snippets/', { headers })).json();
        return snippets.map(({ owner }) => owner);
      }),
    );
    assert.deepEqual(
      owners,
      owners.map((_, index) => [['alice'], ['bob'], []][index % 3]),
    );
  });
});
