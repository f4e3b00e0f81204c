/** Cuts a name into its parts: `autocannonDetectPort`, `auto_cannon`, `detect-port`, `sha256`. */

/** A name with more parts is found as a whole only. */
const MOST_PARTS = 16;
/** The most neighbouring parts that are found together. */
const LONGEST_RUN = 4;

/** Capitals, small letters, digits, marks, letters without case: runs of one kind each. */
const RUN = /\p{Lu}+|\p{Ll}+|\p{Nd}+|\p{M}+|[^\p{Lu}\p{Ll}\p{Nd}\p{M}\p{Pc}-]+/gu;
const CAPITALS = /^\p{Lu}/u;
const SMALL = /^\p{Ll}/u;
const MARKS = /^\p{M}/u;
const DIGITS = /^\p{Nd}/u;

/**
 * @param name words with hyphens between them
 * @returns the name as a whole, then each run of at most four neighbouring parts
 */
export function* runsOf(name: string): Generator<readonly string[]> {
  const parts = partsOf(name);
  // Also for a name of one part: `_name` is found as `name`.
  if (parts.length > 0) yield parts;
  if (parts.length > MOST_PARTS) return;
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + LONGEST_RUN, parts.length); to += 1) {
      yield parts.slice(from, to);
    }
  }
}

function partsOf(name: string): string[] {
  const parts: string[] = [];
  let end = -1;
  let isMarked = false;
  for (const { 0: run, index } of name.matchAll(RUN)) {
    const last = index === end ? (parts.at(-1) ?? '') : '';
    end = index + run.length;
    const isMark = MARKS.test(run);
    // A mark belongs to the letter before it. What follows a mark is in the same part, unless it begins a new one.
    const isJoined = isMark || (isMarked && !CAPITALS.test(run) && !DIGITS.test(run));
    isMarked = isMark;
    if (last !== '' && isJoined) parts[parts.length - 1] = last + run;
    else if (last !== '' && SMALL.test(run) && CAPITALS.test(last)) {
      // The last capital begins the next part: `HTTPServer` is `HTTP` and `Server`.
      const capitals = [...last];
      const first = capitals.pop() ?? '';
      parts.splice(-1, 1, ...(capitals.length > 0 ? [capitals.join('')] : []), first + run);
    } else parts.push(run);
  }
  return parts;
}
