// How the service does as data grows: `npm run bench:scale`, about an hour with a million snippets on both stores.
//
//     npm run bench:scale -- --sizes 1000,100000 --stores embedded --seconds 2 --rounds 1
//     npm run bench:scale -- --folder ../scale --prepare     loads the stores only, for a later run in this folder
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildService } from './build.mjs';
import { fire } from './fire.mjs';
import { measureHold, measureSearches } from './growth.mjs';
import { startMongod } from './mongod.mjs';
import { circumstances } from './report/results.mjs';
import { goalLines, scaleTable, searchTable } from './report/scale.mjs';
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
    folder: { type: 'string' },
    prepare: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const THOUSAND = 1000;

buildService();
const began = circumstances();
const folder = values.folder ? resolve(values.folder) : makeWorkingFolder('scale');
mkdirSync(folder, { recursive: true });
const stores = {};
for (const store of values.stores.split(',')) {
  stores[store] = await measureStore(store);
  if (values.prepare) continue;
  const tables = [scaleTable(stores[store]), searchTable(stores[store]), goalLines(stores[store])];
  console.log(`\n${[storeTitle(store), ...tables].join('\n\n')}`);
}
if (values.write) keepResults('scale', { ...began, seconds, rounds, stores });

/** All sizes are loaded first and then measured in turn, so that the machine's state meets each of them. */
async function measureStore(store) {
  const isKept = values.folder !== undefined;
  const mongod = store === 'mongodb' ? await startMongod(folder, { cacheGb: 0, isKept }) : undefined;
  try {
    const contestants = [];
    for (const count of sizes) {
      const began = performance.now();
      const prepared = await service.prepare({ store, data: `size-${count}`, count, folder, mongod });
      console.error(`loaded ${count} on ${store} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      contestants.push({ count, prepared, found: [] });
    }
    return values.prepare ? {} : await measureSizes(contestants);
  } finally {
    await mongod?.stop();
  }
}

async function measureSizes(contestants) {
  // Else the many would be measured from the disk, and the few from memory.
  for (const { prepared } of contestants) await prepared.readAll();
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of contestants) contestant.found.push(await measureRates(contestant));
  }
  const measured = {};
  for (const { count, prepared, found } of contestants) {
    const searches = await measureSearches(prepared, count, seconds);
    const hold = await measureHold(prepared, count, seconds);
    measured[count] = { ...summaryOf(found), ...(await prepared.sizes()), searches, ...hold };
  }
  return measured;
}

/**
 * Each work with its request. The list of users grows with the users, so one user stands for it: the same thousand ids
 * whatever else is stored. `read a thousand` reads as many snippets of each store, spread over all of its ids.
 */
function worksOf({ count, prepared }) {
  const one = () => Math.ceil(Math.random() * THOUSAND) * (count / THOUSAND);
  return {
    read: [workOf('read'), prepared.requests.read],
    'read a thousand': [workOf('read'), { path: () => `/snippets/${one()}/` }],
    slice: [workOf('slice'), prepared.requests.slice],
    user: [{ key: 'user', connections: 16 }, { path: '/users/1/' }],
    create: [workOf('create'), prepared.requests.create],
  };
}

async function measureRates(contestant) {
  const { count, prepared } = contestant;
  const began = performance.now();
  const running = await prepared.start({ inPlace: true });
  const startMs = performance.now() - began;
  try {
    const idleMb = residentMb(running.pid);
    const stopWatching = watchMemory(running.pid);
    const rates = {};
    for (const [key, [work, request]] of Object.entries(worksOf(contestant))) {
      await fire(running, work, request, Math.min(1, seconds));
      rates[key] = (await fire(running, work, request, seconds)).rate;
      console.error(`${count}  ${key}  ${rates[key].toFixed(0)}/s`);
    }
    return { startMs, idleMb, busyMb: idleMb + stopWatching(), rates };
  } finally {
    await running.stop();
  }
}

function summaryOf(found) {
  const medianOf = (name) => median(found.map((one) => one[name]));
  const keys = Object.keys(found[0].rates);
  const rates = Object.fromEntries(keys.map((key) => [key, median(found.map((one) => one.rates[key]))]));
  return {
    rates,
    startMs: medianOf('startMs'),
    idleMb: medianOf('idleMb'),
    busyMb: medianOf('busyMb'),
  };
}
