// The results on the corpus as a table, which stands in docs/contract-testing.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../../docs/contract-testing.md', import.meta.url));
/** @typedef {{ tool: string, service: string, fault?: string, check?: string, seed: number, found: string[], seconds: number, isFound: boolean, isNamed: boolean }} Result */

const HEAD = '| tool | service | faults | seeds | found | by the right check | false | median seconds |';
const LINE = '|---|---|---|---|---|---|---|---|';

/** @param {Result[]} results @returns {string} */
export function tableOf(results) {
  const rows = unique(results, 'tool').flatMap((tool) => {
    const own = results.filter((one) => one.tool === tool);
    const services = unique(own, 'service').map((name) =>
      row(
        tool,
        name,
        own.filter((one) => one.service === name),
      ),
    );
    return [...services, row(tool, 'all', own)];
  });
  return [HEAD, LINE, ...rows].join('\n');
}

/** @param {Result[]} results @param {'tool' | 'service'} member */
const unique = (results, member) => [...new Set(results.map((one) => one[member]))];

/** @param {string} tool @param {string} name @param {Result[]} results */
function row(tool, name, results) {
  const planted = results.filter(({ fault }) => fault !== undefined);
  const faults = new Set(planted.map(({ service, fault }) => `${service}: ${fault}`)).size;
  const seeds = [...new Set(results.map(({ seed }) => seed))].join(', ');
  const found = `${planted.filter(({ isFound }) => isFound).length} of ${planted.length}`;
  const named = planted.filter(({ isNamed }) => isNamed).length;
  const times = planted.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  const cells = [tool, name, faults, seeds, found, named, countFalse(results), median.toFixed(1)];
  return `| ${cells.join(' | ')} |`;
}

/** @param {Result[]} results */
const countFalse = (results) =>
  results.filter(({ fault }) => fault === undefined).reduce((sum, { found }) => sum + found.length, 0);

/** @param {Result[]} results @returns whether the harness misses more than 5 % of the faults, or reports what is none */
export function isBad(results) {
  const own = results.filter(({ tool }) => tool !== 'schemathesis');
  const missed = own.filter(({ fault, isFound }) => fault !== undefined && !isFound).length;
  return missed > own.length * 0.05 || countFalse(own) > 0;
}

/** Puts the table in the place of the one that is there. @param {string} table */
export function writeTable(table) {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const start = lines.indexOf(HEAD);
  if (start === -1) throw new Error(`${PAGE} has no table of results`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  lines.splice(start, length, ...table.split('\n'));
  writeFileSync(PAGE, lines.join('\n'));
}
