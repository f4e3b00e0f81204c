import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { endLogins } from '#src/pipeline/authentication/end-logins.js';
import { issueToken, revokeToken } from '#src/pipeline/authentication/token-keys.js';
import { hashKey } from '#src/store/hash-key.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { describeOnBothStores } from '../../helpers/stores.js';

const SECRET = 'a secret key that only tests of this project know';

describeOnBothStores("a user's token", (store) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ store });
  });
  after(() => app.close());
  const rows = (userId: number) => app.store.tokens.find({ userId }).toArray();

  it('is 40 hexadecimal digits, the same each time, and its hash alone is stored', async () => {
    const { id, token } = await app.addUser('same');
    assert.match(token, /^[0-9a-f]{40}$/);
    assert.equal(await issueToken(app.store, SECRET, id), token);
    const [row, ...others] = await rows(id);
    assert.equal(others.length, 0);
    assert.equal(row?.hash, hashKey(token));
    assert.ok(!JSON.stringify(row).includes(token));
  });

  it('never equals the token of another user', async () => {
    const [one, two] = [await app.addUser('one'), await app.addUser('two')];
    assert.notEqual(one.token, two.token);
  });

  it('is one token, however many requests ask for the first at the same time', async () => {
    const { id } = await app.addUser('many');
    await revokeToken(app.store, id);
    const keys = await Promise.all(Array.from({ length: 8 }, () => issueToken(app.store, SECRET, id)));
    assert.equal(new Set(keys).size, 1);
    assert.equal((await rows(id)).length, 1);
  });

  it('is revoked without other tokens, and only where there is one', async () => {
    const [one, two] = [await app.addUser('revoked'), await app.addUser('kept')];
    assert.equal(await revokeToken(app.store, one.id), true);
    assert.equal(await revokeToken(app.store, one.id), false);
    assert.deepEqual([(await rows(one.id)).length, (await rows(two.id)).length], [0, 1]);
  });

  it('ends with the logins of its user, as the sessions do; those of others go on', async () => {
    const [one, two] = [await app.addUser('ended'), await app.addUser('goes on')];
    for (const { id } of [one, two]) {
      await app.store.sessions.insertOne({
        _id: `of ${id}`,
        userId: id,
        data: {},
        expiresAt: new Date(Date.now() + 60_000),
      });
    }
    await endLogins(app.store, one.id);
    const sessions = await app.store.sessions.find({}).toArray();
    assert.deepEqual(
      sessions.map(({ userId }) => userId),
      [two.id],
    );
    assert.deepEqual([(await rows(one.id)).length, (await rows(two.id)).length], [0, 1]);
  });
});
