// Where a thread spends its time, as lists: by function, by origin, and by function of the service with all that it calls.

/** @param {import('./read-profile.mjs').CallTree} tree @param {number} count */
export function selfTimes({ root }, count) {
  return list(root, count, (frame, add) => add(labelOf(frame), frame.self));
}

/** Own time by folder of the service, package, or module of Node. */
export function timesByOrigin({ root }, count) {
  return list(root, count, (frame, add) => add(originOf(frame.place), frame.self));
}

/** With all that they call: where in the service the time goes. */
export function totalTimes({ root }, count) {
  return list(root, count, (frame, add, callers) => {
    const label = labelOf(frame);
    // A function that calls itself counts once.
    if (frame.place.startsWith('dist/') && !callers.includes(label)) add(label, frame.total);
  });
}

function list(root, count, credit) {
  const times = new Map();
  const add = (key, ms) => times.set(key, (times.get(key) ?? 0) + ms);
  const visit = (frame, callers) => {
    credit(frame, add, callers);
    const inside = [...callers, labelOf(frame)];
    for (const child of frame.children) visit(child, inside);
  };
  visit(root, []);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([key, ms]) => `${((ms / root.total) * 100).toFixed(1).padStart(6)} %  ${key}`)
    .join('\n');
}

const labelOf = ({ name, place }) => `${name}  ${place}`;

function originOf(place) {
  if (place === '') return 'the engine and native code';
  const own = /^dist\/([\w-]+)/.exec(place)?.[1];
  if (own) return `dist/${own}`;
  const packages = [...place.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)];
  return packages.at(-1)?.[1] ?? place.replace(/:\d+$/, '');
}
