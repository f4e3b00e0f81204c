// Minutes of mixed work with one hostile client, on each store:
//   npm run soak -- --minutes 10 --rate 20 --hostile 3 --stores embedded,mongodb
// `rate` and `hostile` are what the well-behaved clients and the hostile one begin in a second: too much for the machine
// fills queues, and so shows nothing about leaks. Prints a line a minute. Fails for an undeclared 5xx, for a wrong or
// missing answer to a well-behaved client (a 503 is declared: it is counted), for memory that grows by a megabyte a minute
// or more after the first third, and for file descriptors that are not given back.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMongod } from '../../bench/mongod.mjs';
import { makeWorkingFolder } from '../../bench/working-folder.mjs';
import { beginLoad, count } from './load.mjs';
import { measureProcess, measureStore, slopeOf } from './measure.mjs';
import { startSoaked } from './service.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '20' },
    hostile: { type: 'string', default: '3' },
    stores: { type: 'string', default: 'embedded,mongodb' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, rate, hostile, seed] = [values.minutes, values.rate, values.hostile, values.seed].map(Number);
const SAMPLE_MS = 5_000;
const WARM_UP = 1 / 3;
/** Megabytes a minute. */
const MOST_GROWTH = 1;
/** What is opened by the first work, and kept: files of the highlighter's threads, and connections to MongoDB. */
const SPARE_FDS = { embedded: 40, mongodb: 70 };

const findings = [];
for (const store of values.stores.split(',')) await soak(store);
for (const finding of findings) console.error(finding);
process.exit(findings.length > 0 ? 1 : 0);

async function soak(store) {
  const mongod = store === 'mongodb' ? await startMongod(makeWorkingFolder('soak')) : undefined;
  const mongodbUrl = mongod?.url('soak');
  const service = await startSoaked(mongodbUrl);
  const place = { folder: service.folder, mongodbUrl };
  const idle = await measureProcess(service.pid);
  console.log(`== ${store}: ${rate} requests a second and one hostile client; idle ${shown(idle)}`);
  const stop = new AbortController();
  const { seen, ended } = beginLoad(service, { rate, hostile, seed, signal: stop.signal });
  const samples = await watch(service, place, seen);
  stop.abort();
  await ended;
  // Longer than idle connections are kept.
  await sleep(70_000);
  const rested = await measureProcess(service.pid);
  judgeProcess(store, { samples, idle, rested });
  await tellStore(place);
  for (const [what, times] of seen.wrong) findings.push(`${store}: ${times} times ${what}`);
  console.log(`log: ${countMessages(service.log())}`);
  await service.stop();
  if (service.child.exitCode !== 0)
    findings.push(`${store}: the service ended with ${service.child.exitCode}`);
  await mongod?.stop();
}

async function watch({ pid }, place, seen) {
  const began = performance.now();
  const samples = [];
  for (let minute = 1; minute <= minutes; minute++) {
    for (;;) {
      const left = began + minute * 60_000 - performance.now();
      if (left <= 0) break;
      await sleep(Math.min(SAMPLE_MS, left));
      samples.push({ at: (performance.now() - began) / 60_000, ...(await measureProcess(pid)) });
    }
    const { bytes, snippets } = await measureStore(place);
    const answers = `${byStatus(seen.statuses)}; hostile ${byStatus(seen.hostile)}`;
    const store = `${snippets} snippets in ${(bytes / 1e6).toFixed(1)} MB`;
    console.log(
      `minute ${minute}: ${answers}; slowest ${seen.slowest.toFixed(0)} ms; ${shown(samples.at(-1))}; ${store}`,
    );
    seen.slowest = 0;
  }
  return samples;
}

function judgeProcess(store, { samples, idle, rested }) {
  const warm = samples.filter(({ at }) => at > minutes * WARM_UP);
  const sizes = warm.map(({ rss }) => rss);
  const growth = slopeOf(leastOfMinutes(warm));
  const range = `between ${Math.min(...sizes).toFixed(0)} and ${Math.max(...sizes).toFixed(0)} MB`;
  console.log(
    `memory after the first third: ${growth.toFixed(2)} MB a minute, ${range}; at rest ${shown(rested)}`,
  );
  if (!(growth < MOST_GROWTH)) findings.push(`${store}: memory grows by ${growth.toFixed(2)} MB a minute`);
  if (rested.fds > idle.fds + SPARE_FDS[store])
    findings.push(`${store}: ${rested.fds - idle.fds} files stay open`);
}

/** What is held for a moment, for requests under way, is no growth. @returns points of minute and megabytes */
function leastOfMinutes(samples) {
  const least = new Map();
  for (const { at, rss } of samples) {
    const minute = Math.ceil(at);
    least.set(minute, Math.min(rss, least.get(minute) ?? Number.POSITIVE_INFINITY));
  }
  return [...least];
}

async function tellStore(place) {
  const { bytes, snippets, parts } = await measureStore(place);
  const each = (amount) => Math.round(amount / Math.max(1, snippets));
  const explained = Object.entries(parts).map(([name, amount]) => `${name} ${each(amount)}`);
  console.log(`the store: ${snippets} snippets, ${each(bytes)} bytes for each: ${explained.join(', ')}`);
}

function shown({ rss, fds }) {
  return `${rss.toFixed(1)} MB and ${fds} files`;
}

function byStatus(counts) {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${status}x${times}`).join(' ');
}

/** Lines of the level `warn` and above. */
function countMessages(log) {
  const counts = new Map();
  for (const line of log.split('\n')) if (line !== '') count(counts, messageOf(line));
  return [...counts].map(([message, times]) => `${times} "${message}"`).join(', ') || 'no warning';
}

function messageOf(line) {
  try {
    return JSON.parse(line).msg;
  } catch {
    return line;
  }
}
