// How the service does as data grows: `node bench/scale.mjs`, about an hour with a million snippets on both stores.
//
//     node bench/scale.mjs --sizes 1000,100000 --stores embedded --seconds 2 --rounds 1
import { parseArgs } from 'node:util';
import { buildService } from './build.mjs';
import { ask, fire } from './fire.mjs';
import { startMongod } from './mongod.mjs';
import { circumstances } from './report/results.mjs';
import { goalLine, scaleTable } from './report/scale.mjs';
import { storeTitle } from './report/tables.mjs';
import { keepResults } from './report/write.mjs';
import { residentMb, watchMemory } from './server-process.mjs';
import { median } from './statistics.mjs';
import { service } from './subjects/service.mjs';
import { makeWorkingFolder } from './working-folder.mjs';
import { workOf } from './works.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    stores: { type: 'string', default: 'mongodb,embedded' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
/** The list of users grows with the users, so one user stands for it: the same thousand ids whatever else is stored. */
const WORKS = ['read', 'slice', 'search', 'user', 'create'];
const work = (key) => (key === 'user' ? { key, connections: 16 } : workOf(key));

buildService();
const began = circumstances();
const folder = makeWorkingFolder('scale');
const stores = {};
for (const store of values.stores.split(',')) {
  stores[store] = await measureStore(store);
  console.log(`\n${storeTitle(store)}\n\n${scaleTable(stores[store])}\n\n${goalLine(stores[store])}`);
}
if (values.write) keepResults('scale', { ...began, seconds, rounds, stores });

/** All sizes are loaded first and then measured in turn, so that the machine's state meets each of them. */
async function measureStore(store) {
  const mongod = store === 'mongodb' ? await startMongod(folder, { cacheGb: 0 }) : undefined;
  try {
    const contestants = [];
    for (const count of sizes) {
      const began = performance.now();
      const prepared = await service.prepare({ store, data: `size-${count}`, count, folder, mongod });
      const loadSeconds = (performance.now() - began) / 1000;
      const sizes = await prepared.sizes();
      console.error(`loaded ${count} on ${store} in ${loadSeconds.toFixed(0)} s`);
      contestants.push({ count, prepared, loaded: { loadSeconds, ...sizes }, found: [] });
    }
    // Else the many would be measured from the disk, and the few from memory.
    for (const { prepared } of contestants) await prepared.readAll();
    for (let round = 1; round <= rounds; round += 1) {
      for (const contestant of contestants) contestant.found.push(await measureOnce(contestant));
    }
    return Object.fromEntries(
      contestants.map(({ count, loaded, found }) => [count, { ...summaryOf(found), ...loaded }]),
    );
  } finally {
    await mongod?.stop();
  }
}

async function measureOnce({ count, prepared }) {
  const began = performance.now();
  const running = await prepared.start({ inPlace: true });
  const startMs = performance.now() - began;
  try {
    await ask(`${running.address}/snippets/1/`, {});
    const idleMb = residentMb(running.pid);
    const stopWatching = watchMemory(running.pid);
    const rates = {};
    for (const key of WORKS) {
      const request = key === 'user' ? { path: '/users/1/' } : prepared.requests[key];
      await fire(running, work(key), request, Math.min(1, seconds));
      rates[key] = (await fire(running, work(key), request, seconds)).rate;
      console.error(`${count}  ${key}  ${rates[key].toFixed(0)}/s`);
    }
    return { startMs, idleMb, busyMb: idleMb + stopWatching(), rates };
  } finally {
    await running.stop();
  }
}

function summaryOf(found) {
  const medianOf = (name) => median(found.map((one) => one[name]));
  const rates = Object.fromEntries(WORKS.map((key) => [key, median(found.map((one) => one.rates[key]))]));
  return {
    rates,
    startMs: medianOf('startMs'),
    idleMb: medianOf('idleMb'),
    busyMb: medianOf('busyMb'),
  };
}
