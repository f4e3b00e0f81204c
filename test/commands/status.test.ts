/** `snippet-store status`, `sessions revoke` and `tokens list`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { childrenOf, skipWithoutProc } from '../faults/watch-process.js';
import { databaseOf, describeOnAnyStore } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { recordingLog } from '../store/samples.js';
import { results, runHere, serve, temporaryFolder } from './snippet-store.js';

const SECRET_KEY = 'a secret key that only these tests know';

interface Status {
  readonly store: string;
  readonly snippets: number;
  readonly users: number;
  readonly embedded?: {
    readonly last_backup: string | null;
    readonly free_bytes: number;
    readonly services: readonly { readonly url: string; readonly workers: number }[];
  };
  readonly running: readonly {
    readonly workers: readonly { readonly worker: string }[];
    readonly errors: readonly { readonly worker: string; readonly message: string }[];
  }[];
  readonly problems: object;
  readonly todo: readonly string[];
}

const statusOf = async (settings: Readonly<Record<string, string>>) =>
  results(await runHere(['status', '--json'], settings))[0] as Status;

describeOnAnyStore('status', (kind) => {
  it('counts records, passes the checks, and names what needs doing', async () => {
    const url = await databaseOf(kind);
    const settings = { SECRET_KEY, ...(url ? { MONGODB_URL: url } : { DATA_DIR: await temporaryFolder() }) };
    await runHere(['upgrade'], settings);
    const empty = await statusOf(settings);
    assert.deepEqual([empty.store, empty.snippets, empty.users, empty.problems], [kind, 0, 0, {}]);
    assert.match(empty.todo.join(), /There is no user: snippet-store users create NAME/);
    await runHere(['users', 'create', 'ada'], settings);
    const full = await statusOf(settings);
    assert.equal(full.users, 1);
    assert.doesNotMatch(full.todo.join(), /There is no user/);
    assert.match((await runHere(['status'], settings)).stdout, /^records +0 snippets, 1 users$/m);
  });
});

describe('status of an embedded store', () => {
  it('tells of services, also of a killed one, and of backups', async () => {
    const DATA_DIR = await temporaryFolder();
    const service = await serve({ DATA_DIR });
    const running = await statusOf({ DATA_DIR });
    assert.deepEqual(
      running.embedded?.services.map(({ url, workers }) => ({ url, workers })),
      [{ url: service.address, workers: 1 }],
    );
    assert.equal(running.embedded?.last_backup, null);
    assert.match(running.todo.join(), /never backed up: snippet-store backup FILE/);
    service.signal('SIGKILL');
    await service.ended;
    assert.equal((await runHere(['backup', `${DATA_DIR}/one.backup`], { DATA_DIR })).code, 0);
    const killed = await statusOf({ DATA_DIR });
    assert.deepEqual(killed.embedded?.services, []);
    assert.ok(Date.now() - Date.parse(killed.embedded?.last_backup ?? '') < 600_000);
    assert.match(killed.todo.join(), new RegExp(`process ${service.pid}\\) was killed: start it again`));
  });
});

describe('status of a service with two workers', { skip: skipWithoutProc }, () => {
  it('names the workers and the last error, and says what is missing to ask', async () => {
    const settings = { DATA_DIR: await temporaryFolder(), WORKERS: '2' };
    const service = await serve(settings);
    const [worker = 0] = childrenOf(service.pid);
    process.kill(worker, 'SIGKILL');
    await until('the death is logged', () => /a worker died/.test(service.written.stderr));
    const [told] = (await statusOf(settings)).running;
    assert.ok(told?.workers.length);
    assert.deepEqual(
      told?.errors.map(({ worker, message }) => [worker, message]),
      [['supervisor', 'a worker died, it is replaced']],
    );
    const { stdout } = await runHere(['status'], settings);
    assert.match(stdout, /^worker +[12], since \d{4}-\S+Z, [\d.]+ MB$/m);
    assert.match(stdout, /^error +\d{4}-\S+Z, worker supervisor: a worker died, it is replaced$/m);
    const other = await runHere(['status'], { ...settings, METRICS_PORT: '1' });
    assert.match(other.stdout, /^workers +unknown: .*ECONNREFUSED/m);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });
});

describe('sessions revoke and tokens list', () => {
  it('ends the sessions of one user or of all, and lists who has a token without the token', async () => {
    const settings = { DATA_DIR: await temporaryFolder() };
    const here = (...args: string[]) => runHere(args, settings);
    for (const name of ['ada', 'bea']) await here('users', 'create', name);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const store = await openStore({ mongodbUrl: undefined, dataDir: settings.DATA_DIR }, recordingLog());
    for (const [i, userId] of [1, 1, 2].entries())
      await store.sessions.insertOne({ _id: `${i}`, userId, data: {}, expiresAt });
    await store.close();
    assert.deepEqual(results(await here('sessions', 'revoke', 'ada', '--json')), [
      { username: 'ada', sessions: 2 },
    ]);
    assert.equal((await here('sessions', 'revoke', '--all')).stdout, '1 sessions are ended.\n');
    assert.equal((await here('sessions', 'revoke')).code, 2);
    const { token } = results(await here('tokens', 'create', 'bea', '--json'))[0] as { token: string };
    const listed = await here('tokens', 'list');
    assert.match(listed.stdout, /^USER\tCREATED\nbea\t\d{4}-\S+Z\n$/);
    assert.ok(!listed.stdout.includes(token));
  });
});
