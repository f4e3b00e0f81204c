// What has to hold, as data. A rate is compared with that of a peer for the same work, or with another work.

/** @typedef {{ store: string, work: string, atLeast: number, peer?: string, than?: string }} RateGoal */
/** @typedef {{ bound: string, title: string, atMost: number, unit: string }} BoundGoal */

/** @type {readonly RateGoal[]} `than` is a work of the service itself; without it the peer does the same work */
export const rateGoals = [
  { store: 'mongodb', work: 'read', peer: 'fastify', atLeast: 3 },
  { store: 'mongodb', work: 'list-1000', peer: 'fastify', atLeast: 3 },
  { store: 'mongodb', work: 'list-1000-alone', peer: 'fastify', atLeast: 1.3 },
  { store: 'mongodb', work: 'create', peer: 'fastify', atLeast: 1 },
  { store: 'mongodb', work: 'create-alone', peer: 'fastify', atLeast: 0.9 },
  { store: 'mongodb', work: 'create', peer: 'fastify-same', atLeast: 1.3 },
  { store: 'mongodb', work: 'replace', peer: 'fastify', atLeast: 1 },
  { store: 'mongodb', work: 'search', peer: 'fastify', atLeast: 3 },
  { store: 'embedded', work: 'read', peer: 'pocketbase', atLeast: 3 },
  { store: 'embedded', work: 'list-1000', peer: 'pocketbase', atLeast: 3 },
  // PocketBase stores without highlighting, without an index of words and without a sync of the disk.
  { store: 'embedded', work: 'create', peer: 'pocketbase', atLeast: 0.65 },
  { store: 'embedded', work: 'replace', peer: 'pocketbase', atLeast: 1 },
  ...['mongodb', 'embedded'].flatMap((store) => [
    { store, work: 'denial', peer: 'koa', atLeast: 0.6 },
    { store, work: 'not-found', peer: 'koa', atLeast: 0.6 },
    { store, work: 'not-modified', than: 'read-100kb', atLeast: 3 },
  ]),
];

/** @type {readonly BoundGoal[]} measured once on each store (`bounds.mjs`) */
export const boundGoals = [
  { bound: 'firstByteMs', title: 'list of 100,000: first byte', atMost: 100, unit: 'ms' },
  { bound: 'residentMb', title: 'list of 100,000: additional resident memory', atMost: 64, unit: 'MB' },
  {
    bound: 'delayMs',
    title: 'users with 100,000 snippets: longest event-loop delay',
    atMost: 50,
    unit: 'ms',
  },
  { bound: 'explorerKb', title: 'explorer over the wire', atMost: 500, unit: 'KB' },
  { bound: 'startMs', title: 'start to the first answered request', atMost: 1000, unit: 'ms' },
];

/** What has to hold with so many stored, beside the fewest (`scale.mjs`). */
export const scaleGoal = {
  works: ['read a thousand', 'read', 'slice', 'create'],
  stored: 1_000_000,
  beside: 1000,
  atLeast: 0.9,
};
