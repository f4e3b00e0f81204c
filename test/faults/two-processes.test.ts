/** The server and the command line at work on one embedded store at once: no write is lost, nobody meets a locked store. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createClient, token } from 'snippet-store/sdk';
import { openStore, type Store } from '#src/store/index.js';
import { prepareAlice, run, runHere, type Settings, serve, stop as stopService } from '../helpers/service.js';
import { recordingLog } from '../store/samples.js';
import { holdPromises, startWriting, writesOf } from './writing-client.js';

const ROUNDS = 2;
const STALE = 'markup of an older highlighter';

it(`${ROUNDS} rounds of commands beside a busy server`, async (test) => {
  const { settings, token: key } = await prepareAlice();
  const { DATA_DIR = '' } = settings;
  const service = await serve(settings);
  const stop = new AbortController();
  test.after(() => stop.abort());
  const client = createClient({ baseUrl: service.address, auth: token(key), retries: 0 });
  const writers = ['a', 'b', 'c', 'd'].map((name) => startWriting(name, async () => client, stop.signal));

  const tokens = new Map<string, string>();
  for (let round = 1; round <= ROUNDS; round++) {
    await makeStale(DATA_DIR);
    const [highlighted] = await Promise.all([
      run(['snippets', 'highlight', '--all', '--json'], settings),
      ...[`user-${round}-1`, `user-${round}-2`].map(async (name) => {
        const made = await run(['users', 'create', name, '--password-stdin'], settings, 'x of eight');
        assert.equal(made.code, 0, made.stderr);
        tokens.set(name, await tokenOf(name, settings));
      }),
    ]);
    assert.equal(highlighted.code, 0, highlighted.stderr);
  }
  stop.abort();
  await Promise.all(writers.map(({ ended }) => ended));
  assert.ok(writesOf(writers) > ROUNDS, 'the server was busy meanwhile');

  assert.equal(holdPromises(writers, await client.listSnippets().toArray()), 0);
  for (const name of tokens.keys()) assert.equal(await tokenOf(name, settings, runHere), tokens.get(name));
  const users = (await client.listUsers()).map(({ username }) => username);
  assert.deepEqual(users.sort(), ['alice', ...tokens.keys()].sort());
  await stopService(service);
  assert.equal(service.written.stderr, '', 'the server had nothing to warn of');
  assert.equal(await countStale(DATA_DIR), 0, 'every record was rendered again');
});

async function tokenOf(name: string, settings: Settings, runs = run): Promise<string> {
  const outcome = await runs(['tokens', 'create', name, '--json'], settings);
  assert.equal(outcome.code, 0, outcome.stderr);
  return JSON.parse(outcome.stdout).token;
}

/** This process is the third one: rendering again has to change every record that stands now. */
const makeStale = (dataDir: string) =>
  withStore(dataDir, async ({ snippets }) => {
    for (const { _id } of await snippets.find({}, { projection: { _id: 1 } }).toArray())
      await snippets.updateOne({ _id }, { $set: { markup: STALE } });
  });

const countStale = (dataDir: string) =>
  withStore(dataDir, async ({ snippets }) => {
    const all = await snippets.find({}, { projection: { markup: 1 } }).toArray();
    return all.filter(({ markup }) => markup === STALE).length;
  });

async function withStore<T>(dataDir: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
  return use(store).finally(() => store.close());
}
