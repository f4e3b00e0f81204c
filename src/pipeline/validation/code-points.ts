/** Compares lengths in code points, as JSON Schema counts them, without looking at more of a text than needed. */

export function isLongerThan(text: string, most: number): boolean {
  // A code point has one or two code units.
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let points = 0;
  for (const _ of text) {
    points += 1;
    if (points > most) return true;
  }
  return false;
}

export function isShorterThan(text: string, least: number): boolean {
  return least > 0 && !isLongerThan(text, least - 1);
}
