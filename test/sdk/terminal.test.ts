// The command `snippets`, run as a process against the service: each command, its results and what it says of failures.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { setActive } from '#src/authentication/logins.js';
import { commands, optionTexts } from '#src/client/commands.js';
import { ROOT } from '../docs/read-markdown.js';
import { startApp, useApp, useUser } from '../helpers/app.js';
import { type Outcome, results as resultsOf, temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { answers, findClosedUrl, startProxy, startServer } from './start-server.js';

const home = await temporaryFolder();
const CLI = join(ROOT, 'dist/client/cli.js');

type Environment = Readonly<Record<string, string>>;

function start([command = '', ...args]: readonly string[], env: Environment = {}) {
  const folders = { XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') };
  return spawn(command, args, {
    cwd: home,
    env: { PATH: process.env.PATH, BROWSER: 'true', HOME: home, ...folders, ...env },
  });
}

/** On a terminal, which `script` of util-linux makes, standard output and standard error are one. */
const onTerminal = (args: readonly string[], env: Environment) =>
  run(args, env, '', ['script', '-qec', [process.execPath, CLI, ...args].join(' '), '/dev/null']);

async function run(
  args: readonly string[],
  env: Environment = {},
  input = '',
  through = [process.execPath, CLI, ...args],
): Promise<Outcome> {
  const child = start(through, env);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** What a command prints of its results. */
type Printed = Record<'title' | 'path' | 'url', string> & { id: number; created: boolean; deleted: boolean };

/** The results of a command that succeeds. */
async function results(...args: string[]): Promise<[Printed, ...Printed[]]> {
  const outcome = await run([...args, '--json']);
  assert.deepEqual([outcome.code, outcome.stderr], [0, ''], args.join(' '));
  return resultsOf(outcome) as [Printed, ...Printed[]];
}

const write = (name: string, code: string) => writeFile(join(home, name), code);

describe('the command snippets', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic,token' } });
  const alice = useUser(app, 'alice');
  const login = (password: string, env?: Environment) =>
    run(['login', app.url, '--username', 'alice', '--password-stdin'], env, password);
  before(async () => {
    const { code, stderr } = await login(alice.password);
    assert.deepEqual([code, stderr], [0, '']);
  });

  const stored = (id: number) => app.client().getSnippet({ id });
  const storedAs = async (prefix: string) =>
    (await app.client().listSnippets({ owner: 'alice' }).toArray()).filter((one) =>
      one.title.startsWith(prefix),
    );

  it('keeps the login for its owner alone, and no token after a logout', async () => {
    const file = join(home, 'config/snippets/config.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(JSON.parse(await readFile(file, 'utf8'))), ['url', 'token']);
    const env = { XDG_CONFIG_HOME: join(home, 'other-config') };
    assert.equal((await login(alice.password, env)).code, 0);
    for (let n = 0; n < 2; n++) {
      const { code, stdout } = await run(['logout'], env);
      assert.equal(code, 0);
      assert.match(stdout, /^Logged out\. The token is good until .* snippet-store tokens revoke NAME\.\n$/);
    }
    assert.match((await run(['list'], env)).stderr, /No service is known\. Log in/);
  });

  it('pushes a file, and replaces its code alone when it is pushed again, and what an option names', async () => {
    await write('main.rs', 'fn main() {}\n');
    const [first] = await results('push', 'main.rs', '--style', 'monokai');
    const { id } = first;
    const { title, language, style, code } = await stored(id);
    assert.deepEqual([title, language, style, code], ['main.rs', 'rust', 'monokai', 'fn main() {}\n']);
    await results('push', 'main.rs', '--title', 'By hand');
    await write('main.rs', 'fn main() { changed() }\n');
    const [second] = await results('push', 'main.rs', '--linenos');
    assert.deepEqual([first.created, second.id, second.created], [true, id, false]);
    const changed = { title: 'By hand', code: 'fn main() { changed() }\n', linenos: true };
    assert.deepEqual(await stored(id), { id, owner: 'alice', language, style, ...changed });
    const [another] = await results('push', 'main.rs', '--new');
    assert.notEqual(another.id, id);
    // By its id, standard input and a file replace what somebody else has changed, too.
    await app.client(alice).editSnippet({ id, code: 'theirs' });
    const piped = await run(['push', '-', '--id', String(id), '--json'], {}, 'from a pipe\n');
    assert.deepEqual(JSON.parse(piped.stdout), { path: '-', id, created: false });
    const now = { id, owner: 'alice', language, style, ...changed };
    assert.deepEqual(await stored(id), { ...now, code: 'from a pipe\n' });
    await results('push', 'main.rs', '--id', String(id));
    assert.deepEqual(await stored(id), now);
    assert.equal((await results('push', 'main.rs'))[0].id, id);
  });

  it('pushes standard input, shows it, finds it, lists it and deletes it', async () => {
    const args = ['push', '-', '--title', 'From a pipe', '--language', 'python', '--json'];
    const { stdout } = await run(args, {}, 'unmistakable = 1\n');
    const { id } = JSON.parse(stdout);
    assert.equal((await run(['show', String(id)])).stdout, 'unmistakable = 1\n');
    const found = await results('search', 'unmistakable');
    assert.deepEqual([found.length, found[0].id], [1, id]);
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
    const { id: other } = await app.client(alice).createSnippet({ code: 'a = 1\n', title: '日本語 (1).py' });
    assert.deepEqual(await results('pull', String(other)), [{ id: other, path: '日本語 (1).py' }]);
    const { id } = await app.client(alice).createSnippet({ code: 'a = 1\n', title: 'kept.py' });
    assert.deepEqual(await results('pull', String(id)), [{ id, path: 'kept.py' }]);
    await write('kept.py', 'a = 2\n');
    const again = await run(['pull', String(id)]);
    const refused = 'snippets: kept.py cannot be written: it exists, and --force replaces it.';
    assert.deepEqual([again.code, again.stderr], [1, `${refused} Name another with -o.\n`]);
    assert.equal((await results('push', 'kept.py'))[0].id, id);
    assert.equal((await stored(id)).code, 'a = 2\n');
  });

  it('overwrites nothing that somebody else has saved since the file was pushed or pulled', async () => {
    await write('shared.py', 'a = 1\n');
    const [{ id }] = await results('push', 'shared.py');
    const theirs = app.client(alice);
    await theirs.editSnippet({ id, code: 'a = 2\n' });
    await write('shared.py', 'a = 3\n');
    const refused = await run(['push', 'shared.py']);
    assert.deepEqual([refused.code, (await stored(id)).code], [1, 'a = 2\n']);
    const advice = /Somebody else has changed its snippet \d+\. Save theirs with `snippets pull/;
    assert.match(refused.stderr, advice);
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
    await mkdir(join(home, 'together'));
    // First each creates them, then each replaces them.
    for (const line of ['', '# changed\n']) {
      for (let n = 0; n < 20; n++) await write(`together/together-${n}.py`, `${line}n = ${n}\n`);
      const pushes = await Promise.all(Array.from({ length: 3 }, () => results('push', 'together')));
      const [ids, ...others] = pushes.map((pushed) => pushed.map(({ path, id }) => `${path} ${id}`).sort());
      for (const found of others) assert.deepEqual(found, ids);
      const kept = await storedAs('together-');
      assert.deepEqual([kept.length, new Set(kept.map(({ title }) => title)).size], [20, 20]);
      assert.ok(kept.every(({ code }) => code.startsWith(line)));
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
    const binary = await run(['edit', String(id)], { EDITOR: "printf 'a\\377' >" });
    const [, refused = ''] = /no text in UTF-8\. Your text is in (\S+\.py)\.\n$/.exec(binary.stderr) ?? [];
    assert.deepEqual([binary.code, (await stored(id)).code], [1, 'a = 2\n'], binary.stderr);
    assert.deepEqual(await readFile(refused), Buffer.from('a\xff', 'latin1'));
    await rm(join(refused, '..'), { recursive: true });
    // Somebody else saves before the editor does.
    const put = `curl -s -o /dev/null -X PUT -u 'alice:${alice.password}' -H 'Content-Type: application/json'`;
    const other = `${put} -d '{"code": "a = 3"}' ${app.url}/snippets/${id}/`;
    const { code, stderr } = await run(['edit', String(id)], { EDITOR: `${other}; sed -i s/2/4/` });
    const [, mine = '', theirs = ''] = /Your text is in (\S+), theirs in (\S+)\.\n$/.exec(stderr) ?? [];
    assert.deepEqual([code, (await stored(id)).code], [1, 'a = 3']);
    assert.deepEqual([await readFile(mine, 'utf8'), await readFile(theirs, 'utf8')], ['a = 4\n', 'a = 3']);
    await rm(join(mine, '..'), { recursive: true });
  });

  it('uses nothing that a service says as a command, a hidden file or a control of the terminal', async (test) => {
    const odd = 'odd\u001b[2J\u009b31m\u061c\u200e\u200f\u2028\u2029\u202e\u2066\b';
    const snippet = { id: 1, owner: odd, title: odd, code: `${odd}\r\nb\rc`, language: odd };
    const markup = `<span class="hljs-title">${snippet.code.replaceAll('\r', '&#13;')}</span>`;
    const paths = { [`.${odd}/`]: { post: { operationId: 'createToken' } }, '/': null };
    let name = '';
    const table: [request: RegExp, status: number, body: unknown, type?: string][] = [
      [/raw/, 200, snippet.code, 'text/plain'],
      [/highlight/, 200, `<code class="language-x">${markup}</code></pre>`, 'text/html'],
      [/openapi/, 200, { paths }],
      [/^DELETE/, 403, { detail: odd }],
      [/^POST/, 201, snippet],
      [/\/1\/$/, 200, snippet],
      [/./, 200, [snippet, { id: 2 }]],
    ];
    const { baseUrl } = await startServer(test, (response, received) => {
      const row = table.find(([request]) => request.test(`${received.method} ${received.path}`));
      const [, status = 404, body, type = 'application/json'] = row ?? [];
      const headers = {
        'Content-Disposition': `inline; filename="${name}"`,
        'Content-Type': type,
        ETag: '"1"',
      };
      return answers(status, body, headers)(response, received);
    });
    const env = { SNIPPETS_URL: baseUrl, SNIPPETS_TOKEN: 'key', EDITOR: 'true' };

    const ACTS = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
    const commands = [
      'show 1',
      'pull 1 -o -',
      'list',
      'search a',
      'delete 1',
      'delete 1 2',
      'show 1 --json',
      'list --json',
    ];
    for (const command of commands) {
      const shown = (await onTerminal(command.split(' '), env)).stdout;
      assert.ok(shown.includes(command === 'show 1' ? 'b\\u000dc\x1b[0m' : 'odd\\u001b[2J'), command + shown);
      assert.doesNotMatch(shown.replaceAll('\x1b[34m', '').replaceAll('\x1b[0m', ''), ACTS, command);
    }
    const { stdout: json } = await run(['show', '1', '--json'], env);
    assert.deepEqual([JSON.parse(json), ACTS.test(json)], [snippet, false]);
    assert.equal((await run(['pull', '1', '-o', '-'], env)).stdout, snippet.code);
    const login = await run(['login', baseUrl, '--username', 'a', '--password-stdin'], {}, 'secret');
    assert.match(login.stderr, /gives no tokens/);

    const before = await readdir(home);
    const injected = ['x.$(touch ran)', 'x.`touch ran`', 'x.;touch ran'];
    const encodings = ['%2Enpmrc', '%zz', 'a%0Ab', '%ff.py'].map((one) => `x"; filename*=UTF-8''${one}; a="`);
    for (name of injected) assert.equal((await run(['edit', '1'], env)).code, 0, name);
    for (name of [
      ...injected,
      '.npmrc',
      '..',
      '-rf',
      '~',
      'a\x9b2J.py',
      'a\\b',
      'a:b',
      'a\tb',
      ...encodings,
    ]) {
      const { code, stderr } = await run(['pull', '1', '--force'], env);
      assert.deepEqual(
        [code, /chosen by the service\. Name a file with -o\.\n$/.test(stderr)],
        [1, true],
        stderr,
      );
      assert.deepEqual(await readdir(home), before, name);
    }
    // It replaces no file but one that this user has pushed or pulled as this snippet.
    for (name of ['plain.py', '.hidden.py']) {
      await write(name, 'mine');
      assert.equal((await run(['pull', '1', '--force'], env)).code, 1);
      assert.equal(await readFile(join(home, name), 'utf8'), 'mine');
      assert.equal((await run(['push', name], env)).code, 0);
      assert.equal((await run(['pull', '1', '--force'], env)).code, 0);
      assert.equal(await readFile(join(home, name), 'utf8'), snippet.code);
    }
  });

  it('stores each file of a folder once, although it is interrupted twice', async () => {
    await mkdir(join(home, 'many'));
    for (let n = 0; n < 40; n++) await write(`many/file${n}.py`, `n = ${n}\n`);
    await write('many/.hidden', 'no');
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const child = start([process.execPath, CLI, 'push', 'many']);
      let lines = 0;
      child.stdout.on('data', (chunk) => {
        lines += String(chunk).split('\n').length - 1;
      });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      await until('ten files are stored', () => lines >= 10 || child.exitCode !== null);
      child.kill(signal);
      await ended;
    }
    assert.equal((await results('push', 'many')).length, 40);
    const titles = (await storedAs('file')).map(({ title }) => title);
    assert.deepEqual([titles.length, new Set(titles).size], [40, 40]);
  });

  it('repeats a create whose answer was lost, and then stores what the file holds now', async (test) => {
    let creates = 0;
    // The first five answers.
    const proxy = await startProxy(test, app.url, ({ method }) => method === 'POST' && ++creates < 6);
    const env = { SNIPPETS_URL: proxy, SNIPPETS_TOKEN: alice.token };
    await write('lost.py', 'before_the_loss = 1\n');
    const lost = await run(['push', 'lost.py'], env);
    assert.deepEqual([lost.code, /run the same command|may have been done/.test(lost.stderr)], [1, true]);
    await write('lost.py', 'after_the_loss = 1\n');
    assert.equal((await run(['push', 'lost.py'], env)).code, 0);
    const codes = (await storedAs('lost')).map(({ code }) => code);
    assert.deepEqual(codes, ['after_the_loss = 1\n']);
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

  it('says in one line what failed and what to do', async (test) => {
    const { url: withoutTokens } = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } }, test);
    const bob = await app.addUser('bob');
    await setActive(app.store, bob.id, false);
    const expired = { SNIPPETS_TOKEN: 'expired' };
    const deactivated = { SNIPPETS_TOKEN: bob.token };
    const at = (SNIPPETS_URL: string) => ({ SNIPPETS_URL });
    // The token of the login is for the address of the login.
    const elsewhere = at(app.url.replace('127.0.0.1', 'localhost'));
    await write('spoiled.py', 'a = 1\n');
    const spoiled = { XDG_STATE_HOME: join(home, 'spoiled') };
    await run(['push', 'spoiled.py'], spoiled);
    const [file = ''] = await readdir(join(home, 'spoiled/snippets'));
    await write(`spoiled/snippets/${file}`, '{');
    const moreSchemes = 'add token to AUTH_SCHEMES and restart it: AUTH_SCHEMES=session,basic,token';

    const rows: [command: string, code: number, words: RegExp, env?: Environment][] = [
      ['list', 1, /reached \(connect ECONNREFUSED .*\)\. Check the address/, at(await findClosedUrl())],
      ['list', 1, /cannot be reached \(fetch refuses this port\)\. Check/, at('http://127.0.0.1:1')],
      ['list', 1, /SNIPPETS_URL takes http\(s\):\/\/host\/path/, at('nothing')],
      ['push good.py', 1, /Invalid token\. Correct SNIPPETS_TOKEN\.$/m, expired],
      ['push good.py', 1, /inactive or deleted\. Ask the operator of the service\.$/m, deactivated],
      ['delete 1', 1, /credentials were not provided\. Log in with `snippets login URL`\.$/m, elsewhere],
      ['push spoiled.py', 1, /\.json cannot be read \(.*[^.]\)\. Correct or delete it\.$/m, spoiled],
      ['push nothing.py', 1, /There is no file "nothing\.py"/],
      ['pull 1 -o nowhere/a.py', 1, /a\.py cannot be written: its folder does not exist\. Name/],
      [`login ${withoutTokens}`, 1, new RegExp(`gives no tokens\\. Its operator must ${moreSchemes}$`, 'm')],
      [`login ${app.url}`, 2, /takes --username NAME and --password-stdin/],
      ['login nothing', 2, /URL takes http\(s\):\/\/host\/path/],
      ['delete', 2, /delete takes ID\.\.\. Try: snippets delete --help/],
      ['push good.py empty.py --id 1', 2, /--id is for one file\./],
      ['push good.py --id 1 --new', 2, /--id replaces a snippet, and --new makes one\./],
      ['push good.py --id 999999', 1, /good\.py: There is no such snippet/],
      ['push a --title', 2, /argument missing\. Try: snippets push --help/],
      ['show abc', 2, /"abc" is no id\. Try: snippets show --help/],
      ['help nothing', 2, /There is no command "nothing"/],
      ['pull 1 --colour', 2, /'--colour'/],
    ];
    for (const [command, expected, words, env] of rows) {
      const { code, stdout, stderr } = await run(command.split(' '), env);
      assert.deepEqual([code, stdout], [expected, ''], `${command}: ${stderr}`);
      assert.match(stderr, words);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    const { code, stderr } = await login('guess');
    assert.deepEqual([code, stderr], [1, 'snippets: Unable to log in with provided credentials.\n']);
  });

  it('shows its help, and completes in bash', async () => {
    assert.match((await run(['help'])).stdout, /push FILE\.\.\./);
    const { stdout: help } = await run(['push', '--help']);
    assert.equal((await run(['help', 'push'])).stdout, help);
    const [first, , ...options] = help.trimEnd().split('\n');
    const about = 'store files; pushed again, a file replaces its snippet';
    assert.equal(first, `snippets push FILE...|FOLDER|-: ${about}`);
    for (const line of options) assert.match(line, /^ {2}(-\w, | {4})--[\w-]+( [A-Z]+)? +[a-z]/);
    const declared = Object.values(commands).flatMap((command) => Object.keys(command.options ?? {}));
    for (const name of declared) assert.ok(name in optionTexts, name);
    const { stdout: script } = await run(['completion', 'bash']);
    const typed = 'COMP_WORDS=(snippets pu); COMP_CWORD=1; _snippets';
    const bash = spawn('bash', ['-c', `${script}\n${typed}; echo "\${COMPREPLY[@]}"`]);
    assert.equal(await text(bash.stdout), 'push pull\n');
  });
});
