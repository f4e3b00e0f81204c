/** `snippet-store serve`: the first start, the announcement, the stop, and the command line beside it. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openStore } from '#src/store/index.js';
import {
  CLI,
  postSnippet,
  results,
  run,
  runHere,
  type Service,
  type Settings,
  serve,
  stop,
  temporaryFolder,
} from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { newSnippet, recordingLog } from '../store/samples.js';

const shell = promisify(execFile);
const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined;
const withoutCurl = curlIsMissing && process.env.CI !== 'true' ? 'curl is not on this machine' : false;

/** A store with the user alice, which is copied: a command for each service would take most of the time of its test. */
const STORE_OF_ALICE = await temporaryFolder();
const created = await runHere(
  ['users', 'create', 'alice', '--password-stdin'],
  { DATA_DIR: STORE_OF_ALICE },
  'secret of alice',
);
assert.equal(created.code, 0, created.stderr);

async function copyOfAlice(): Promise<string> {
  const DATA_DIR = await temporaryFolder();
  await cp(STORE_OF_ALICE, DATA_DIR, { recursive: true });
  // As a group may be meant to write.
  await chmod(DATA_DIR, 0o775);
  return DATA_DIR;
}

/** A service without first-start lines: the user alice is there before. */
async function serveForAlice(settings = {}): Promise<Service & { DATA_DIR: string }> {
  const DATA_DIR = await copyOfAlice();
  return { DATA_DIR, ...(await serve({ DATA_DIR, ...settings })) };
}

/** It has no time for long code. */
const beside = await serveForAlice({ HIGHLIGHT_TIMEOUT_MS: '1' });

const AS_ALICE = `Basic ${btoa('alice:secret of alice')}`;

const post = (address: string, code: string, Authorization = AS_ALICE) =>
  postSnippet({ address }, { Authorization }, { code });

const OPEN_FOLDER = /"dataDir":".*every user of this machine may write DATA_DIR/;

describe('the first start of an empty embedded store', () => {
  const FIRST_STARTS: [settings: Settings, signal: NodeJS.Signals][] = [
    [{}, 'SIGTERM'],
    [{ AUTH_SCHEMES: 'token', HOST: '0.0.0.0' }, 'SIGINT'],
    [{ OWNERSHIP: 'off' }, 'SIGHUP'],
  ];
  for (const [settings, signal] of FIRST_STARTS) {
    it(`prints a curl line that stores a snippet: ${JSON.stringify(settings)}, until ${signal}`, {
      skip: withoutCurl,
    }, async () => {
      const DATA_DIR = await temporaryFolder();
      const service = await serve({ DATA_DIR, ...settings });
      const line = /^ {2}(curl .*)$/m.exec(service.written.stdout)?.[1] ?? '';
      assert.equal('OWNERSHIP' in settings, !/-u|Authorization/.test(line), line);
      const { stdout } = await shell('sh', ['-c', `${line} -sS --fail-with-body`]);
      const snippet = JSON.parse(stdout);
      assert.equal(snippet.id, 1);
      assert.equal(snippet.owner, 'OWNERSHIP' in settings ? undefined : 'demo');
      await stop(service, signal);
    });
  }

  it('is done by one process when several start at once, and by none that starts later', async () => {
    const DATA_DIR = await temporaryFolder();
    const services = await Promise.all([serve({ DATA_DIR }), serve({ DATA_DIR }), serve({ DATA_DIR })]);
    const welcomes = services.filter(({ written }) => written.stdout.includes('demo'));
    assert.equal(welcomes.length, 1);
    // Printed before anybody can be answered.
    const printed =
      /^First start: made the user demo with the password ([0-9a-f]{24}) .*\nsnippet-store listening/;
    const [, password] = printed.exec(welcomes[0]?.written.stdout ?? '') ?? [];
    for (const { address } of services) {
      assert.equal((await post(address, '1', `Basic ${btoa(`demo:${password}`)}`)).status, 201);
    }
    await Promise.all(services.map((service) => stop(service)));
    await chmod(DATA_DIR, 0o777);
    const later = await serve({ DATA_DIR });
    assert.doesNotMatch(later.written.stdout, /demo|curl/);
    await stop(later);
    assert.match(later.written.stderr, OPEN_FOLDER);
  });
});

