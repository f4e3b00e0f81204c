/** Keeps the server from trying an index scan for each of many terms that a record has to have. */

/** The server tries all of them to find the rarest, and each to its end when no record matches. */
const MOST_TRIED = 4;

/** @returns the same filter, in which at most `MOST_TRIED` whole terms of an `$all` can be looked up: the longest */
export function limitPlans(filter: object): object {
  const checked: object[] = [];
  const conditions = Object.entries(filter).map(([field, condition]) => {
    const all = termsIn(condition);
    const whole = all.filter((term) => typeof term === 'string');
    if (whole.length <= MOST_TRIED) return [field, condition];
    const longestFirst = whole.toSorted((one, other) => other.length - one.length);
    const others = { $literal: longestFirst.slice(MOST_TRIED) };
    checked.push({ $setIsSubset: [others, { $ifNull: [`$${field}`, []] }] });
    const beginnings = all.filter((term) => typeof term !== 'string');
    return [field, { $all: [...longestFirst.slice(0, MOST_TRIED), ...beginnings] }];
  });
  return { ...Object.fromEntries(conditions), ...(checked.length > 0 && { $expr: { $and: checked } }) };
}

function termsIn(condition: unknown): readonly unknown[] {
  const isAll = typeof condition === 'object' && condition !== null && '$all' in condition;
  return isAll && Array.isArray(condition.$all) ? condition.$all : [];
}
