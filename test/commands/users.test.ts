/** `snippet-store users`, on an embedded store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicHeader } from '../helpers/app.js';
import { postSnippet, results, run, runHere, serve, stop, temporaryFolder } from '../helpers/service.js';

const DATA_DIR = await temporaryFolder();

const users = (args: string[], input?: string) => runHere(['users', ...args], { DATA_DIR }, input);
const usersAlone = (args: string[], input?: string) => run(['users', ...args], { DATA_DIR }, input);

describe('users create', () => {
  it('adds a user with the password of standard input', async () => {
    const outcome = await usersAlone(['create', 'alice', '--password-stdin', '--json'], 'correct horse\n');
    assert.deepEqual(results(outcome), [{ id: 1, username: 'alice' }], outcome.stderr);
    assert.equal(outcome.code, 0);
  });

  it('refuses a taken name', async () => {
    const outcome = await users(['create', 'alice', '--password-stdin'], 'x of eight');
    assert.equal(outcome.code, 1);
    assert.equal(outcome.stderr, 'snippet-store: the user name "alice" is taken\n');
  });

  it('makes a password when none is given and shows it once', async () => {
    const outcome = await users(['create', 'bob']);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stdout, /^User bob has the id \d+\.\nPassword, shown only now: [0-9a-f]{24}\n$/);
  });

  it('stores one spelling of what looks the same (NFKC)', async () => {
    const outcome = await users(['create', 'ﬁona', '--json']);
    const [result] = results(outcome) as { username: string; password: string }[];
    assert.equal(result?.username, 'fiona');
    assert.match(result?.password ?? '', /^[0-9a-f]{24}$/);
    assert.match((await users(['create', 'fiona'])).stderr, /is taken/);
  });

  it('takes letters of any script and the signs _ . @ + -, and tells upper from lower case', async () => {
    for (const name of ['Alice', '-名前_.@+'])
      assert.equal((await users(['create', '--json', '--', name])).code, 0);
  });

  for (const name of ['', 'a b', 'a:b', 'a/b', 'a\nb', 'a'.repeat(151), '😀']) {
    it(`refuses an invalid user name: ${JSON.stringify(name.slice(0, 10))}`, async () => {
      const outcome = await users(['create', name]);
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, /is no user name: expected 1 to 150 letters, digits and _ \. @ \+ -/);
    });
  }

  for (const [what, input, message] of [
    ['is empty', '\n', 'the password is empty'],
    ['is too short', '1234567', 'the password has fewer than 8 characters'],
    ['has two lines', 'a password\nb\n', 'the password holds a control character or a second line'],
    ['is too long', 'a'.repeat(1025), 'the password is longer than 1024 characters'],
  ] as const) {
    it(`refuses a password that ${what}`, async () => {
      const outcome = await users(['create', 'carol', '--password-stdin'], input);
      assert.equal(outcome.code, 1);
      assert.equal(outcome.stderr, `snippet-store: ${message}\n`);
    });
  }
});

describe('users deactivate and activate', () => {
  it('print the new state of the user, and may be repeated', async () => {
    for (const active of [false, false, true]) {
      const outcome = await users([active ? 'activate' : 'deactivate', 'alice', '--json']);
      assert.deepEqual(results(outcome), [{ id: 1, username: 'alice', active }]);
    }
  });
});

describe('users list', () => {
  it('shows every user by ascending id', async () => {
    await users(['deactivate', 'bob']);
    const listed = results(await users(['list', '--json'])) as {
      id: number;
      username: string;
      active: boolean;
    }[];
    assert.deepEqual(
      listed.map(({ username }) => username),
      ['alice', 'bob', 'fiona', 'Alice', '-名前_.@+'],
    );
    assert.deepEqual(listed[0], { id: 1, username: 'alice', active: true });
    assert.equal(listed[1]?.active, false);
    assert.match(
      (await users(['list'])).stdout,
      /^ID\tUSER\tSTATE\n1\talice\tactive\n[\s\S]*\tbob\tdeactivated\n/,
    );
  });
});

describe('an unknown user', () => {
  for (const command of ['set-password', 'deactivate', 'activate']) {
    it(`is named: ${command}`, async () => {
      const outcome = await users([command, 'nobody']);
      assert.equal(outcome.code, 1);
      assert.equal(outcome.stderr, 'snippet-store: unknown user "nobody"\n');
    });
  }
});

describe('users set-password', () => {
  it('answers with the user alone when the password was given', async () => {
    const outcome = await users(
      ['set-password', 'alice', '--password-stdin', '--json'],
      'battery staple\r\n',
    );
    assert.deepEqual(results(outcome), [{ id: 1, username: 'alice' }]);
  });
});

describe('several commands at once', () => {
  it('lose no user, give no id twice, and a name that several ask for to one of them', async () => {
    const names = ['one', 'two', 'three', 'wanted', 'wanted', 'wanted'];
    const outcomes = await Promise.all(
      names.map((name) => usersAlone(['create', name, '--json', '--password-stdin'], 'x of eight')),
    );
    const codes = outcomes.map(({ code }) => code);
    assert.deepEqual(
      [codes.slice(0, 3), codes.slice(3).sort()],
      [
        [0, 0, 0],
        [0, 1, 1],
      ],
    );
    const ids = outcomes.flatMap((outcome) => results(outcome) as { id: number }[]).map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
  });
});

describe('users delete', () => {
  const settings = { DATA_DIR: `${DATA_DIR}/deleted`, AUTH_SCHEMES: 'token,basic' };
  const here = (...args: string[]) => runHere(args, settings, 'a long password\n');
  const post = (address: string, name: string, code: string) =>
    postSnippet({ address }, basicHeader({ username: name, password: 'a long password' }), { code });
  const ownersOf = async (address: string, query = '') =>
    ((await (await fetch(`${address}/snippets/${query}`)).json()) as { owner: string }[]).map(
      ({ owner }) => owner,
    );

  it('asks what becomes of the snippets, and ends logins at once', async () => {
    for (const name of ['ann', 'ben', 'cleo']) await here('users', 'create', name, '--password-stdin');
    const service = await serve(settings);
    for (const name of ['ann', 'ann', 'ben', 'cleo'])
      assert.equal((await post(service.address, name, 'x')).status, 201);
    for (const wrong of [[], ['--delete-snippets', '--give-snippets-to', 'ben']]) {
      const refused = await here('users', 'delete', 'ann', ...wrong);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /expected either --delete-snippets or --give-snippets-to OTHER/);
    }
    assert.equal((await here('users', 'delete', 'ann', '--give-snippets-to', 'ann')).code, 1);
    const given = await here('users', 'delete', 'ann', '--give-snippets-to', 'ben', '--json');
    assert.deepEqual(results(given), [{ id: 1, username: 'ann', snippets: 2, owner: 'ben' }], given.stderr);
    assert.deepEqual(await ownersOf(service.address), ['ben', 'ben', 'ben', 'cleo']);
    assert.deepEqual(await ownersOf(service.address, '?owner=ben'), ['ben', 'ben', 'ben']);
    assert.deepEqual(results(await here('check', '--json')), [{ problems: 0 }]);
    assert.equal((await post(service.address, 'ann', 'x')).status, 401);
    const deleted = await here('users', 'delete', 'ben', '--delete-snippets');
    assert.equal(deleted.stdout, 'User ben is deleted, with 3 snippets.\n');
    assert.deepEqual(await ownersOf(service.address), ['cleo']);
    const [found] = results(await here('check', '--json'));
    assert.deepEqual(found, { problems: 0 });
    await stop(service);
  });

  it('frees the name, and never uses the id again', async () => {
    await here('users', 'create', 'ann', '--password-stdin');
    assert.equal((await here('users', 'list')).stdout, 'ID\tUSER\tSTATE\n3\tcleo\tactive\n4\tann\tactive\n');
  });
});
