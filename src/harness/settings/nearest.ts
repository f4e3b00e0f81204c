/** Which of the names that there are somebody may have meant. */

/** @returns the name with the fewest changes of single characters; undefined when more than a third would change */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, changes: changesBetween(given, name) }))
    .toSorted((one, other) => one.changes - other.changes);
  return best && best.changes * 3 <= Math.max(given.length, best.name.length) ? best.name : undefined;
}

/** Levenshtein's distance. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries()) {
      const changed = (row[at] ?? 0) + Number(character !== wanted);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
