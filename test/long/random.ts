/** A seeded source of random choices (mulberry32). */

const CHARACTERS = [
  ...'aZ09 \t\r\n\0%&=;,:/?#[]{}()<>"\'\\.*+-_@!~^|\u0300\u0315\ufdfa\u202eé😀\x7f\x01',
  ...['%00', '%41', '%zz', '%F0%9F', '../', '\r\n'],
];

export interface Random {
  /** A number from 0 to 1. */
  next(): number;
  /** An integer from 0. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  /** Up to so many characters that make careless code fail. */
  text(longest: number): string;
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 5; i++) next();
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(list: readonly T[]): T {
      const index = below(list.length);
      return list.find((_, i) => i === index) ?? raiseEmpty();
    },
    chance: (share) => next() < share,
    text: (longest) =>
      Array.from({ length: below(longest) + 1 }, () => CHARACTERS[below(CHARACTERS.length)]).join(''),
  };
}

function raiseEmpty(): never {
  throw new Error('nothing to pick from');
}
