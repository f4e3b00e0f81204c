// The section about growing data, from what `scale.mjs` found.
import { scaleGoal } from '../goals.mjs';
import { busyWarning } from './results.mjs';
import { shown, storeTitle, table } from './tables.mjs';

/**
 * @typedef {{ rates: Record<string, number>, startMs: number, idleMb: number, busyMb: number,
 *   searches: Record<string, { ms: number, longestMs: number }>, searchHoldMs: number, createHoldMs: number,
 *   longestCreateMs: number, allMb?: number, termsMb?: number }} ScaleRow `allMb`: snippets with all indexes on the disk
 * @typedef {{ date: string, commit: string, machine: string, load: number, seconds: number, rounds: number,
 *   stores: Record<string, Record<string, ScaleRow>> }} ScaleResults `stores` by store and number of snippets
 */

/** @param {ScaleResults} results */
export function scaleSection(results) {
  const { date, commit, machine, seconds, rounds, stores } = results;
  const parts = Object.entries(stores).flatMap(([store, bySize]) => [
    `### ${storeTitle(store)}, growing`,
    scaleTable(bySize),
    'Searches: a slice of 50, one request after the other.',
    searchTable(bySize),
    goalLines(bySize),
  ]);
  const head = `Measured on ${date} at commit ${commit}: ${machine}. Medians of ${rounds} rounds of ${seconds} s.`;
  return [
    '## Growing data',
    `${head}\nRequests per second; memory is that of the service's process.`,
    ...busyWarning(results),
    ...parts,
  ].join('\n\n');
}

/** @param {Record<string, ScaleRow>} bySize */
export function scaleTable(bySize) {
  const works = Object.keys(Object.values(bySize)[0]?.rates ?? {});
  const rows = Object.entries(bySize).map(([size, { rates, startMs, idleMb, busyMb, allMb, termsMb }]) => [
    Number(size).toLocaleString('en-US'),
    ...works.map((work) => shown(rates[work])),
    startMs.toFixed(0),
    `${idleMb.toFixed(0)} / ${busyMb.toFixed(0)}`,
    allMb === undefined ? '' : `${shown(allMb)} / ${shown(termsMb)}`,
  ]);
  return table([
    ['snippets', ...works, 'start-up, ms', 'memory idle / busy, MB', 'disk: all / index of terms, MB'],
    ...rows,
  ]);
}

/** @param {Record<string, ScaleRow>} bySize */
export function searchTable(bySize) {
  const sizes = Object.keys(bySize);
  const [first] = Object.values(bySize);
  const row = (title, cellOf) => [title, ...sizes.map((size) => cellOf(bySize[size]))];
  const searches = Object.keys(first?.searches ?? {}).map((name) =>
    row(name, ({ searches }) => `${searches[name].ms.toFixed(1)} (${searches[name].longestMs.toFixed(0)})`),
  );
  return table([
    ['milliseconds (longest)', ...sizes.map((size) => `${Number(size).toLocaleString('en-US')} snippets`)],
    ...searches,
    row('longest hold of the event loop, 16 search', ({ searchHoldMs }) => searchHoldMs.toFixed(0)),
    row('longest hold of the event loop, 16 create', ({ createHoldMs }) => createHoldMs.toFixed(0)),
    row('longest answer to a create, 16 at once', ({ longestCreateMs }) => longestCreateMs.toFixed(0)),
  ]);
}

/** @param {Record<string, ScaleRow>} bySize */
export function goalLines(bySize) {
  const { works, stored, beside, atLeast } = scaleGoal;
  const [many, few] = [bySize[stored], bySize[beside]];
  if (!many || !few) return `The goal needs both ${beside.toLocaleString('en-US')} and 1,000,000 snippets.`;
  const lines = works.map((work) => {
    const ratio = many.rates[work] / few.rates[work];
    const verdict = ratio >= atLeast ? 'pass' : '**short**';
    return `- ${work} at 1,000,000 beside 1,000: ${ratio.toFixed(2)}, needed at least ${atLeast}: ${verdict}`;
  });
  return lines.join('\n');
}
