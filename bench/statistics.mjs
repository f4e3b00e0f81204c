// Medians, and ratios with their spread over the rounds.

/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The rounds are compared one by one, as both sides of a round meet the same state of the machine.
 * @param {readonly number[]} mine one value a round
 * @param {readonly number[]} theirs of the same rounds
 */
export function ratioOf(mine, theirs) {
  const ratios = mine.map((value, round) => value / theirs[round]);
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
