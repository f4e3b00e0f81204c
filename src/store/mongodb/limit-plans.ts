/** Keeps the server from trying an index scan for each of many texts that a list has to contain. */

/** The server tries all of them to find the rarest, and each to its end when no record matches. */
const MOST_TRIED = 4;

/** @returns the same filter, in which at most `MOST_TRIED` texts of an `$all` can be looked up in an index: the longest */
export function limitPlans(filter: object): object {
  const checked: object[] = [];
  const conditions = Object.entries(filter).map(([field, condition]) => {
    const texts = textsIn(condition);
    if (texts.length <= MOST_TRIED) return [field, condition];
    const longestFirst = texts.toSorted((one, other) => other.length - one.length);
    const others = { $literal: longestFirst.slice(MOST_TRIED) };
    checked.push({ $setIsSubset: [others, { $ifNull: [`$${field}`, []] }] });
    return [field, { $all: longestFirst.slice(0, MOST_TRIED) }];
  });
  return { ...Object.fromEntries(conditions), ...(checked.length > 0 && { $expr: { $and: checked } }) };
}

function textsIn(condition: unknown): readonly string[] {
  const isAll = typeof condition === 'object' && condition !== null && '$all' in condition;
  return isAll && Array.isArray(condition.$all) ? condition.$all : [];
}
