/** SIGKILL, again and again, while clients write: what was acknowledged stays, and nothing is there twice. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SnippetStore, token } from 'snippet-store/sdk';
import { prepareAlice, type Service, serve, stop as stopService } from '../helpers/service.js';
import { holdPromises, startWriting, writesOf } from './writing-client.js';

const SECONDS = 2;
const KILLS = 2;
const CLIENTS = 6;

it(`${KILLS} kills in ${SECONDS} s of mixed writes lose nothing that was acknowledged`, async (test) => {
  const { settings, token: key } = await prepareAlice();
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
  const failed = Promise.race(clients.map(({ ended }) => ended)).then(() => undefined);

  const start = async (): Promise<Service> => {
    const service = await serve(settings);
    store = clientOf(service);
    return service;
  };
  const moreWrites = async (count: number) => {
    const before = writesOf(clients);
    while (writesOf(clients) < before + count) await sleep(5, undefined, { signal: stop.signal });
  };
  let highest = 0;
  const began = Date.now();
  for (let kill = 1; kill <= KILLS; kill++) {
    const alreadyThere = clients.map(({ ids }) => ids.length);
    const service = await start();
    const left = began + (SECONDS * 1000 * kill) / KILLS - Date.now();
    await Promise.race([failed, Promise.all([sleep(left), moreWrites(20)])]);
    // In the middle of whatever they are at.
    await sleep(Math.random() * 30);
    store = undefined;
    service.signal('SIGKILL');
    const { stderr } = await service.ended;
    assert.doesNotMatch(stderr, /"level":[56]0/, 'no error but the kill');
    await sleep(50);
    const given = clients.flatMap(({ ids }, i) => ids.slice(alreadyThere[i]));
    for (const id of given) assert.ok(id > highest, 'an id of an earlier life came again');
    highest = Math.max(highest, ...given);
  }

  const survivor = await start();
  stop.abort();
  await Promise.all(clients.map(({ ended }) => ended));
  const stored = await clientOf(survivor).listSnippets().toArray();
  const extra = holdPromises(clients, stored);
  assert.ok(extra <= CLIENTS * KILLS, `${extra} snippets whose creation nobody was told of`);
  await stopService(survivor);
});
