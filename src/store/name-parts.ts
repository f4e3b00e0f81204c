/** Cuts a name into its parts: `autocannonDetectPort`, `auto_cannon`, `detect-port`, `sha256`. */

/** A name with more parts is found as a whole only. */
const MOST_PARTS = 16;
/** The most neighbouring parts that are found together. */
const LONGEST_RUN = 4;

/**
 * Capitals, of which the last one begins the next part where a small letter follows (`HTTPServer` is `HTTP` and
 * `Server`); small letters, perhaps behind one capital; digits; letters without case. Marks follow their letter.
 */
const PART =
  /(?:\p{Lu}\p{M}*)+(?![\p{Ll}\p{M}])|(?:\p{Lu}\p{M}*)?(?:\p{Ll}\p{M}*)+|\p{Nd}+\p{M}*|[^\p{Lu}\p{Ll}\p{Nd}\p{Pc}-]+/gu;

/**
 * @param name words with hyphens between them
 * @returns the name as a whole, then each run of at most four neighbouring parts
 */
export function* runsOf(name: string): Generator<readonly string[]> {
  const parts = name.match(PART) ?? [];
  // Also for a name of one part: `_name` is found as `name`.
  if (parts.length > 0) yield parts;
  if (parts.length > MOST_PARTS) return;
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + LONGEST_RUN, parts.length); to += 1) {
      yield parts.slice(from, to);
    }
  }
}
