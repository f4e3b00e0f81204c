// Writes docs/performance.md from kept results: `node bench/report/write.mjs` makes them again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { subjects } from '../subjects/index.mjs';
import { works } from '../works.mjs';
import { judge } from './goals.mjs';
import { busyWarning } from './results.mjs';
import { scaleSection } from './scale.mjs';
import {
  aloneTable,
  besideTable,
  goalsTable,
  peersOn,
  processorTable,
  storeTitle,
  titles,
} from './tables.mjs';

const pathOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const FOLDER = pathOf('bench/results');

/** @param {'run' | 'scale'} name @param {object} results */
export function keepResults(name, results) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name}.json`, `${JSON.stringify(results, rounded)}\n`);
  writeReport();
}

/** Figures are not more exact than that. */
function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
}

function kept(name) {
  const path = `${FOLDER}/${name}.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function writeReport() {
  const run = kept('run');
  const scale = kept('scale');
  const sections = [...(run ? runSections(run) : [NOTHING]), ...(scale ? [scaleSection(scale)] : [])];
  writeFileSync(pathOf('docs/performance.md'), `${[INTRODUCTION, ...sections].join('\n\n')}\n`);
}

const INTRODUCTION = `# Performance

\`npm run bench\` writes this page. [Benchmarks](benchmarks.md) says what is measured, how, and against whom.`;

const RATES = `Requests per second. The ratio is the service divided by the peer, computed round by round: its median and its spread.
A work that a peer does not offer is left out of its table.`;

/** Rates beside each peer, and what each server uses of the processor. */
export function storeTables(run, store) {
  const alone = aloneTable(run, store);
  return [
    ...peersOn(run, store).flatMap((peer) => [
      `### Beside ${run.subjects[peer]}, ${storeTitle(store)}`,
      besideTable(run, store, peer),
    ]),
    ...(alone ? [`### Measured without a peer, ${storeTitle(store)}`, alone] : []),
    `### Processor time, ${storeTitle(store)}`,
    'Milliseconds of one core for a request, without the database process.',
    processorTable(run, store),
  ].join('\n\n');
}

/** What the options of the run have left out, in one line. */
function leftOut({ subjects: measured, missing, rates }) {
  const explained = new Set(missing.map(({ name }) => name));
  const peers = subjects.filter(({ key, name }) => !(key in measured) && !explained.has(name));
  const left = works.filter(({ key }) => !Object.values(rates).some((byWork) => byWork[key]));
  const names = [...peers.map(({ name }) => name), ...left.map(({ title }) => title)];
  return names.length === 0 ? [] : [`Not part of this run: ${names.join(', ')}.`];
}

const NOTHING = 'No complete measurement of this version has been kept yet.';

function runSections(run) {
  const { date, commit, machine, rounds, seconds, missing, rates } = run;
  const judged = judge(run, titles);
  return [
    `Measured on ${date} at commit ${commit}: ${machine}.\nMedians of ${rounds} rounds of ${seconds} s for each kind of work. ` +
      'Servers, database and load generator share the machine.',
    ...busyWarning(run),
    ...missing.map(({ name, reason }) => `${name} was not measured: ${reason}.`),
    ...leftOut(run),
    '## Goals',
    goalsTable(judged),
    ...Object.keys(rates).flatMap((store) => [`## ${storeTitle(store)}`, RATES, storeTables(run, store)]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReport();
