// Measures the service beside its peers: `npm run bench`. Prints the medians of the rounds: requests a second, and the
// processor time of a request (without mongod). docs/performance.md is written by hand from it.
//
//     npm run bench -- --works read,create --stores embedded --peers pocketbase,pocketbase-full --rounds 3 --seconds 3
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkAnswer, fire, median, ratioOf } from './fire.mjs';
import { startMongod } from './mongod.mjs';
import { startFastify } from './peers/start-fastify.mjs';
import { startPocketbase } from './peers/start-pocketbase.mjs';
import { startService } from './service.mjs';
import { makeWorkingFolder } from './working-folder.mjs';
import { works, worksOf } from './works.mjs';

const { values: options } = parseArgs({
  options: {
    works: { type: 'string', default: works.map(({ key }) => key).join() },
    stores: { type: 'string', default: 'embedded,mongodb' },
    peers: { type: 'string', default: 'fastify,pocketbase,pocketbase-full,pocketbase-chroma' },
    count: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    warmup: { type: 'string', default: '4' },
  },
});
const peers = {
  embedded: {
    pocketbase: { name: 'PocketBase 0.30 as it ships (no highlighting, no sync of each commit)', env: {} },
    'pocketbase-full': { name: 'PocketBase 0.30, synchronous(FULL)', env: { SYNCHRONOUS: 'FULL' } },
    'pocketbase-chroma': {
      name: 'PocketBase 0.30, synchronous(FULL), a chroma hook that highlights',
      env: { SYNCHRONOUS: 'FULL', HIGHLIGHT: '1' },
    },
  },
  mongodb: { fastify: { name: 'Fastify 5 with the MongoDB driver (no authentication)' } },
};

const folder = makeWorkingFolder('bench');
const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${commit}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ` +
    `load average ${loadavg()[0]?.toFixed(1)} at the start; medians of ${options.rounds} rounds of ${options.seconds} s`,
);
for (const store of options.stores.split(',')) await measure(store);

/** All servers run all the time, and each has its turn in each round. */
async function measure(store) {
  const mongod = store === 'mongodb' ? await startMongod(folder) : undefined;
  const sides = [];
  try {
    const own = {
      folder: join(folder, store),
      count: Number(options.count),
      mongodbUrl: mongod?.url('service'),
    };
    sides.push({ name: 'Snippet Store', ...(await startService(own)) });
    const wanted = Object.entries(peers[store]).filter(([key]) => options.peers.split(',').includes(key));
    for (const [key, { name, env }] of wanted) {
      const place = {
        folder: join(folder, key),
        count: Number(options.count),
        env,
        mongodbUrl: mongod?.url(key),
      };
      const start = store === 'mongodb' ? startFastify : startPocketbase;
      sides.push({ name, ...(await start(place)) });
    }
    const measured = sides.map(() => ({}));
    for (const work of worksOf(options.works)) {
      const able = sides.flatMap(({ requests }, i) => (requests[work.key] ? [i] : []));
      await measureWork(work, able, sides, measured);
    }
    for (const [i, { name }] of sides.entries()) if (i > 0) report(store, name, measured[0], measured[i]);
    if (sides.length === 1) report(store, undefined, measured[0], {});
  } finally {
    for (const { running } of sides) await running.stop();
    await mongod?.stop();
  }
}

async function measureWork(work, able, sides, measured) {
  const turn = (i, seconds) => fire(sides[i].running, work, sides[i].requests[work.key], Number(seconds));
  for (const i of able) {
    await checkAnswer(sides[i].running.address, work.key, sides[i].requests[work.key]);
    await turn(i, options.warmup);
    measured[i][work.key] = [];
  }
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const i of round % 2 ? able.toReversed() : able)
      measured[i][work.key].push(await turn(i, options.seconds));
  console.error(`${work.title} is measured`);
}

function report(store, peer, mine, theirs) {
  console.log(`\n## ${store}${peer ? `, beside ${peer}` : ''}\n`);
  console.log(
    '| work | a second | the peer | ratio | spread | ms of a core | the peer |\n|---|---|---|---|---|---|---|',
  );
  for (const { key, title } of worksOf(options.works)) {
    if (peer && !theirs[key]) continue;
    const of = (rounds, name, digits) =>
      rounds ? median(rounds.map((one) => one[name])).toFixed(digits) : '';
    const rates = (rounds) => rounds.map(({ rate }) => rate);
    const ratio = theirs[key] && ratioOf(rates(mine[key]), rates(theirs[key]));
    const ratios = ratio
      ? [ratio.median.toFixed(2), `${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}`]
      : ['', ''];
    const cells = [title, of(mine[key], 'rate', 0), of(theirs[key], 'rate', 0), ...ratios];
    console.log(`| ${[...cells, of(mine[key], 'cpu', 3), of(theirs[key], 'cpu', 3)].join(' | ')} |`);
  }
}
