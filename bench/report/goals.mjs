// Holds the results against the goals.
import { boundGoals, rateGoals } from '../goals.mjs';
import { ratioOf } from '../statistics.mjs';

/** @typedef {{ store: string, title: string, found: string, needed: string, share: number }} GoalResult */

/** A ratio under 1 has three places, so that 0.596 is not shown as the 0.60 that it is short of. */
const shownRatio = (ratio) => ratio.toFixed(ratio < 1 ? 3 : 2);

/**
 * @param {import('./results.mjs').Results} results
 * @param {Record<string, string>} titles of works
 * @returns {GoalResult[]} only of goals whose parts were measured
 */
export function judge({ rates, bounds, subjects }, titles) {
  const judged = [];
  for (const { store, work, peer, than, atLeast } of rateGoals) {
    const mine = rates[store]?.[work]?.service;
    const theirs = than ? rates[store]?.[than]?.service : rates[store]?.[work]?.[peer];
    if (!mine || !theirs) continue;
    const ratio = ratioOf(
      mine.map(({ rate }) => rate),
      theirs.map(({ rate }) => rate),
    );
    const beside = than ? `its own ${titles[than]}` : subjects[peer];
    judged.push({
      store,
      title: `${titles[work]}, beside ${beside}`,
      found: `${shownRatio(ratio.median)} (${shownRatio(ratio.least)} to ${shownRatio(ratio.most)})`,
      needed: `at least ${atLeast}`,
      share: ratio.median / atLeast,
    });
  }
  for (const [store, found] of Object.entries(bounds)) {
    for (const { bound, title, atMost, unit } of boundGoals) {
      const value = found[bound];
      if (value === undefined || Number.isNaN(value)) continue;
      const shown = `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
      judged.push({ store, title, found: shown, needed: `at most ${atMost} ${unit}`, share: atMost / value });
    }
  }
  return judged;
}
