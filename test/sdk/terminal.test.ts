// The command `snippets`, run as a process against the service: each command, its results and what it says of failures.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { commands, optionTexts } from '#src/client/commands.js';
import { setActive } from '#src/pipeline/authentication/logins.js';
import { ROOT } from '../docs/read-markdown.js';
import { startApp, useApp, useUser } from '../helpers/app.js';
import { temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { findClosedUrl, forward, sendBack, startServer } from './start-server.js';

const home = await temporaryFolder();
const CLI = join(ROOT, 'dist/client/cli.js');

describe('the command snippets', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic,token' } });
  const alice = useUser(app, 'alice');
  before(async () => {
    const login = await run(
      ['login', app.url, '--username', 'alice', '--password-stdin'],
      {},
      alice.password,
    );
    assert.deepEqual([login.code, login.stderr], [0, '']);
  });

  function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const folders = {
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
    };
    return spawn(process.execPath, [CLI, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, BROWSER: 'true', ...folders, ...env },
    });
  }

  async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
    const child = start(args, env);
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, stdout, stderr };
  }

  /** The results of a command that succeeds, one for each line. */
  async function results(...args: string[]) {
    const { code, stdout, stderr } = await run([...args, '--json']);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    return stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  const write = (name: string, code: string) => writeFile(join(home, name), code);
  const stored = (id: number) => app.client().getSnippet({ id });

  it('keeps the login for its owner alone', async () => {
    const file = join(home, 'config/snippets/config.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(JSON.parse(await readFile(file, 'utf8'))), ['url', 'token']);
  });

  it('pushes a file, and replaces its snippet when it is pushed again', async () => {
    await write('main.rs', 'fn main() {}\n');
    const [first] = await results('push', 'main.rs');
    assert.equal(first.created, true);
    const { title, language, code } = await stored(first.id);
    assert.deepEqual([title, language, code], ['main.rs', 'rust', 'fn main() {}\n']);
    await write('main.rs', 'fn main() { changed() }\n');
    const [second] = await results('push', 'main.rs');
    assert.deepEqual([second.id, second.created], [first.id, false]);
    assert.equal((await stored(first.id)).code, 'fn main() { changed() }\n');
    const [another] = await results('push', 'main.rs', '--new');
    assert.notEqual(another.id, first.id);
  });

  it('pushes standard input, shows it, finds it, lists it and deletes it', async () => {
    const args = ['push', '-', '--title', 'From a pipe', '--language', 'python', '--json'];
    const { stdout } = await run(args, {}, 'unmistakable = 1\n');
    const { id } = JSON.parse(stdout);
    assert.equal((await run(['show', String(id)])).stdout, 'unmistakable = 1\n');
    assert.deepEqual(
      (await results('search', 'unmistakable')).map((one) => one.id),
      [id],
    );
    const [newest] = await results('list', '--newest', '--limit', '1', '--owner', 'alice');
    assert.equal(newest.title, 'From a pipe');
    const { stderr } = await run(['list', '-n', '1']);
    assert.equal(stderr, 'snippets: There are more. --limit NUMBER lists more than 1.\n');
    assert.match((await run(['list'])).stdout, /alice {8}python {7}From a pipe\n/);
    assert.deepEqual(await results('open', String(id)), [{ id, url: `${app.url}/snippets/${id}/` }]);
    assert.deepEqual(await results('delete', String(id)), [{ id, deleted: true }]);
    const gone = await run(['show', String(id)]);
    assert.deepEqual([gone.code, gone.stdout], [1, '']);
    assert.match(gone.stderr, /^snippets: There is no such snippet.*\n$/);
  });

  it('pulls a snippet into a file that push then replaces, and overwrites no other file', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'a = 1\n', title: 'kept.py' });
    assert.deepEqual(await results('pull', String(id)), [{ id, path: 'kept.py' }]);
    const again = await run(['pull', String(id)]);
    const refused = 'snippets: kept.py cannot be written: it exists, and --force replaces it.';
    assert.deepEqual([again.code, again.stderr], [1, `${refused} Name another with -o.\n`]);
    await write('kept.py', 'a = 2\n');
    const [pushed] = await results('push', 'kept.py');
    assert.equal(pushed.id, id);
  });

  it('replaces the code alone when a file is pushed again, and what an option names', async () => {
    await write('named.py', 'a = 1\n');
    const [{ id }] = await results('push', 'named.py', '--title', 'By hand', '--style', 'monokai');
    await write('named.py', 'a = 2\n');
    await results('push', 'named.py', '--linenos');
    const { title, code, style, linenos } = await stored(id);
    assert.deepEqual([title, code, style, linenos], ['By hand', 'a = 2\n', 'monokai', true]);
    await results('push', 'named.py', '--title', 'Again');
    assert.equal((await stored(id)).title, 'Again');
  });

  it('overwrites nothing that somebody else has saved since the file was pushed or pulled', async () => {
    await write('shared.py', 'a = 1\n');
    const [{ id }] = await results('push', 'shared.py');
    const theirs = app.client(alice);
    await theirs.editSnippet({ id, code: 'a = 2\n' });
    await write('shared.py', 'a = 3\n');
    const refused = await run(['push', 'shared.py']);
    assert.deepEqual([refused.code, (await stored(id)).code], [1, 'a = 2\n']);
    assert.match(
      refused.stderr,
      /Somebody else has changed its snippet \d+\. Save theirs with `snippets pull/,
    );
    assert.equal(await readFile(join(home, 'shared.py'), 'utf8'), 'a = 3\n');
    // As the message says.
    await results('pull', String(id), '-o', 'both.py');
    await write('both.py', 'a = 5\n');
    await results('push', 'both.py');
    assert.equal((await stored(id)).code, 'a = 5\n');
    await theirs.editSnippet({ id, code: 'a = 6\n' });
    await write('both.py', 'a = 7\n');
    assert.equal((await run(['push', 'both.py'])).code, 1);
    // The same text is no conflict, and neither is a title.
    await write('both.py', 'a = 6\n');
    await theirs.editSnippet({ id, title: 'Theirs' });
    await results('push', 'both.py');
    const { title, code } = await stored(id);
    assert.deepEqual([title, code], ['Theirs', 'a = 6\n']);
  });

  it('stores each file once when several commands push the same files at once', async () => {
    for (const [round, commandsAtOnce] of [2, 3].entries()) {
      const name = `together${round}`;
      await mkdir(join(home, name));
      // First each creates them, then each replaces them.
      for (const line of ['', '# changed\n']) {
        for (let n = 0; n < 50; n++) await write(`${name}/${name}-${n}.py`, `${line}n = ${n}\n`);
        const pushes = Array.from({ length: commandsAtOnce }, () => results('push', name));
        const ids = (await Promise.all(pushes)).map(
          (pushed) => new Map(pushed.map(({ path, id }) => [path, id])),
        );
        for (const found of ids) assert.deepEqual([...found].sort(), [...(ids[0] ?? [])].sort());
        const kept = (await app.client().listSnippets({ owner: 'alice' }).toArray()).filter(({ title }) =>
          title.startsWith(`${name}-`),
        );
        assert.deepEqual([kept.length, new Set(kept.map(({ title }) => title)).size], [50, 50]);
        assert.ok(kept.every(({ code }) => code.startsWith(line)));
      }
    }
    const state = join(home, 'state/snippets');
    for (const file of await readdir(state)) {
      assert.match(file, /^[0-9a-f]{64}\.json$/);
      assert.equal(typeof JSON.parse(await readFile(join(state, file), 'utf8')).id, 'number');
    }
  });

  it('edits in the editor, and keeps both texts when somebody else has saved', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'a = 1\n' });
    const saved = await run(['edit', String(id)], { EDITOR: 'sed -i s/1/2/' });
    assert.deepEqual([saved.code, (await stored(id)).code], [0, 'a = 2\n']);
    const failed = await run(['edit', String(id)], { EDITOR: 'exit 3;' });
    const [, kept = ''] =
      /Your text is in (\S+\.py)\. VISUAL or EDITOR sets another/.exec(failed.stderr) ?? [];
    assert.deepEqual([failed.code, await readFile(kept, 'utf8')], [1, 'a = 2\n']);
    await rm(join(kept, '..'), { recursive: true });
    // The editor takes long enough for somebody else to save.
    const other = `curl -s -o /dev/null -X PUT -u 'alice:${alice.password}' -H 'Content-Type: application/json'`;
    const script = join(home, 'slow-editor');
    const body = `-d '{"code": "a = 3"}' ${app.url}/snippets/${id}/`;
    await writeFile(script, `#!/bin/sh\n${other} ${body}\nsed -i s/2/4/ "$1"\n`, { mode: 0o755 });
    const { code, stderr } = await run(['edit', String(id)], { EDITOR: script });
    const [, mine = '', theirs = ''] = /Your text is in (\S+), theirs in (\S+)\.\n$/.exec(stderr) ?? [];
    assert.deepEqual([code, (await stored(id)).code], [1, 'a = 3']);
    assert.deepEqual([await readFile(mine, 'utf8'), await readFile(theirs, 'utf8')], ['a = 4\n', 'a = 3']);
    await rm(join(mine, '..'), { recursive: true });
  });

  it('stores each file of a folder once, although it is interrupted twice', async () => {
    const folder = join(home, 'many');
    await mkdir(folder);
    for (let n = 0; n < 60; n++) await write(`many/file${n}.py`, `n = ${n}\n`);
    await write('many/.hidden', 'no');
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const child = start(['push', 'many']);
      let lines = 0;
      child.stdout.on('data', (chunk) => {
        lines += String(chunk).split('\n').length - 1;
      });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      await until('ten files are stored', () => lines >= 10 || child.exitCode !== null);
      child.kill(signal);
      await ended;
    }
    assert.equal((await results('push', 'many')).length, 60);
    const titles = (await app.client().listSnippets({ owner: 'alice' }).toArray())
      .map(({ title }) => title)
      .filter((title) => title.startsWith('file'));
    assert.deepEqual([titles.length, new Set(titles).size], [60, 60]);
  });

  it('repeats a create whose answer was lost, and then stores what the file holds now', async (test) => {
    let creates = 0;
    // In between: it forwards each create and loses the first five answers.
    const { baseUrl } = await startServer(test, async (response, received) => {
      const answer = await forward(app.url, received);
      if (received.method === 'POST' && ++creates < 6) response.destroy();
      else await sendBack(answer, response);
    });
    const env = { SNIPPETS_URL: baseUrl, SNIPPETS_TOKEN: alice.token };
    await write('lost.py', 'before_the_loss = 1\n');
    const lost = await run(['push', 'lost.py'], env);
    assert.deepEqual([lost.code, /run the same command|may have been done/.test(lost.stderr)], [1, true]);
    await write('lost.py', 'after_the_loss = 1\n');
    assert.equal((await run(['push', 'lost.py'], env)).code, 0);
    const client = app.client();
    assert.equal((await client.listSnippets({ q: 'before_the_loss' }).toArray()).length, 0);
    assert.equal((await client.listSnippets({ q: 'after_the_loss' }).toArray()).length, 1);
  });

  it('goes on with the other files when one is refused, and takes it when it is corrected', async () => {
    await write('empty.py', ' \n');
    await write('good.py', 'good = 1\n');
    const { code, stdout, stderr } = await run(['push', 'empty.py', 'good.py', '--json']);
    assert.deepEqual([code, JSON.parse(stdout).created], [1, true]);
    assert.match(stderr, /empty\.py: code: This field may not be blank\.\n$/);
    await write('empty.py', '#'.repeat(3_000_000));
    assert.match((await run(['push', 'empty.py'])).stderr, /too large/i);
    await write('empty.py', 'full = 1\n');
    const [corrected] = await results('push', 'empty.py');
    assert.equal((await stored(corrected.id)).code, 'full = 1\n');
  });

  it('says in one line what failed and what to do', async () => {
    const closed = await findClosedUrl();
    const withoutTokens = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    const bob = await app.addUser('bob');
    await setActive(app.store, bob.id, false);
    const deactivated = { SNIPPETS_TOKEN: bob.token };
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [
        ['list'],
        { SNIPPETS_URL: closed },
        1,
        /cannot be reached \(connect ECONNREFUSED .*\)\. Check the address/,
      ],
      [['push', 'good.py'], { SNIPPETS_TOKEN: 'expired' }, 1, /Invalid token\. Correct SNIPPETS_TOKEN\.$/m],
      [['push', 'good.py'], { XDG_CONFIG_HOME: '/nowhere' }, 1, /No service is known\. Log in/],
      [
        ['delete', '1'],
        { SNIPPETS_URL: app.url.replace('127.0.0.1', 'localhost') },
        1,
        /credentials were not provided\. Log in with `snippets login URL`\.$/m,
      ],
      [
        ['login', withoutTokens.url],
        {},
        1,
        /gives no tokens\. Its operator must add token to AUTH_SCHEMES and restart it: AUTH_SCHEMES=session,basic,token$/m,
      ],
      [['push', 'good.py'], deactivated, 1, /User inactive or deleted\. Ask the operator of the service\.$/m],
      [['login', app.url], {}, 2, /takes --username NAME and --password-stdin/],
      [['login', 'nothing'], {}, 2, /URL "nothing" is not absolute/],
      [['list'], { SNIPPETS_URL: 'nothing' }, 1, /SNIPPETS_URL "nothing" is not absolute: write http:/],
      [['delete'], {}, 2, /delete takes ID\.\.\. Try: snippets delete --help/],
      [['push', 'a', '--title'], {}, 2, /argument missing\. Try: snippets push --help/],
      [['show', 'abc'], {}, 2, /"abc" is no id\. Try: snippets show --help/],
      [
        ['list'],
        { SNIPPETS_URL: 'http://127.0.0.1:1' },
        1,
        /cannot be reached \(fetch refuses this port\)\. Check/,
      ],
      [
        ['pull', '1', '-o', 'nowhere/a.py'],
        {},
        1,
        /a\.py cannot be written: its folder does not exist\. Name/,
      ],
      [['help', 'nothing'], {}, 2, /There is no command "nothing"/],
      [['push', 'nothing.py'], {}, 1, /There is no file "nothing\.py"/],
      [['pull', '1', '--colour'], {}, 2, /'--colour'/],
      [['found'], {}, 2, /There is no command "found"/],
    ];
    for (const [args, env, expected, words] of cases) {
      const { code, stdout, stderr } = await run(args, { ...env });
      assert.deepEqual([code, stdout], [expected, ''], `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, words);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    const wrong = await run(['login', app.url, '--username', 'alice', '--password-stdin'], {}, 'guess');
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [1, 'snippets: Unable to log in with provided credentials.\n'],
    );
    await withoutTokens.close();
  });

  it('says which file about a push cannot be read, and what to do', async () => {
    const env = { XDG_STATE_HOME: join(home, 'spoiled') };
    await write('spoiled.py', 'a = 1\n');
    await run(['push', 'spoiled.py'], env);
    const [file = ''] = await readdir(join(home, 'spoiled/snippets'));
    await write(`spoiled/snippets/${file}`, '{');
    const { code, stderr } = await run(['push', 'spoiled.py'], env);
    assert.equal(code, 1);
    assert.match(stderr, /\.json cannot be read \(.*[^.]\)\. Correct or delete it\.\n$/);
  });

  it('keeps no token after a logout', async () => {
    const env = { XDG_CONFIG_HOME: join(home, 'other-config') };
    const args = ['login', app.url, '--username', 'alice', '--password-stdin'];
    assert.equal((await run(args, env, alice.password)).code, 0);
    for (let n = 0; n < 2; n++) {
      const { code, stdout } = await run(['logout'], env);
      assert.equal(code, 0);
      assert.match(stdout, /^Logged out\. The token is good until .* snippet-store tokens revoke NAME\.\n$/);
    }
    assert.match((await run(['list'], env)).stderr, /No service is known\. Log in/);
  });

  it('shows its help, and completes in bash', async () => {
    assert.match((await run(['help'])).stdout, /push FILE\.\.\./);
    const { stdout: help } = await run(['push', '--help']);
    assert.equal((await run(['help', 'push'])).stdout, help);
    const [first, , ...options] = help.trimEnd().split('\n');
    assert.equal(
      first,
      'snippets push FILE...|FOLDER|-: store files; pushed again, a file replaces its snippet',
    );
    for (const line of options) assert.match(line, /^ {2}(-\w, | {4})--[\w-]+( [A-Z]+)? +[a-z]/);
    const declared = Object.values(commands).flatMap((command) => Object.keys(command.options ?? {}));
    for (const name of declared) assert.ok(name in optionTexts, name);
    const { stdout: script } = await run(['completion', 'bash']);
    await write(
      'complete.sh',
      `${script}\nCOMP_WORDS=(snippets pu); COMP_CWORD=1; _snippets; echo "\${COMPREPLY[@]}"`,
    );
    const child = spawn('bash', [join(home, 'complete.sh')]);
    assert.equal(await text(child.stdout), 'push pull\n');
  });
});
