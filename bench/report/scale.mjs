// The section about growing data, from what `scale.mjs` found.
import { scaleGoal } from '../goals.mjs';
import { busyWarning } from './results.mjs';
import { shown, storeTitle, table } from './tables.mjs';

/**
 * @typedef {{ rates: Record<string, number>, startMs: number, idleMb: number, busyMb: number, loadSeconds: number,
 *   allMb?: number, wordsMb?: number }} ScaleRow sizes on the disk: snippets with their indexes, the index of words
 * @typedef {{ date: string, commit: string, machine: string, load: number, seconds: number, rounds: number,
 *   stores: Record<string, Record<string, ScaleRow>> }} ScaleResults `stores` by store and number of snippets
 */

/** @param {ScaleResults} results */
export function scaleSection(results) {
  const { date, commit, machine, seconds, rounds, stores } = results;
  const parts = Object.entries(stores).flatMap(([store, bySize]) => [
    `### ${storeTitle(store)}, growing`,
    scaleTable(bySize),
    goalLine(bySize),
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
  const rows = Object.entries(bySize).map(([size, { rates, startMs, idleMb, busyMb, allMb, wordsMb }]) => [
    Number(size).toLocaleString('en-US'),
    ...works.map((work) => shown(rates[work])),
    startMs.toFixed(0),
    `${idleMb.toFixed(0)} / ${busyMb.toFixed(0)}`,
    allMb === undefined ? '' : `${shown(allMb)} / ${shown(wordsMb)}`,
  ]);
  return table([
    ['snippets', ...works, 'start-up, ms', 'memory idle / busy, MB', 'disk: all / index of words, MB'],
    ...rows,
  ]);
}

/** @param {Record<string, ScaleRow>} bySize */
export function goalLine(bySize) {
  const { work, stored, beside, atLeast } = scaleGoal;
  const [many, few] = [bySize[stored]?.rates[work], bySize[beside]?.rates[work]];
  if (!many || !few) return `The goal needs both ${beside.toLocaleString('en-US')} and 1,000,000 snippets.`;
  const ratio = many / few;
  const verdict = ratio >= atLeast ? 'pass' : '**short**';
  return `Read one at 1,000,000 beside 1,000: ${ratio.toFixed(2)}, needed at least ${atLeast}: ${verdict}.`;
}
