// What is stored while it is measured: snippets of about a kilobyte of Python, and their owners.

const LINES = [
  'def sieve(limit: int) -> list[int]:',
  '    """All primes below the limit, smallest first."""',
  '    marks = bytearray([1]) * limit',
  '    for n in range(2, int(limit ** 0.5) + 1):',
  '        if marks[n]:  # a prime: strike out its multiples',
  '            marks[n * n :: n] = bytes(len(range(n * n, limit, n)))',
  '    return [n for n in range(2, limit) if marks[n]]',
  '',
  "print(f'{len(sieve(10_000))} primes, the last is {sieve(10_000)[-1]}')",
];
const BLOCK = LINES.join('\n');
const CODE = `${BLOCK}\n\n\n${BLOCK.replaceAll('sieve', 'again')}\n`;

/** As many words as this are spread over the snippets, so that a search finds one snippet of a hundred. */
const TOPICS = 100;
/** Every user owns this many snippets. */
export const SNIPPETS_OF_A_USER = 1000;
const BEGIN = Date.UTC(2025, 0, 1);

/**
 * What differs between two snippets, all of one width, so that each is as large as any other.
 * @param {number} id
 */
export function variation(id) {
  const owner = Math.ceil(id / SNIPPETS_OF_A_USER);
  return {
    id,
    number: String(id).padStart(7, '0'),
    topic: topicOf(id),
    created: new Date(BEGIN + id * 1000),
    ownerId: owner,
    owner: userName(owner),
  };
}

/** @param {number} id */
export function topicOf(id) {
  return `topic${String(id % TOPICS).padStart(3, '0')}`;
}

/** @param {number} id from 1 */
export function userName(id) {
  return id === 1 ? 'bench' : `bench-${String(id).padStart(5, '0')}`;
}

/** @param {number} count of snippets */
export function userNames(count) {
  return Array.from({ length: Math.ceil(count / SNIPPETS_OF_A_USER) }, (_, i) => userName(i + 1));
}

/** What a client sends to store a snippet. */
export function inputOf({ number, topic }) {
  return {
    title: `Snippet ${number}`,
    code: `# snippet ${number} about ${topic}\n${CODE}`,
    linenos: false,
    language: 'python',
    style: 'github',
  };
}

/**
 * What a reader of it gets.
 * @param {number} id
 */
export function representationOf(id) {
  const varied = variation(id);
  return { id, owner: varied.owner, ...inputOf(varied) };
}

/** The only snippet of the data set `one`: of 100 KB, as large as the service takes one. */
export function largeInput() {
  const line = 'total = sum(value for value in values if value > 10)\n';
  return { ...inputOf(variation(1)), code: line.repeat(Math.floor(99_000 / line.length)) };
}

/**
 * What is stored first in a data set, and what the others are made from.
 * @param {string} data
 */
export function firstInput(data) {
  return data === 'one' ? largeInput() : inputOf(variation(1));
}