describe('the announcement', () => {
  it('has the real port, and brackets around IPv6 where the machine has it', async () => {
    const DATA_DIR = await temporaryFolder();
    const service = await serve({ DATA_DIR, PORT: '1' }, ['--host', '::1', '--port', '0']).catch((error) => {
      // Without IPv6 the refusal is what is announced.
      assert.match(
        String(error),
        /cannot listen on http:\/\/\[::1\]:0: .*(does not have the address|EAFNOSUPPORT)/,
      );
    });
    if (!service) return;
    assert.match(service.address, /^http:\/\/\[::1\]:[1-9]\d+$/);
    assert.equal((await fetch(`${service.address}/snippets/`)).status, 200);
    await stop(service);
  });

  it('is for a person, on standard output; the log is on standard error', async () => {
    const service = await serveForAlice({ LOG_LEVEL: 'trace' });
    assert.equal((await post(service.address, 'logged')).status, 201);
    await stop(service);
    assert.equal(service.written.stdout.split('\n')[0], `snippet-store listening on ${service.address}`);
    assert.ok(service.written.stdout.includes(`${service.DATA_DIR} (DATA_DIR). PORT sets another port`));
    assert.equal(service.written.stdout.split('\n').length, 3);
    for (const line of service.written.stderr.trim().split('\n')) JSON.parse(line);
    assert.doesNotMatch(service.written.stderr, /secret of alice/);
    assert.doesNotMatch(service.written.stderr, OPEN_FOLDER);
    assert.ok(!service.written.stderr.includes(AS_ALICE.slice('Basic '.length)), 'no credentials in the log');
  });
});

describe('a command beside the server', () => {
  const { address, DATA_DIR } = beside;
  const settings = { DATA_DIR, HIGHLIGHT_TIMEOUT_MS: '30000' };

  // The first case: whatever the service stores here may be too slow for it.
  it('renders again: a snippet that fell back to plain text is highlighted, with a new ETag', async () => {
    const code = 'value = another_value + 12345\n'.repeat(3000);
    const { id } = (await (await post(address, code)).json()) as { id: number };
    const before = (await fetch(`${address}/snippets/${id}/`)).headers.get('ETag');
    const once = await run(['snippets', 'highlight', '--json'], settings);
    assert.deepEqual(results(once), [{ seen: 1, changed: 1, plain: 0 }], once.stderr);
    assert.notEqual((await fetch(`${address}/snippets/${id}/`)).headers.get('ETag'), before);
    assert.deepEqual(results(await runHere(['snippets', 'highlight', '--plain-only', '--json'], settings)), [
      { seen: 0, changed: 0, plain: 0 },
    ]);
    assert.deepEqual(results(await runHere(['snippets', 'highlight', '--all', '--json'], settings)), [
      { seen: 1, changed: 0, plain: 0 },
    ]);
  });

  it('makes a user whom the server knows at once, keeps out one that is deactivated', async () => {
    await runHere(['users', 'create', 'bob', '--password-stdin'], settings, 'secret of bob');
    const asBob = `Basic ${btoa('bob:secret of bob')}`;
    assert.equal((await post(address, '1', asBob)).status, 201);
    await runHere(['users', 'set-password', 'bob', '--password-stdin'], settings, 'another one');
    // 403: the first scheme, the session, has no challenge.
    assert.equal((await post(address, '2', asBob)).status, 403);
    const asBobAnew = `Basic ${btoa('bob:another one')}`;
    assert.equal((await post(address, '3', asBobAnew)).status, 201);
    await runHere(['users', 'deactivate', 'bob'], settings);
    assert.equal((await post(address, '4', asBobAnew)).status, 403);
  });

  it('gives snippets without an owner to a user, which the log of a start asks for', async () => {
    const DATA_DIR = await copyOfAlice();
    const store = await openStore({ mongodbUrl: undefined, dataDir: DATA_DIR }, recordingLog());
    for (let i = 0; i < 3; i++)
      await store.insertNext(store.snippets, newSnippet({ ownerId: null, owner: null }));
    await store.close();
    const service = await serve({ DATA_DIR });
    await until('the log names the command', () =>
      /cli\.js snippets assign --owner NAME/.test(service.written.stderr),
    );
    const unknown = await runHere(['snippets', 'assign', '--owner', 'nobody'], { DATA_DIR });
    assert.deepEqual([unknown.code, unknown.stderr], [1, 'snippet-store: unknown user "nobody"\n']);
    for (const assigned of [3, 0]) {
      const outcome = await runHere(['snippets', 'assign', '--owner', 'alice', '--json'], { DATA_DIR });
      assert.deepEqual(results(outcome), [{ owner: 'alice', assigned }], outcome.stderr);
    }
    const listed = (await (await fetch(`${service.address}/snippets/`)).json()) as { owner: string }[];
    assert.deepEqual(
      listed.map(({ owner }) => owner),
      ['alice', 'alice', 'alice'],
    );
  });
});

