// Where a thread itself spends its time: functions by their own time, without what they call.

/**
 * @param {import('./read-profile.mjs').CallTree} tree
 * @param {number} count
 */
export function selfTimes({ root }, count) {
  const times = new Map();
  const visit = ({ name, place, self, children }) => {
    const key = `${name}  ${place}`;
    times.set(key, (times.get(key) ?? 0) + self);
    for (const child of children) visit(child);
  };
  visit(root);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([key, ms]) => `${((ms / root.total) * 100).toFixed(1).padStart(6)} %  ${key}`)
    .join('\n');
}
