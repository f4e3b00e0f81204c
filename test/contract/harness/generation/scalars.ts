/** fast-check arbitraries for texts and numbers within a schema's limits. */

import fc, { type Arbitrary } from 'fast-check';
import { exact, isInteger, type Numeric } from '../document/exact-numbers.js';
import type { Schema } from '../document/model.js';
import { readPattern } from '../document/validators.js';
import { customFormats } from './custom-formats.js';
import { sift } from './sift.js';

/** Longer random texts would show nothing that these do not; limits beyond are tried one by one (./candidates.ts). */
const LONGEST = 200;

/** Longer texts than this are not made at all, whatever the document asks for: they would test the harness's memory. */
export const LONGEST_MADE = 1_000_000;

/** A text of a pattern that repeats more often is not made. */
const MOST_REPEATED = 1000;

/** The surrogates are no characters of their own. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/** Any code point. fast-check's own `binary` unit takes a second to make. */
const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count));

const CHARACTER = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: codePoint },
);

/** Texts of any code points. */
export const oddText = (maxLength: number): Arbitrary<string> =>
  fc.array(codePoint, { maxLength }).map((characters) => characters.join(''));

/** Well-formed: a text that UTF-8 cannot carry is nobody's promise. */
export const words = (maxLength: number, minLength = 0): Arbitrary<string> =>
  fc.array(CHARACTER, { minLength, maxLength }).map((characters) => characters.join(''));

export function anyText({ pattern, minLength = 0, maxLength = 100, format = '' }: Schema): Arbitrary<string> {
  const custom = customFormats.get(format);
  if (custom) return fc.constantFrom(...custom);
  const formatted = FORMATS[format];
  if (formatted) return formatted();
  const plain = words(Math.min(Math.max(maxLength, minLength), LONGEST), Math.min(minLength, LONGEST)).map(
    (text) => (minLength > LONGEST ? `${text}${'a'.repeat(minLength - [...text].length)}` : text),
  );
  if (pattern === undefined) return plain;
  const fits = (text: string) => readPattern(pattern).test(text);
  // `plain` rarely matches narrow patterns, what is made of a pattern is rarely long or odd.
  const choices = [matching(pattern, fits), sift(plain, fits)].filter((choice) => choice !== undefined);
  return choices.length > 0 ? fc.oneof(...choices) : plain;
}

/** Assertions that look ahead or behind: fast-check makes no texts of them. */
const LOOKING = /\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g;

/** @returns undefined when no text was found */
function matching(pattern: string, fits: (text: string) => boolean): Arbitrary<string> | undefined {
  const repeated = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least]) => Number(least));
  if (repeated.reduce((product, times) => product * Math.max(times, 1), 1) > MOST_REPEATED) return undefined;
  try {
    const texts = fc.stringMatching(readPattern(pattern.replace(LOOKING, '')), { size: 'small' });
    return sift(texts, fits);
  } catch {
    return undefined;
  }
}

const dates = () =>
  fc.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') });

/** Made when they are asked for: some take a second. */
const FORMATS: Readonly<Record<string, () => Arbitrary<string>>> = {
  'date-time': () => dates().map((date) => date.toISOString()),
  date: () => dates().map((date) => date.toISOString().slice(0, 10)),
  time: () => dates().map((date) => date.toISOString().slice(11)),
  duration: () => durations(),
  email: () => fc.emailAddress(),
  hostname: () => fc.domain(),
  uuid: () => fc.uuid(),
  uri: () => urls(),
  url: () => urls(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  byte: () => fc.base64String({ maxLength: 100 }),
};

/** To make the paths of fast-check's own takes seconds: it tells apart the escapes of all code points. */
const urls = () =>
  fc
    .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(words(8), { maxLength: 3 }))
    .map(
      ([scheme, host, steps]) =>
        `${scheme}://${host}${steps.map((step) => `/${encodeURIComponent(step)}`).join('')}`,
    );

/** RFC 3339, appendix A: weeks, or days and a time, of which neither lacks a unit in between. */
const durations = () => {
  const count = (unit: string) => fc.nat({ max: 99 }).map((number) => `${number}${unit}`);
  const time = fc
    .tuple(count('H'), count('M'), count('S'))
    .chain((units) => fc.integer({ min: 1, max: 3 }).map((many) => `T${units.slice(0, many).join('')}`));
  return fc.oneof(
    time.map((text) => `P${text}`),
    fc.tuple(count('D'), time).map(([days, text]) => `P${days}${text}`),
    count('W').map((weeks) => `P${weeks}`),
  );
};

export function wholeNumber(schema: Schema): Arbitrary<Numeric> {
  const { least, most } = limits(schema, -(2 ** 31), 2 ** 31 - 1);
  const step = isInteger(schema.multipleOf) ? BigInt(schema.multipleOf) : 1n;
  const min = divide(least, step, Math.ceil);
  const max = divide(most, step, Math.floor);
  return fc.bigInt({ min: min < max ? min : max, max }).map((count) => exact(count * step));
}

/** @param round where the limit is no integer: towards what it includes */
function divide(limit: Numeric, step: bigint, round: typeof Math.ceil): bigint {
  const whole = isInteger(limit) ? BigInt(limit) : BigInt(round(limit));
  const [times, rest] = [whole / step, whole % step];
  if (rest === 0n) return times;
  if (round === Math.ceil) return rest > 0n ? times + 1n : times;
  return rest < 0n ? times - 1n : times;
}

export function anyNumber(schema: Schema): Arbitrary<number> {
  const limited = limits(schema, -1e6, 1e6);
  const [least, most] = [Number(limited.least), Number(limited.most)];
  if (schema.multipleOf !== undefined) return multiples(Number(schema.multipleOf), least, most);
  return fc.double({ min: least, max: most, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
}

function multiples(step: number, least: number, most: number): Arbitrary<number> {
  const min = Math.max(Math.ceil(least / step), Number.MIN_SAFE_INTEGER);
  const max = Math.min(Math.floor(most / step), Number.MAX_SAFE_INTEGER);
  // 3 * 0.1 is not 0.3: what lies behind the twelfth digit of a fraction is noise.
  const times = fc.integer({ min: Math.min(min, max), max });
  return times.map((count) =>
    Number.isInteger(step) ? count * step : Number((count * step).toPrecision(12)),
  );
}

/** Exclusive limits are left to the judge. */
function limits(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema,
  lowest: number,
  highest: number,
): { least: Numeric; most: Numeric } {
  const numbers = (...given: unknown[]) =>
    given.filter((limit) => typeof limit === 'number' || typeof limit === 'bigint');
  const lower = numbers(minimum, exclusiveMinimum);
  const upper = numbers(maximum, exclusiveMaximum);
  const least = lower.length > 0 ? greatest(lower) : smallest([lowest, ...upper]);
  const most = upper.length > 0 ? smallest(upper) : greatest([highest, ...lower]);
  return { least: smallest([least, most]), most };
}

const greatest = (all: readonly Numeric[]) => all.reduce((one, other) => (one > other ? one : other));
const smallest = (all: readonly Numeric[]) => all.reduce((one, other) => (one < other ? one : other));
