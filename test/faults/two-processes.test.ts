/** The server and the command line at work on one embedded store at once: no write is lost, nobody meets a locked store. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createClient, token } from 'snippet-store/sdk';
import { openStore } from '#src/store/index.js';
import {
  createAlice,
  results,
  run,
  runHere,
  type Settings,
  serve,
  temporaryFolder,
} from '../helpers/service.js';
import { recordingLog } from '../store/samples.js';
import { holdPromises, startWriting, writesOf } from './writing-client.js';

const ROUNDS = 2;
const STALE = 'markup of an older highlighter';

it(`${ROUNDS} rounds of commands beside a busy server`, async (test) => {
  const DATA_DIR = await temporaryFolder();
  const settings = { DATA_DIR, AUTH_SCHEMES: 'token', LOG_LEVEL: 'warn' };
  const key = await createAlice(settings);
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
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;
  assert.equal(code, 0);
  assert.equal(stderr, '', 'the server had nothing to warn of');
  assert.equal(await countStale(DATA_DIR), 0, 'every document was rendered again');
});

async function tokenOf(name: string, settings: Settings, runs = run): Promise<string> {
  const outcome = await runs(['tokens', 'create', name, '--json'], settings);
  assert.equal(outcome.code, 0, outcome.stderr);
  const [{ token: key }] = results(outcome) as [{ token: string }];
  return key;
}

/** This process is the third one: rendering again has to change every document that stands now. */
async function makeStale(dataDir: string): Promise<void> {
  const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
  for (const { _id } of await store.snippets.find({}, { projection: { _id: 1 } }).toArray())
    await store.snippets.updateOne({ _id }, { $set: { markup: STALE } });
  await store.close();
}

async function countStale(dataDir: string): Promise<number> {
  const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
  const all = await store.snippets.find({}, { projection: { markup: 1 } }).toArray();
  await store.close();
  return all.filter(({ markup }) => markup === STALE).length;
}
