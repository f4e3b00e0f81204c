// What the collection holds while it is measured, and what is stored: about a kilobyte of Python.
import { wordsOf } from '../dist/store/words.js';

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

/** @param {number} n makes each one different */
export function code(n) {
  const block = LINES.join('\n');
  return `# snippet ${n}\n${block}\n\n\n${block.replaceAll('sieve', 'again')}\n`;
}

/** @param {number} count */
export function documents(count) {
  const begin = Date.UTC(2025, 0, 1);
  return Array.from({ length: count }, (_, i) => ({
    _id: i + 1,
    created: new Date(begin + i * 1000),
    title: `Snippet ${i + 1}`,
    code: code(i + 1),
    linenos: false,
    language: 'python',
    style: 'github',
    highlighted: `<!doctype html>${'<span class="hljs-keyword">def</span>'.repeat(80)}`,
    plain: false,
    ownerId: 1,
    owner: 'bench',
    version: 1,
    words: wordsOf(`Snippet ${i + 1}`, code(i + 1)),
  }));
}
