/**
 * A service and commands on one file, ended in every way while all of them write: what was acknowledged stays, nothing is
 * there twice, the file is whole, and each process ends with its own status. `ENDS=120 SECONDS=600` runs it long.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SnippetStore, token } from 'snippet-store/sdk';
import { FILE_NAME, findDamage } from '#src/store/embedded/file.js';
import {
  launch,
  prepareAlice,
  results,
  runHere,
  type Service,
  serve,
  stop as stopService,
  temporaryFolder,
} from '../helpers/service.js';
import { holdPromises, startWriting, writesOf } from './writing-client.js';

const [ENDS, SECONDS] = [Number(process.env.ENDS ?? 6), Number(process.env.SECONDS ?? 5)];
const CLIENTS = 6;
/** How the service ends, and the status that follows. */
const WAYS = [
  ['SIGKILL', null],
  ['SIGTERM', 0],
  // An uncaught error, by the CONFIG module.
  ['SIGUSR2', 1],
] as const;
const UNCAUGHT = `process.on('SIGUSR2', () => { throw new Error('uncaught, as asked'); });\nexport default {};\n`;

it(`${ENDS} ends in ${SECONDS} s of mixed writes lose nothing that was acknowledged`, async (test) => {
  const folder = await temporaryFolder();
  const CONFIG = join(folder, 'config.mjs');
  await writeFile(CONFIG, UNCAUGHT);
  const { settings, token: key } = await prepareAlice();
  const file = join(settings.DATA_DIR ?? '', FILE_NAME);
  const clientOf = ({ address }: Service) => createClient({ baseUrl: address, auth: token(key), retries: 0 });

  let store: SnippetStore | undefined;
  const connect = async (): Promise<SnippetStore> => {
    while (!store) await sleep(20, undefined, { signal: stop.signal });
    return store;
  };
  const stop = new AbortController();
  test.after(() => stop.abort());
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    startWriting(`client ${i}`, connect, stop.signal),
  );
  const commands = runCommands(settings, folder, stop.signal);
  const failed = Promise.race([...clients.map(({ ended }) => ended), commands.ended]);

  const start = async (): Promise<Service> => {
    const service = await serve({ ...settings, CONFIG });
    store = clientOf(service);
    return service;
  };
  const moreWrites = async (count: number) => {
    const before = writesOf(clients);
    while (writesOf(clients) < before + count) await sleep(5, undefined, { signal: stop.signal });
  };
  let highest = 0;
  const began = Date.now();
  for (let end = 1; end <= ENDS; end++) {
    const alreadyThere = clients.map(({ ids }) => ids.length);
    const service = await start();
    const left = began + (SECONDS * 1000 * end) / ENDS - Date.now();
    await Promise.race([failed, Promise.all([sleep(left), moreWrites(20)])]);
    // In the middle of whatever they are at.
    await sleep(Math.random() * 30);
    store = undefined;
    const [signal, status] = WAYS[end % WAYS.length] ?? WAYS[0];
    service.signal(signal);
    if (end % 2 === 0) commands.kill();
    const { code, stderr } = await service.ended;
    assert.equal(code, status, `${signal}: ${stderr}`);
    assert.doesNotMatch(stderr, /"level":[56]0/, 'no error but the end');
    assert.deepEqual(findDamage(file), []);
    const given = clients.flatMap(({ ids }, i) => ids.slice(alreadyThere[i]));
    for (const id of given) assert.ok(id > highest, 'an id of an earlier life came again');
    highest = Math.max(highest, ...given);
  }

  const survivor = await start();
  stop.abort();
  await Promise.all([...clients.map(({ ended }) => ended), commands.ended]);
  const stored = await clientOf(survivor).listSnippets().toArray();
  const extra = holdPromises(clients, stored);
  assert.ok(extra <= CLIENTS * ENDS, `${extra} snippets whose creation nobody was told of`);
  await stopService(survivor);
  const users = results(await runHere(['users', 'list', '--json'], settings)).map(
    (user) => Object(user).username,
  );
  for (const name of commands.created) assert.ok(users.includes(name), `${name} is lost`);
  const longest = Math.max(...clients.map((client) => client.longest()));
  test.diagnostic(`${writesOf(clients)} writes, ${commands.count()} commands, longest write ${longest} ms`);
});

/** One command after the other, until it is told to stop. Each ends with 0, but those that are killed. */
function runCommands(settings: Record<string, string>, folder: string, stop: AbortSignal) {
  const created: string[] = [];
  let [number, killed] = [0, false];
  let running: ReturnType<typeof launch> | undefined;

  async function run(): Promise<void> {
    while (!stop.aborted) {
      number += 1;
      const name = `user-${number}`;
      const commands = [
        ['users', 'create', name],
        ['backup', join(folder, `backup-${number}`)],
        ['check'],
        ['tokens', 'create', created.at(-1) ?? 'alice'],
      ];
      const args = commands[number % commands.length] ?? [];
      killed = false;
      running = launch(args, settings);
      const { code, stderr } = await running.ended;
      if (killed) continue;
      assert.equal(code, 0, `${args}: ${stderr}`);
      if (args.includes('create') && args.includes(name)) created.push(name);
    }
  }

  function kill(): void {
    killed = true;
    running?.signal('SIGKILL');
  }
  return { created, kill, count: () => number, ended: run() };
}
