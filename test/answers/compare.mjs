#!/usr/bin/env node
// Asks two builds of the service the same requests and compares the answers byte for byte, without dates, ids of
// requests and secrets. Each argument is a checkout that has been built, or its dist/.
//
//     node test/answers/compare.mjs ../before .
//     node test/answers/compare.mjs ../before . --deployment session --only login --store mongodb
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
import { startMongod } from '../../bench/mongod.mjs';
import { makeWorkingFolder } from '../../bench/working-folder.mjs';
import { deployments, startDeployment } from './deployments.mjs';
import { exchange } from './exchange.mjs';
import { normalise, normaliseMetrics } from './normalise.mjs';
import { requests, resolve } from './requests/index.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    deployment: { type: 'string' },
    only: { type: 'string', default: '' },
    store: { type: 'string', default: 'embedded' },
    keep: { type: 'string' },
  },
});
const clis = positionals.map((place) =>
  [join(place, 'dist/cli.js'), join(place, 'cli.js')]
    .map((one) => resolvePath(one))
    .find((one) => existsSync(one)),
);
if (clis.length !== 2 || clis.includes(undefined)) {
  console.error('Name two checkouts that have been built: node test/answers/compare.mjs ../before .');
  process.exit(2);
}

const folder = makeWorkingFolder('answers');
const mongod = options.store === 'mongodb' ? await startMongod(folder) : undefined;
let [asked, differing] = [0, 0];
try {
  for (const name of options.deployment?.split(',') ?? Object.keys(deployments))
    await compareDeployment(name);
} finally {
  await mongod?.stop();
}
console.log(`${asked} requests on the ${options.store} store: ${differing} answers differ.`);
process.exitCode = differing === 0 && asked > 0 ? 0 : 1;

/** @param {string} name */
async function compareDeployment(name) {
  const sides = await Promise.all(
    clis.map((cli, i) =>
      startDeployment(name, {
        cli: /** @type {string} */ (cli),
        folder: join(folder, `${name}-${i}`),
        mongodbUrl: mongod?.url(`answers-${name}-${i}`),
      }),
    ),
  );
  try {
    for (const [title, request] of Object.entries(requests[name])) {
      const [before, after] = await Promise.all(sides.map((side) => answerOf(side, request)));
      // Later requests build on the earlier ones, so all are sent and some are compared.
      if (!title.includes(options.only)) continue;
      asked += 1;
      keep(name, title, [before, after]);
      if (before === after) continue;
      differing += 1;
      console.log(`\n${name}: ${title}\n${differenceOf(before, after)}`);
    }
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** @returns {Promise<string>} a connection that breaks is an answer too */
async function answerOf({ port, memory }, request) {
  const sent = resolve(request, memory);
  let answers;
  try {
    answers = await exchange(port, sent);
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : error}`;
  }
  const last = answers.at(-1);
  if (last) request.keep?.(last, memory);
  const text = answers.map((one) => normalise(one)).join('\n\n');
  return sent.path === '/metrics' ? normaliseMetrics(text) : text;
}

function keep(name, title, texts) {
  if (options.keep === undefined) return;
  for (const [i, text] of texts.entries()) {
    const place = join(options.keep, i === 0 ? 'before' : 'after', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${title.replace(/[^\w.=-]+/g, '_').slice(0, 120)}.txt`), text);
  }
}

/** The first lines that differ, shortened around the first character that does. */
function differenceOf(before, after) {
  const [left, right] = [before.split('\n'), after.split('\n')];
  const differs = left.map((one, i) => one !== right[i]);
  // A length says less than the line that changed it.
  const telling = differs.findIndex((one, i) => one && !/^content-length:/i.test(left[i]));
  const line = telling === -1 ? differs.indexOf(true) : telling;
  const at = line === -1 ? left.length : line;
  const cut = (one = '(nothing)', other = '') => {
    const from = [...one].findIndex((char, i) => char !== other[i]);
    return one.slice(Math.max(0, from - 60), Math.max(0, from - 60) + 240);
  };
  return `  line ${at + 1}\n  - ${cut(left[at], right[at])}\n  + ${cut(right[at], left[at])}`;
}
