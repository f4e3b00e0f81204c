// The harness's results as a table, which stands in docs/contract-testing.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/contract-testing.md', import.meta.url));
/** @typedef {{ tool: string, service: string, fault?: string, check?: string, seed: number, found: string[], seconds: number, isFound: boolean, isNamed: boolean }} Result */

const HEAD = '| service | faults | seeds | found | by the right check | false | median seconds |';
const LINE = '|---|---|---|---|---|---|---|';

/** @param {Result[]} results @returns {string} */
export function harnessTable(results) {
  const own = results.filter(({ tool }) => tool === 'harness');
  const names = [...new Set(own.map(({ service }) => service)), 'all'];
  const rows = names.map((name) =>
    row(name, name === 'all' ? own : own.filter((one) => one.service === name)),
  );
  return [HEAD, LINE, ...rows].join('\n');
}

/** @param {string} name @param {Result[]} results */
function row(name, results) {
  const planted = results.filter(({ fault }) => fault !== undefined);
  const count = (/** @type {(one: Result) => boolean} */ fits) => planted.filter(fits).length;
  const faults = new Set(planted.map(({ service, fault }) => `${service}: ${fault}`)).size;
  const seeds = [...new Set(results.map(({ seed }) => seed))].join(', ');
  const wrong = results
    .filter(({ fault }) => fault === undefined)
    .reduce((sum, one) => sum + one.found.length, 0);
  const seconds =
    planted.map((one) => one.seconds).sort((a, b) => a - b)[Math.floor(planted.length / 2)] ?? 0;
  const found = `${count(({ isFound }) => isFound)} of ${planted.length}`;
  return `| ${name} | ${faults} | ${seeds} | ${found} | ${count(({ isNamed }) => isNamed)} | ${wrong} | ${seconds.toFixed(1)} |`;
}

/** Puts the table in the place of the one that is there. @param {string} table */
export function writeTable(table) {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const start = lines.indexOf(HEAD);
  if (start === -1) throw new Error(`${PAGE} has no table of the harness's results`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  lines.splice(start, length, ...table.split('\n'));
  writeFileSync(PAGE, lines.join('\n'));
}