/** Sends the head of a request that stores a snippet, waits until it is being handled, and sends half of its body. */
async function halfAPost(address: string): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const { hostname, port, host } = new URL(address);
  const body = JSON.stringify({ code: 'slow' });
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  const head = [
    'POST /snippets/ HTTP/1.1',
    `Host: ${host}`,
    `Authorization: ${AS_ALICE}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  assert.deepEqual(await once(socket, 'data'), ['HTTP/1.1 100 Continue\r\n\r\n']);
  socket.write(body.slice(0, 5));
  return {
    socket,
    async finish() {
      let answer = '';
      socket.on('data', (text) => {
        answer += text;
      });
      socket.write(body.slice(5));
      await new Promise((resolve) => socket.once('close', resolve));
      return answer;
    },
  };
}

async function isAccepted({ address }: Service): Promise<boolean> {
  try {
    await (await fetch(`${address}/snippets/`)).text();
    return true;
  } catch {
    return false;
  }
}

describe('the stop', () => {
  it('answers the request in flight, and no new one', async () => {
    const service = await serveForAlice();
    // The answer in flight has 8 s, which loading the highlighter alone may take on a busy machine.
    assert.equal((await post(service.address, 'first')).status, 201);
    // Connections that wait, one without a byte sent, hold nothing up.
    await (await fetch(`${service.address}/snippets/`)).text();
    const silent = connect(Number(new URL(service.address).port), '127.0.0.1').on('error', () => undefined);
    const request = await halfAPost(service.address);
    service.signal('SIGTERM');
    // Each connection makes the service accept for another 200 ms, for 3 s at most.
    do await sleep(300);
    while (await isAccepted(service));
    const answer = await request.finish();
    assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/);
    assert.match(answer, /\r\nConnection: close\r\n/i);
    assert.equal((await service.ended).code, 0);
    silent.destroy();
  });

  it('ends although the reader of the log takes nothing', async () => {
    const settings = { DATA_DIR: await temporaryFolder(), PORT: '0' };
    const child = spawn(process.execPath, [CLI, 'serve'], { env: { PATH: process.env.PATH, ...settings } });
    after(() => child.kill('SIGKILL'));
    let announced = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      announced += text;
    });
    await until('the service listens', () => /listening on /.test(announced));
    const [, address = ''] = /listening on (\S+)/.exec(announced) ?? [];
    // More than a pipe and the buffers of its reader hold.
    for (let lines = 0; lines < 300; lines += 100)
      await Promise.all(Array.from({ length: 100 }, () => fetch(`${address}/${'x'.repeat(1400)}`)));
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(30_000) });
    assert.equal(code, 0);
  });

  it('ends the process at once with 1 on a second signal', async () => {
    const service = await serveForAlice();
    const request = await halfAPost(service.address);
    request.socket.on('error', () => undefined);
    service.signal('SIGTERM');
    // Two signals that are pending at once would come as one.
    await until('the first signal is logged', () => /stopping after/.test(service.written.stderr));
    service.signal('SIGTERM');
    const { code, stderr } = await service.ended;
    assert.equal(code, 1);
    assert.match(stderr, /stopped at once: requests in flight are cut off/);
  });
});
