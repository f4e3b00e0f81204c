// Compares the processor time of two builds of the service, request by request: `npm run bench:compare -- ../before .`
// Each argument is a checkout that has been built. See docs/benchmarks.md.
//
//     npm run bench:compare -- ../before . --works read,create --stores embedded --rounds 5 --seconds 3
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inputOf, variation } from './contents.mjs';
import { checkAnswer, fire } from './fire.mjs';
import { startMongod } from './mongod.mjs';
import { busyWarning, circumstances } from './report/results.mjs';
import { apiRequests } from './requests.mjs';
import { freePort, startServer } from './server-process.mjs';
import { median, ratioOf } from './statistics.mjs';
import { makeWorkingFolder } from './working-folder.mjs';
import { workOf } from './works.mjs';

const SNIPPETS = 1000;
const AT_ONCE = 8;
const PASSWORD = 'the password of the comparison';
/** More processor time than this counts as slower. */
const ALLOWED = 1.05;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Create comes last: it makes the lists longer.
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
  for (const warning of busyWarning(circumstances())) console.error(warning);
  console.log(
    '| store | work | before, µs | after, µs | after / before | lowest to highest | before, a second | after, a second |',
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
    for (const [i, cli] of clis.entries()) sides.push(await startSide(store, i, cli));
    for (const work of options.works.split(',').map(workOf)) {
      for (const { running, requests } of sides) {
        await checkAnswer(running.address, work.key, requests[work.key]);
        await fire(running, work, requests[work.key], Number(options.warmup));
      }
      const measured = sides.map(() => []);
      for (let round = 0; round < Number(options.rounds); round += 1) {
        for (const i of round % 2 ? [1, 0] : [0, 1]) {
          const { running, requests } = sides[i];
          measured[i].push(await fire(running, work, requests[work.key], Number(options.seconds)));
        }
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

/** A store of its own, filled through the API: two builds may store records in different forms. */
async function startSide(store, i, cli) {
  const own = join(folder, `${store}-${i}`);
  mkdirSync(own);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    AUTH_SCHEMES: 'token,basic',
    SECRET_KEY: 'the comparison signs with this secret key',
    DATA_DIR: join(own, 'data'),
    ...(store === 'mongodb' && { MONGODB_URL: mongod?.url(`compare-${i}`) }),
  };
  const command = (...args) =>
    JSON.parse(execFileSync(process.execPath, [cli, ...args, '--json'], { env, input: PASSWORD }));
  command('users', 'create', 'bench', '--password-stdin');
  const { token } = command('tokens', 'create', 'bench');
  const port = await freePort();
  const running = await startServer({
    args: [cli, 'serve'],
    env: { ...env, PORT: String(port) },
    log: join(own, 'log'),
    port,
    path: '/readyz',
  });
  await fill(running.address, token);
  return { running, requests: apiRequests(SNIPPETS, { token: `Token ${token}` }) };
}

async function fill(address, token) {
  for (let first = 1; first <= SNIPPETS; first += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, SNIPPETS - first + 1) }, (_, i) => first + i);
    const answers = await Promise.all(
      ids.map((id) =>
        fetch(`${address}/snippets/`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
          body: JSON.stringify(inputOf(variation(id))),
        }),
      ),
    );
    for (const answer of answers) {
      if (answer.status !== 201)
        throw new Error(`a snippet was not stored: ${answer.status}, ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  }
}
