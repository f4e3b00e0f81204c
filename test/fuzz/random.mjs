// A seeded source of random choices (mulberry32).

/** @param {number} seed */
export function makeRandom(seed) {
  let state = seed >>> 0;
  /** @returns a number from 0 to 1 */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 5; i++) next();
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => list[below(list.length)],
    chance: (share) => next() < share,
    text(length) {
      return Array.from({ length: below(length) + 1 }, () => CHARACTERS[below(CHARACTERS.length)]).join('');
    },
  };
}

const CHARACTERS = [
  ...'aZ09 \t\r\n\0%&=;,:/?#[]{}()<>"\'\\.*+-_@!~^|',
  ...[
    '\u0300',
    '\u0315',
    '\ufdfa',
    '\u202e',
    'é',
    '😀',
    '\x7f',
    '\x01',
    '%00',
    '%41',
    '%zz',
    '%F0%9F',
    '../',
    '\r\n',
  ],
];
