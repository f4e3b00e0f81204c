// The tables of a run in Markdown.
import { median, ratioOf } from '../statistics.mjs';
import { works } from '../works.mjs';

const STORES = { mongodb: 'MongoDB', embedded: 'Embedded store' };
export const titles = Object.fromEntries(works.map(({ key, title }) => [key, title]));

/** @param {string} store */
export const storeTitle = (store) => STORES[store] ?? store;

/** @param {readonly (readonly (string | number)[])[]} rows the first one is the head */
export function table([head, ...rows]) {
  const lineOf = (cells) => `| ${cells.join(' | ')} |`;
  return [lineOf(head), `|${head.map(() => '---|').join('')}`, ...rows.map(lineOf)].join('\n');
}

/** @param {number} rate */
export function shown(rate) {
  if (rate >= 100) return Math.round(rate).toLocaleString('en-US');
  return rate.toFixed(rate < 10 ? 2 : 1);
}

const ratesOf = (measured) => measured.map(({ rate }) => rate);

/**
 * The peers that were measured on a store.
 * @param {import('./results.mjs').Results} results
 * @param {string} store
 */
export function peersOn({ rates, subjects }, store) {
  const found = Object.values(rates[store]);
  return Object.keys(subjects).filter((key) => key !== 'service' && found.some((byServer) => byServer[key]));
}

/**
 * Requests per second beside one peer, and the ratio with its spread.
 * @param {import('./results.mjs').Results} results
 * @param {string} store
 * @param {string} peer
 */
export function besideTable({ rates, subjects }, store, peer) {
  const found = rates[store];
  const rows = works
    .filter(({ key }) => found[key]?.service && found[key][peer])
    .map(({ key, title, connections }) => {
      const [mine, theirs] = [ratesOf(found[key].service), ratesOf(found[key][peer])];
      const { median: middle, least, most } = ratioOf(mine, theirs);
      const ratio = [`**${shown(middle)}**`, `${shown(least)} to ${shown(most)}`];
      return [title, connections, shown(median(mine)), shown(median(theirs)), ...ratio];
    });
  return table([['work', 'connections', subjects.service, subjects[peer], 'ratio', 'spread'], ...rows]);
}

/**
 * Requests per second of the works that were measured without a peer.
 * @param {import('./results.mjs').Results} results
 * @param {string} store
 * @returns {string} empty when there are none
 */
export function aloneTable({ rates, subjects }, store) {
  const found = rates[store];
  const rows = works
    .filter(({ key }) => found[key]?.service && Object.keys(found[key]).length === 1)
    .map(({ key, title, connections }) => [title, connections, shown(median(ratesOf(found[key].service)))]);
  return rows.length === 0 ? '' : table([['work', 'connections', subjects.service], ...rows]);
}

/**
 * Milliseconds of a core that a server uses for a request, without the process of MongoDB.
 * @param {import('./results.mjs').Results} results
 * @param {string} store
 */
export function processorTable({ rates, subjects }, store) {
  const found = rates[store];
  const keys = Object.keys(subjects).filter((key) => Object.values(found).some((byServer) => byServer[key]));
  const rows = works
    .filter(({ key }) => found[key]?.service)
    .map(({ key, title }) => [
      title,
      ...keys.map((server) => {
        const measured = found[key][server];
        return measured ? median(measured.map(({ cpu }) => cpu)).toFixed(2) : '';
      }),
    ]);
  return table([['work', ...keys.map((key) => subjects[key])], ...rows]);
}

/** @param {readonly import('./goals.mjs').GoalResult[]} judged */
export function goalsTable(judged) {
  const byStore = judged.toSorted((a, b) => b.store.localeCompare(a.store));
  const rows = byStore.map(({ store, title, found, needed, share }) => [
    storeTitle(store),
    title,
    found,
    needed,
    share >= 1 ? 'pass' : '**short**',
  ]);
  return table([['store', 'goal', 'found', 'needed', ''], ...rows]);
}
