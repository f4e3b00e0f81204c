// The kinds of work that are measured: how many connections ask at once, over which data.
//
// `data` names a set below. A work of one slow request after the other is `sequential`. Writes come last, so
// that what they add does not change what the reads before them find.

/** @typedef {{ key: string, title: string, connections: number, data: string, sequential?: true }} Work */

/** @type {readonly Work[]} */
export const works = [
  { key: 'read', title: 'read one', connections: 64, data: 'small' },
  { key: 'list-1000', title: 'list 1,000', connections: 16, data: 'small' },
  { key: 'list-1000-alone', title: 'list 1,000, alone', connections: 1, data: 'small' },
  { key: 'not-found', title: '404 by path', connections: 64, data: 'small' },
  { key: 'denial', title: 'anonymous denial', connections: 64, data: 'small' },
  { key: 'read-100kb', title: 'read one of 100 KB', connections: 16, data: 'one' },
  { key: 'not-modified', title: '304 of 100 KB', connections: 16, data: 'one' },
  { key: 'page', title: 'page (HTML)', connections: 16, data: 'small' },
  { key: 'replace', title: 'replace, highlighted', connections: 16, data: 'small' },
  { key: 'create', title: 'create, highlighted', connections: 16, data: 'small' },
  { key: 'create-alone', title: 'create, highlighted, alone', connections: 1, data: 'small' },
  { key: 'create-basic', title: 'create with Basic', connections: 16, data: 'small' },
  { key: 'slice', title: 'slice of 100', connections: 16, data: 'large' },
  { key: 'search', title: 'search, 100 found', connections: 16, data: 'large' },
  { key: 'list-100000', title: 'list 100,000', connections: 1, data: 'large', sequential: true },
  { key: 'users', title: '100 users of 1,000 snippets', connections: 1, data: 'large', sequential: true },
];

/** How many snippets of a kilobyte each data set holds; `one` holds a single one, of 100 KB. */
export const dataSets = { one: 1, small: 1000, large: 100_000 };

/** @param {string} key */
export function workOf(key) {
  const work = works.find((one) => one.key === key);
  if (!work) throw new Error(`there is no work ${key}; known: ${works.map((one) => one.key).join(', ')}`);
  return work;
}
