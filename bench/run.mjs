// Measures the service against its peers: `npm run bench`. See docs/benchmarks.md.
//
//     npm run bench -- --works read,create --stores embedded --rounds 3 --seconds 2
//     npm run bench -- --quick
//     npm run bench -- --profile list-1000 --stores mongodb
import { join } from 'node:path';
import { measureBounds } from './bounds.mjs';
import { buildService } from './build.mjs';
import { measure, prepareTurns } from './measure.mjs';
import { startMongod } from './mongod.mjs';
import { readOptions } from './options.mjs';
import { profileWork } from './profile-work.mjs';
import { judge } from './report/goals.mjs';
import { busyWarning, circumstances } from './report/results.mjs';
import { goalsTable, titles } from './report/tables.mjs';
import { keepResults, storeTables } from './report/write.mjs';
import { measureStart } from './start.mjs';
import { median } from './statistics.mjs';
import { subjects } from './subjects/index.mjs';
import { makeWorkingFolder } from './working-folder.mjs';

const options = optionsOrExit();
/** Below this share of a goal a quick run fails: short runs on a busy machine say no more. */
const QUICK_SHARE = 0.5;

buildService();
const folder = makeWorkingFolder('bench');
const mongod = options.stores.includes('mongodb') ? await startMongod(folder) : undefined;
try {
  if (options.profile) await profileWork(options, { folder, mongod });
  else await run();
} finally {
  await mongod?.stop();
}

/** A wrong command line is the operator's mistake, and needs no stack. */
function optionsOrExit() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function run() {
  const began = circumstances();
  for (const warning of busyWarning(began)) console.error(warning);
  const { known, missing } = installPeers();
  const turns = await prepareTurns(known, options, { folder, mongod });
  const rates = await measure(turns, options);
  const bounds = await boundsOf(turns);
  const { rounds, seconds, quick, write } = options;
  const names = Object.fromEntries(known.map(({ key, name }) => [key, name]));
  const results = { ...began, rounds, seconds, subjects: names, missing, rates, bounds };
  const judged = judge(results, titles);
  for (const store of Object.keys(rates)) console.log(`\n${storeTables(results, store)}`);
  console.log(`\n${goalsTable(judged)}`);
  for (const { name, reason } of missing) console.log(`\n${name} was not measured: ${reason}`);
  if (write) keepResults('run', results);
  if (quick && judged.some(({ share }) => share < QUICK_SHARE)) process.exitCode = 1;
}

/** A peer that cannot be installed here is left out, and the report says so. */
function installPeers() {
  const missing = [];
  const known = subjects.filter(({ key, name, stores, install }) => {
    if (key !== 'service' && !options.peers.includes(key)) return false;
    if (!stores.some((store) => options.stores.includes(store))) return false;
    try {
      install?.();
      return true;
    } catch (error) {
      missing.push({ name, reason: error instanceof Error ? error.message : String(error) });
      return false;
    }
  });
  return { known, missing };
}

/** The bounds need the large data set; the start is measured where the store is embedded. */
async function boundsOf(turns) {
  const found = {};
  for (const { data, store, contestants } of turns) {
    const own = contestants.find(({ subject }) => subject.key === 'service');
    if (data !== 'large' || !own) continue;
    console.error(`bounds  ${store}`);
    found[store] = await measureBounds(own.prepared);
    if (store !== 'embedded') continue;
    const starts = join(folder, 'starts');
    found[store].startMs = median(await measureStart(starts, 7));
  }
  return found;
}
