/** The SECRET_KEY that a store belongs to, and `snippet-store secret rotate`. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { results, runHere, type Settings, serve, stop, temporaryFolder } from '../helpers/service.js';

const FIRST = 'the first secret key of these tests';
const SECOND = 'the second secret key of these tests';

// Here and not in a hook: Node 20 runs an `after` of a `before` hook when that hook ends.
const folder = await temporaryFolder();

describe('a store', () => {
  const shared: Settings = { AUTH_SCHEMES: 'token', DATA_DIR: join(folder, 'given') };

  const statusWith = async (address: string, token: string) => {
    const headers = { Authorization: `Token ${token}` };
    return (await fetch(`${address}/snippets/`, { headers })).status;
  };

  it('refuses another SECRET_KEY than its first, until `secret rotate` changes it and revokes the tokens', async () => {
    const [first, second] = [
      { ...shared, SECRET_KEY: FIRST },
      { ...shared, SECRET_KEY: SECOND },
    ];
    await runHere(['users', 'create', 'ada', '--password-stdin'], first, 'correct horse\n');
    const [{ token }] = results(await runHere(['tokens', 'create', 'ada', '--json'], first)) as [
      { token: string },
    ];
    const consumer = await runHere(['oauth1', 'consumers', 'create', 'c', '--json'], first);
    const [{ consumer_key: key }] = results(consumer) as [{ consumer_key: string }];
    await runHere(['oauth1', 'tokens', 'create', 'ada', '--consumer', key], first);

    for (const args of [['serve'], ['tokens', 'create', 'ada'], ['export', join(folder, 'all')]]) {
      const refused = await runHere(args, { ...second, PORT: '0' });
      assert.equal(refused.code, 1, args.join(' '));
      assert.match(refused.stderr, /SECRET_KEY is not the key that this store belongs to.*secret rotate/);
    }
    const unchanged = await runHere(['secret', 'rotate'], first);
    assert.equal(unchanged.code, 1);
    assert.match(unchanged.stderr, /SECRET_KEY is still the key of this store/);
    assert.equal(await statusWith((await serve(first)).address, token), 200);

    const rotated = await runHere(['secret', 'rotate', '--json'], second);
    assert.deepEqual(
      [rotated.code, results(rotated)],
      [0, [{ tokens: 1, oauth1_tokens: 1 }]],
      rotated.stderr,
    );
    const { address } = await serve(second);
    assert.equal(await statusWith(address, token), 401);
    const [{ token: fresh }] = results(await runHere(['tokens', 'create', 'ada', '--json'], second)) as [
      { token: string },
    ];
    assert.equal(await statusWith(address, fresh), 200);
    assert.equal((await runHere(['tokens', 'create', 'ada'], first)).code, 1);
  });
});

it('an embedded store with a key of its own gets a new one by `secret rotate`', async () => {
  const settings = { DATA_DIR: join(folder, 'made') };
  await runHere(['users', 'create', 'ada', '--password-stdin'], settings, 'correct horse\n');
  const tokenOf = async () => results(await runHere(['tokens', 'create', 'ada', '--json'], settings))[0];
  const before = await tokenOf();
  assert.deepEqual(results(await runHere(['secret', 'rotate', '--json'], settings)), [
    { tokens: 1, oauth1_tokens: 0 },
  ]);
  assert.notDeepEqual(await tokenOf(), before);
});

it('a key without a store is used for a new one', async () => {
  const settings = { AUTH_SCHEMES: 'token', DATA_DIR: join(folder, 'lost') };
  await runHere(['users', 'create', 'ada'], settings);
  await runHere(['tokens', 'create', 'ada'], settings);
  const key = await readFile(join(settings.DATA_DIR, 'secret-key'), 'utf8');
  await rm(join(settings.DATA_DIR, 'snippet-store.sqlite'));
  await serve(settings);
  assert.equal(await readFile(join(settings.DATA_DIR, 'secret-key'), 'utf8'), key);
});

it('a lost key is named, and not replaced by a new one, until `secret rotate` makes one', async () => {
  const settings = { AUTH_SCHEMES: 'token', DATA_DIR: join(folder, 'keyless') };
  const key = join(settings.DATA_DIR, 'secret-key');
  await runHere(['users', 'create', 'ada', '--password-stdin'], settings, 'correct horse\n');
  const tokenOf = async () => results(await runHere(['tokens', 'create', 'ada', '--json'], settings))[0];
  const token = await tokenOf();
  const lost = await readFile(key);
  await rm(key);
  for (const args of [['serve'], ['tokens', 'create', 'ada']]) {
    const refused = await runHere(args, { ...settings, PORT: '0' });
    assert.equal(refused.code, 1, args.join(' '));
    assert.match(refused.stderr, /^snippet-store: \S+secret-key is missing: restore it, .*secret rotate/);
    assert.equal(existsSync(key), false);
  }
  await writeFile(key, lost);
  assert.deepEqual(await tokenOf(), token);
  await rm(key);
  assert.equal((await runHere(['secret', 'rotate'], settings)).code, 0);
  assert.notDeepEqual(await tokenOf(), token);
});

it('a service that runs during `secret rotate` ends with the reason, and starts with the new key', async () => {
  const settings = { DATA_DIR: join(folder, 'rotated') };
  const service = await serve(settings);
  assert.equal((await runHere(['secret', 'rotate'], settings)).code, 0);
  const { code, stderr } = await service.ended;
  assert.equal(code, 1);
  assert.match(
    stderr,
    /\nsnippet-store: refusing to serve this store: SECRET_KEY is not the key .* start again/,
  );
  const again = await serve(settings);
  await stop(again);
});
