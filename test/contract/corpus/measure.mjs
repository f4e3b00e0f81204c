// Runs the tools on the corpus: services with planted faults, and the same services without any. Prints for each tool
// what it found, what it missed, and what it reported on a correct service. Options, after --corpus:
//   --tools harness,packed,schemathesis  default: harness; `packed` is the package, installed into an empty folder
//   --services Express,Fastify,...       default: all that this machine can run
//   --seeds 1,2,3                        default: 1
//   --report FILE                        appends one JSON object per run
//   --from FILE                          takes the results of such a report, and runs nothing
//   --write                              puts the results into docs/contract-testing.md
// Ends with 1 when the harness misses more than 5 % of the faults, or reports anything on a correct service.
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installPacked, runPacked } from './packed.mjs';
import { runSchemathesis } from './schemathesis.mjs';
import { isBad, tableOf, writeTable } from './table.mjs';

const { values } = parseArgs({
  options: {
    corpus: { type: 'boolean' },
    tools: { type: 'string', default: 'harness' },
    services: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    report: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const compiled = new URL('../../../dist-test/contract/corpus/', import.meta.url).href;
const tools = values.tools.split(',');
const bin = tools.includes('packed') ? await installPacked() : '';

/** @type {Record<string, (service: any, fault: string | undefined, seed: number) => Promise<string[]>>} */
const TOOLS = {
  async harness(service, fault, seed) {
    const { hunt, nameOf } = await import(`${compiled}hunt.js`);
    return (await hunt(service, { fault, seed })).map(nameOf);
  },
  async packed(service, fault, seed) {
    const { argumentsFor } = await import(`${compiled}service.js`);
    return started(service, fault, (running) => runPacked(bin, argumentsFor(service, running, seed)));
  },
  schemathesis: (service, fault, seed) =>
    started(service, fault, (running) => runSchemathesis(service, running, seed)),
};

const results = values.from === undefined ? await measure() : readReport(values.from);
const table = tableOf(results);
console.log(`\n${table}`);
if (values.write) writeTable(table);
if (isBad(results)) process.exitCode = 1;

/** @param {string} file @returns {import('./table.mjs').Result[]} */
function readReport(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function measure() {
  /** @type {import('./table.mjs').Result[]} */
  const all = [];
  const { CORPUS } = await import(`${compiled}services.js`);
  const wanted = values.services?.split(',');
  for (const service of CORPUS.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const missing = service.missing?.();
    if (missing !== undefined) {
      console.log(`left out: ${service.name}: ${missing}`);
      continue;
    }
    for (const tool of tools)
      for (const seed of values.seeds.split(',').map(Number)) {
        const correct = await meet(tool, service, undefined, seed, []);
        all.push(correct);
        for (const fault of service.faults) all.push(await meet(tool, service, fault, seed, correct.found));
      }
    await service.stop?.();
  }
  return all;
}

/**
 * @param {string} tool
 * @param {any} service
 * @param {{ name: string, check: string } | undefined} fault
 * @param {number} seed
 * @param {readonly string[]} usual what the tool reports on the correct service: it is not the fault
 * @returns {Promise<import('./table.mjs').Result>}
 */
async function meet(tool, service, fault, seed, usual) {
  const began = performance.now();
  const found = await TOOLS[tool](service, fault?.name, seed);
  const seconds = (performance.now() - began) / 1000;
  const own = fault === undefined ? [] : found.filter((one) => !usual.includes(one));
  const isFound = own.length > 0;
  const isNamed = own.some((one) => one.startsWith(`${fault?.check} `));
  const result = { tool, service: service.name, fault: fault?.name, check: fault?.check, seed };
  const measured = { ...result, found, seconds, isFound, isNamed };
  if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(measured)}\n`);
  const verdict = isNamed ? 'named' : isFound ? `found: ${own.join(', ')}` : 'MISSED';
  const said =
    fault === undefined ? ['nothing wrong', ...found].join('\n  false: ') : `${fault.name}: ${verdict}`;
  console.log(`${tool}, ${service.name}, seed ${seed}: ${said} (${seconds.toFixed(1)} s)`);
  return measured;
}

/**
 * @param {any} service
 * @param {string | undefined} fault
 * @param {(running: any) => Promise<string[]>} use
 */
async function started(service, fault, use) {
  const running = await service.start(fault);
  try {
    return await use(running);
  } finally {
    await running.close();
  }
}
