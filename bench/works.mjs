// What is stored while it is measured, the kinds of work, and the requests of each for the service's paths.

const BLOCK = `def sieve(limit: int) -> list[int]:
    """All primes below the limit, smallest first."""
    marks = bytearray([1]) * limit
    for n in range(2, int(limit ** 0.5) + 1):
        if marks[n]:  # a prime: strike out its multiples
            marks[n * n :: n] = bytes(len(range(n * n, limit, n)))
    return [n for n in range(2, limit) if marks[n]]

print(f'{len(sieve(10_000))} primes, the last is {sieve(10_000)[-1]}')`;
const CODE = `${BLOCK}\n\n\n${BLOCK.replaceAll('sieve', 'again')}\n`;
/** As many words as this are spread over the snippets. */
const TOPICS = 100;
export const topicOf = (id) => `topic${String(id % TOPICS).padStart(3, '0')}`;

/** A kilobyte of Python: what a client sends to store snippet number `id`, each as large as any other. */
export function inputOf(id) {
  const number = String(id).padStart(7, '0');
  const code = `# snippet ${number} about ${topicOf(id)}\n${CODE}`;
  return { title: `Snippet ${number}`, code, linenos: false, language: 'python', style: 'github' };
}

/** @typedef {{ key: string, title: string, connections: number }} Work */

/** Writes come last, so that what they add does not change what the reads before them find. @type {readonly Work[]} */
export const works = [
  { key: 'read', title: 'read one', connections: 64 },
  { key: 'list-1000', title: 'list 1,000', connections: 16 },
  { key: 'list-1000-alone', title: 'list 1,000, alone', connections: 1 },
  { key: 'slice', title: 'slice of 100', connections: 16 },
  { key: 'search', title: 'search', connections: 16 },
  { key: 'not-found', title: '404 by path', connections: 64 },
  { key: 'denial', title: 'anonymous denial', connections: 64 },
  { key: 'not-modified', title: '304', connections: 16 },
  { key: 'page', title: 'page of a snippet (HTML)', connections: 16 },
  { key: 'page-list', title: 'page of a list (HTML)', connections: 16 },
  { key: 'replace', title: 'replace, highlighted', connections: 16 },
  { key: 'create', title: 'create, highlighted', connections: 16 },
  { key: 'create-alone', title: 'create, highlighted, alone', connections: 1 },
  { key: 'create-basic', title: 'create with Basic', connections: 16 },
];

/** @param {string} keys separated by commas @returns {Work[]} in the order of `works` */
export function worksOf(keys) {
  const wanted = keys.split(',');
  const known = works.map(({ key }) => key);
  const unknown = wanted.filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`there is no work ${unknown.join()}; known: ${known.join()}`);
  return works.filter(({ key }) => wanted.includes(key));
}

/**
 * `path` and `body` may be functions, asked for each request; `check` judges one answer before it is measured.
 * @typedef {{ method?: string, path: string | (() => string), headers?: Record<string, string>, status?: number,
 *   body?: string | (() => string), check?: (body: string) => boolean }} WorkRequest
 */

export const anyOf = (count) => 1 + Math.floor(Math.random() * count);
export const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * @param {number} count of stored snippets
 * @param {{ token?: string, basic?: string }} credentials as values of `Authorization`
 * @returns {Record<string, WorkRequest>} by work
 */
export function apiRequests(count, { token, basic } = {}) {
  const write = { ...JSON_TYPE, ...(token && { Authorization: token }) };
  const body = JSON.stringify(inputOf(7));
  const html = { headers: { Accept: 'text/html' } };
  const holds = (length) => (text) => JSON.parse(text).length === length;
  const list = { path: '/snippets/', check: holds(count) };
  const create = { method: 'POST', path: '/snippets/', headers: write, body, status: 201 };
  const found = Math.min(100, Math.floor(count / TOPICS));
  return {
    read: { path: () => `/snippets/${anyOf(count)}/` },
    'list-1000': list,
    'list-1000-alone': list,
    slice: { path: '/snippets/?limit=100', check: holds(100) },
    search: { path: () => `/snippets/?limit=100&q=${topicOf(anyOf(TOPICS))}`, check: holds(found) },
    'not-found': { path: '/nothing/here/', status: 404 },
    denial: { ...create, headers: JSON_TYPE, status: 401 },
    'not-modified': { path: '/snippets/1/', headers: { 'If-None-Match': '"1"' }, status: 304 },
    page: { path: () => `/snippets/${anyOf(count)}/`, ...html },
    'page-list': { path: '/snippets/', ...html },
    // A text that is the stored one would not be highlighted again.
    replace: {
      ...create,
      method: 'PUT',
      path: () => `/snippets/${anyOf(count)}/`,
      body: () => JSON.stringify(inputOf(anyOf(1_000_000))),
      status: 200,
    },
    create,
    'create-alone': create,
    'create-basic': { ...create, headers: { ...JSON_TYPE, Authorization: basic ?? '' } },
  };
}
