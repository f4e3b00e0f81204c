// Compares the processor time of two builds of the service, request by request: `npm run bench:compare -- ../before .`
// Each argument is a checkout that has been built. Ends with 1 when a work takes 5 % more than before.
//
//     npm run bench:compare -- ../before . --works read,create --stores embedded --rounds 5 --seconds 3
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkAnswer, fire, median, ratioOf } from './fire.mjs';
import { startMongod } from './mongod.mjs';
import { startService } from './service.mjs';
import { makeWorkingFolder } from './working-folder.mjs';
import { worksOf } from './works.mjs';

const ALLOWED = 1.05;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    works: { type: 'string', default: 'read,list-1000,page,not-found,denial,create' },
    stores: { type: 'string', default: 'embedded,mongodb' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    warmup: { type: 'string', default: '4' },
  },
});
const clis = positionals.map((checkout) => resolve(checkout, 'dist/cli.js'));
if (clis.length !== 2 || !clis.every((cli) => existsSync(cli))) {
  console.error('Name two checkouts that have been built: npm run bench:compare -- ../before .');
  process.exit(2);
}

const folder = makeWorkingFolder('compare');
const stores = options.stores.split(',');
const mongod = stores.includes('mongodb') ? await startMongod(folder) : undefined;
try {
  console.log(
    '| store | work | before, µs of a core | after, µs | after / before | spread | before, a second | after, a second |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const store of stores) await compareOn(store);
} finally {
  await mongod?.stop();
}

/** Both sides run all the time, and take turns within each round. */
async function compareOn(store) {
  const sides = [];
  try {
    for (const [i, cli] of clis.entries()) {
      const mongodbUrl = store === 'mongodb' ? mongod?.url(`compare-${i}`) : undefined;
      sides.push(await startService({ cli, folder: join(folder, `${store}-${i}`), count: 1000, mongodbUrl }));
    }
    for (const work of worksOf(options.works)) {
      for (const { running, requests } of sides) {
        await checkAnswer(running.address, work.key, requests[work.key]);
        await fire(running, work, requests[work.key], Number(options.warmup));
      }
      const measured = sides.map(() => []);
      for (let round = 0; round < Number(options.rounds); round += 1)
        for (const i of round % 2 ? [1, 0] : [0, 1]) {
          const { running, requests } = sides[i];
          measured[i].push(await fire(running, work, requests[work.key], Number(options.seconds)));
        }
      report(store, work, measured);
    }
  } finally {
    for (const { running } of sides) await running.stop();
  }
}

function report(store, work, measured) {
  const [before, after] = measured.map((side) => side.map(({ cpu }) => cpu));
  const rates = measured.map((side) => median(side.map(({ rate }) => rate)).toFixed(0));
  const micros = (values) => (median(values) * 1000).toFixed(0);
  const { median: ratio, least, most } = ratioOf(after, before);
  const spread = `${least.toFixed(2)} to ${most.toFixed(2)}`;
  const cells = [store, work.title, micros(before), micros(after), ratio.toFixed(3), spread, ...rates];
  console.log(`| ${cells.join(' | ')} |`);
  if (ratio > ALLOWED) process.exitCode = 1;
}
