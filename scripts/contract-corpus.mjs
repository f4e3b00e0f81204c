// Lets tools meet the corpus: services with planted faults, and the same services without any. Prints for each tool what
// it found, what it missed, and what it reported on a correct service. Arguments:
//   --tools harness,schemathesis,dredd   default: harness
//   --services Express,Fastify,...       default: all that this machine can run
//   --seeds 1,2,3                        default: 1
//   --report FILE                        appends one JSON object per run
//   --from FILE                          takes the results of such a report, and runs nothing
//   --rate-limited                       instead: the harness meets Express with all its faults, with and without a limit of
//                                        60 requests per 5 s; ends with 1 when the findings differ
//   --write                              puts the harness's results into docs/contract-testing.md
// Ends with 1 when the harness misses more than 5 % of the faults, or reports anything on a correct service.
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runDredd } from './corpus/dredd.mjs';
import { runHarness } from './corpus/harness.mjs';
import { meetRateLimited } from './corpus/rate-limited.mjs';
import { runSchemathesis } from './corpus/schemathesis.mjs';
import { harnessTable, writeTable } from './corpus/table.mjs';
import { compileTests } from './services.mjs';

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: 'harness' },
    services: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    report: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
    'rate-limited': { type: 'boolean', default: false },
    'no-compile': { type: 'boolean' },
  },
});

const TOOLS = { harness: runHarness, schemathesis: runSchemathesis, dredd: runDredd };
const tools = values.tools.split(',');
const seeds = values.seeds.split(',').map(Number);
const wanted = values.services?.split(',');

/** @type {import('./corpus/table.mjs').Result[]} */
const results = values.from === undefined ? [] : readReport(values.from);
if (values['rate-limited']) {
  compileTests();
  if (!(await meetRateLimited({ requests: 60, seconds: 5 }))) process.exitCode = 1;
} else {
  if (values.from === undefined) await meetAll();
  print();
  if (values.write) writeTable(harnessTable(results));
}

/** @param {string} file @returns {import('./corpus/table.mjs').Result[]} */
function readReport(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function meetAll() {
  if (!values['no-compile']) compileTests();
  const { CORPUS, OURS } = await import('../dist-test/contract/corpus/index.js');
  const services = [OURS, ...CORPUS].filter(({ name }) => wanted === undefined || wanted.includes(name));
  for (const service of services) {
    const missing = service.missing?.();
    if (missing !== undefined) {
      console.log(`left out: ${service.name}: ${missing}`);
      continue;
    }
    for (const tool of tools) {
      for (const seed of tool === 'dredd' ? [1] : seeds) {
        const correct = await meet(tool, service, undefined, seed);
        for (const fault of service.faults) await meet(tool, service, fault, seed, new Set(correct.found));
      }
    }
    await service.stop?.();
  }
}

/**
 * @param {string} tool
 * @param {any} service
 * @param {{ name: string, check: string } | undefined} fault
 * @param {number} seed
 * @param {Set<string>} usual what the tool reports on the correct service
 */
async function meet(tool, service, fault, seed, usual = new Set()) {
  const began = performance.now();
  const found = await TOOLS[tool](service, fault?.name, seed);
  const seconds = (performance.now() - began) / 1000;
  // A finding that the correct service has as well is not the fault.
  const isFound = fault !== undefined && found.some((one) => !usual.has(one));
  const isNamed =
    fault !== undefined && found.some((one) => !usual.has(one) && one.startsWith(`${fault.check} `));
  const result = {
    tool,
    service: service.name,
    fault: fault?.name,
    check: fault?.check,
    seed,
    found,
    seconds,
    isFound,
    isNamed,
  };
  results.push(result);
  if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(result)}\n`);
  const verdict =
    fault === undefined
      ? `${found.length} on the correct service`
      : isNamed
        ? 'named'
        : isFound
          ? 'found'
          : 'MISSED';
  console.log(
    `${tool}, ${service.name}, seed ${seed}: ${fault?.name ?? 'no fault'}: ${verdict} (${seconds.toFixed(1)} s)`,
  );
  return result;
}

function print() {
  console.log('\n| tool | service | faults | found | by the right check | missed | false | median seconds |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const tool of tools) {
    for (const name of [...new Set(results.map(({ service }) => service)), 'all']) {
      const own = results.filter((one) => one.tool === tool && (name === 'all' || one.service === name));
      const planted = own.filter(({ fault }) => fault !== undefined);
      const found = planted.filter(({ isFound }) => isFound).length;
      const named = planted.filter(({ isNamed }) => isNamed).length;
      const wrong = own
        .filter(({ fault }) => fault === undefined)
        .reduce((sum, one) => sum + one.found.length, 0);
      const times = planted.map(({ seconds }) => seconds).sort((a, b) => a - b);
      const median = (times[Math.floor(times.length / 2)] ?? 0).toFixed(1);
      console.log(
        `| ${tool} | ${name} | ${planted.length} | ${found} | ${named} | ${planted.length - found} | ${wrong} | ${median} |`,
      );
      const isBad = found < planted.length * 0.95 || wrong > 0;
      if (tool === 'harness' && name === 'all' && isBad) process.exitCode = 1;
    }
  }
}
