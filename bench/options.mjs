// The command line of `npm run bench`.
import { parseArgs } from 'node:util';
import { rateGoals } from './goals.mjs';
import { subjects } from './subjects/index.mjs';
import { workOf, works } from './works.mjs';

const STORES = ['mongodb', 'embedded'];

/** @typedef {ReturnType<typeof readOptions>} Options */

/** @param {string[]} args */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      works: { type: 'string' },
      stores: { type: 'string' },
      peers: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      warmup: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const { quick, profile } = values;
  const selected = values.works ?? profile;
  const goalWorks = new Set(rateGoals.flatMap(({ work, than }) => [work, ...(than ? [than] : [])]));
  const goalPeers = new Set(rateGoals.flatMap(({ peer }) => (peer ? [peer] : [])));
  const peers = subjects.map(({ key }) => key).filter((key) => key !== 'service');
  return {
    works: selected
      ? works.filter((work) =>
          listOf(
            selected,
            works.map(({ key }) => key),
          ).includes(work.key),
        )
      : works.filter(({ key }) => !quick || goalWorks.has(key)),
    stores: listOf(values.stores ?? STORES.join(), STORES),
    peers:
      values.peers === ''
        ? []
        : listOf(values.peers ?? peers.join(), peers).filter((key) => !quick || goalPeers.has(key)),
    rounds: positive(values.rounds ?? (quick ? '3' : '5')),
    seconds: positive(values.seconds ?? (quick ? '1' : '3')),
    warmup: positive(values.warmup ?? (quick ? '0.5' : '4')),
    quick,
    profile: profile && workOf(profile),
    /** Only a complete run replaces the published figures, unless one is told to. */
    write:
      values.write ||
      (!quick && [values.works, values.stores, values.peers].every((one) => one === undefined)),
  };
}

function listOf(text, known) {
  const names = text.split(',').filter(Boolean);
  for (const name of names) {
    if (!known.includes(name)) throw new Error(`"${name}" is not known here; known: ${known.join(', ')}`);
  }
  return names;
}

function positive(text) {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`"${text}" is not a number above 0`);
  return number;
}
