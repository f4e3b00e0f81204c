// How the service does as data grows: `npm run bench:scale`, a million snippets beside a thousand. The stores are filled
// through the API, which takes most of the time; `--folder DIR` keeps them for the next run of the same build.
//
//     npm run bench:scale -- --sizes 1000,100000 --stores embedded --seconds 3 --rounds 3 --folder ../scale
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkAnswer, fire, median } from './fire.mjs';
import { startMongod } from './mongod.mjs';
import { residentMb } from './server-process.mjs';
import { startService } from './service.mjs';
import { makeWorkingFolder } from './working-folder.mjs';
import { worksOf } from './works.mjs';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    stores: { type: 'string', default: 'embedded,mongodb' },
    works: { type: 'string', default: 'read,slice,search,create' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
  },
});
const folder = options.folder ? resolve(options.folder) : makeWorkingFolder('scale');
mkdirSync(folder, { recursive: true });
const sizes = options.sizes.split(',').map(Number);
const works = worksOf(options.works);

for (const store of options.stores.split(',')) {
  const isKept = options.folder !== undefined;
  const mongod = store === 'mongodb' ? await startMongod(folder, { cacheGb: 0, isKept }) : undefined;
  const sides = [];
  try {
    for (const count of sizes) {
      const mongodbUrl = mongod?.url(`scale-${count}`);
      const own = join(folder, `${store}-${count}`);
      const began = performance.now();
      const side = await startService({ folder: own, count, mongodbUrl, atOnce: 32 });
      console.error(`${store}: ${count} snippets after ${((performance.now() - began) / 1000).toFixed(0)} s`);
      sides.push({ count, own, ...side, found: {} });
    }
    await measure(sides);
    report(store, sides);
  } finally {
    for (const { running } of sides) await running.stop();
    await mongod?.stop();
  }
}

/** In turn, so that the machine's state meets each size. */
async function measure(sides) {
  for (const work of works) {
    for (const { running, requests, found } of sides) {
      await checkAnswer(running.address, work.key, requests[work.key]);
      await fire(running, work, requests[work.key], Number(options.seconds));
      found[work.key] = [];
    }
    for (let round = 0; round < Number(options.rounds); round += 1)
      for (const { running, requests, found } of sides)
        found[work.key].push(await fire(running, work, requests[work.key], Number(options.seconds)));
  }
}

function report(store, sides) {
  console.log(
    `\n## ${store}\n\n| | ${sides.map(({ count }) => count).join(' | ')} |\n|---|${sides.map(() => '---|').join('')}`,
  );
  const row = (title, of) => console.log(`| ${title} | ${sides.map(of).join(' | ')} |`);
  const of = (key, name, digits) => (side) => median(side.found[key].map((one) => one[name])).toFixed(digits);
  for (const { key, title } of works) {
    row(`${title}, a second`, of(key, 'rate', 0));
    row(`${title}, ms of a core`, of(key, 'cpu', 3));
    row(`${title}, the longest answer, ms`, of(key, 'longest', 0));
  }
  row('memory of the process, MB', ({ running }) => residentMb(running.pid).toFixed(0));
  if (store === 'embedded')
    row('bytes on the disk for a snippet', ({ own, count }) =>
      (sizeOf(join(own, 'data')) / count).toFixed(0),
    );
}

function sizeOf(dataDir) {
  return readdirSync(dataDir).reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
}
