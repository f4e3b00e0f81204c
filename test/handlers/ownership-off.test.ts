/** OWNERSHIP=off: the first, unauthenticated version of the API. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicHeader, useApp, useUser } from '../helpers/app.js';
import { DEFAULTS, SNIPPET_KEYS } from '../helpers/snippet-fields.js';

describe('without ownership', () => {
  const app = useApp({ env: { OWNERSHIP: 'off' } });
  const alice = useUser(app, 'alice');

  const send: typeof app.sendJson = (...sent) => app.sendJson(...sent);
  const pageOf = async (path: string) => (await app.fetch(path, { headers: { Accept: 'text/html' } })).text();

  it('without ownership anybody creates, replaces and deletes, and no representation has an owner', async () => {
    const fields = { ...DEFAULTS, code: 'x' };
    const created = await send('POST', '/snippets/', { code: 'x' });
    const path = created.headers.get('Location') ?? '';
    const { id, ...rest } = await created.json();
    assert.deepEqual([created.status, path, rest], [201, `/snippets/${id}/`, fields]);
    assert.deepEqual(await (await app.fetch(path)).json(), { id, ...fields });
    assert.deepEqual(await (await app.fetch('/snippets/')).json(), [{ id, ...fields }]);

    const replaced = await send('PUT', path, { code: 'y', owner: 'alice' });
    assert.deepEqual([replaced.status, await replaced.json()], [200, { id, ...fields, code: 'y' }]);
    assert.equal((await send('DELETE', path)).status, 204);
    assert.equal((await app.fetch(path)).status, 404);
  });

  it('a known user may do the same and owns nothing', async () => {
    const created = await send('POST', '/snippets/', { code: 'x' }, basicHeader(alice));
    const { id } = await created.json();
    const stored = await app.store.snippets.findOne({ _id: id });
    assert.deepEqual([created.status, stored?.owner, stored?.ownerId], [201, null, null]);
    assert.equal((await send('DELETE', `/snippets/${id}/`)).status, 204);
  });

  it('everybody may change the snippets that once had an owner', async () => {
    const { id } = await (await send('POST', '/snippets/', { code: 'x' })).json();
    await app.store.snippets.updateOne({ _id: id }, { $set: { ownerId: alice.id, owner: 'alice' } });
    assert.ok(!('owner' in (await (await app.fetch(`/snippets/${id}/`)).json())));
    assert.equal((await send('PUT', `/snippets/${id}/`, { code: 'y' })).status, 200);
    // Who switches ownership on again finds every owner in place.
    assert.equal((await app.store.snippets.findOne({ _id: id }))?.owner, 'alice');
  });

  it('the paths of users do not exist without ownership', async () => {
    for (const path of ['/users/', '/users/1/', '/users']) {
      assert.equal((await app.fetch(path)).status, 404, path);
    }
    const root = await (await app.fetch('/')).json();
    assert.deepEqual([root.snippets, root.users], ['/snippets/', undefined]);
  });

  it('the list cannot be narrowed by owner, on pages either', async () => {
    assert.equal((await (await app.fetch('/snippets/?owner=nobody')).json()).length > 0, true);
    const page = await pageOf('/snippets/');
    assert.ok(page.includes('name="language"') && !page.includes('name="owner"') && !page.includes('>Mine<'));
    assert.match(await pageOf('/snippets/?new'), /<form [^>]*data-method="POST"/);
  });

  it('OPTIONS tells everybody what may be sent, and knows no owner', async () => {
    const { id } = await (await send('POST', '/snippets/', { code: 'x' })).json();
    const list = await (await send('OPTIONS', '/snippets/')).json();
    const detail = await (await send('OPTIONS', `/snippets/${id}/`)).json();
    const fields = SNIPPET_KEYS.filter((name) => name !== 'owner');
    assert.deepEqual(Object.keys(list.actions.POST), fields);
    assert.deepEqual(Object.keys(detail.actions.PUT), fields);
  });
});
