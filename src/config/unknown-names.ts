/** Finds the setting that a misspelt name means, so that a misspelt OWNERSHIP stops the start. */
import { SettingsError } from './settings-error.js';

/** Variables of Node.js and OpenSSL that look like settings of ours. */
const FOREIGN = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * The environment is full of foreign variables (PATH, HOME), so only near misses of a setting's name are refused.
 *
 * @param known the names of the settings
 */
export function refuseUnknown(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): void {
  for (const name of Object.keys(env)) {
    if (known.includes(name) || FOREIGN.includes(name) || !env[name]) continue;
    const meant = nearestName(name, known);
    // The value is left out: what is misspelt may be a secret.
    if (meant) throw new SettingsError(name, undefined, `unknown setting, did you mean ${meant}?`);
  }
}

/** @returns the closest of `names` that is a plausible misspelling of `given`, if any */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(given, name);
    // Short names have many innocent neighbours: HOST is two edits from HOME.
    if (distance <= (name.length < 8 ? 1 : 2) && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
      best = { name, distance };
    }
  }
  return best?.name;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
