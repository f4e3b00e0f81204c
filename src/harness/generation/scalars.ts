/** Texts and numbers within the limits of a schema: random ones, and those at its limits and beside them. */
import fc, { type Arbitrary } from 'fast-check';
import { readPattern } from '../document/keywords.js';
import type { Json, Schema } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { alternatives, kindOf } from './schemas.js';

/** Longer random texts would show nothing that these do not; limits beyond are tried one by one (./candidates.ts). */
const LONGEST = 200;

/** Longer texts than this are not made at all, whatever the document asks for: they would test the harness's memory. */
export const LONGEST_MADE = 1_000_000;

/** A text of a pattern that repeats more often is not made. */
const MOST_REPEATED = 1000;

export const words = (maxLength: number, minLength = 0): Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength, maxLength });

export function anyText({ pattern, minLength = 0, maxLength = 100, format = '' }: Schema): Arbitrary<string> {
  const fits = (text: string) => pattern === undefined || readPattern(pattern).test(text);
  const formatted = FORMATS[format]?.();
  const plain = words(Math.min(Math.max(maxLength, minLength), LONGEST), Math.min(minLength, LONGEST)).map(
    (text) => (minLength > LONGEST ? `${text}${'a'.repeat(minLength - [...text].length)}` : text),
  );
  if (pattern === undefined) return formatted ?? plain;
  // `plain` rarely matches narrow patterns, what is made of a pattern is rarely long or odd.
  const choices = [sift(formatted ?? plain, fits, TRIES / 10), matching(pattern, fits)].filter(
    (choice) => choice !== undefined,
  );
  // What is made of a pattern alone seldom has the format.
  return choices.length > 0 ? fc.oneof(...(formatted ? choices.slice(0, 1) : choices)) : plain;
}

/** Assertions that look ahead or behind: fast-check makes no texts of them. */
const LOOKING = /\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g;

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
  'date-time': () =>
    fc.oneof(
      dates().map((date) => date.toISOString()),
      dates().map((date) => date.toISOString().replace(/\.\d+/, '')),
    ),
  date: () => dates().map((date) => date.toISOString().slice(0, 10)),
  time: () => dates().map((date) => date.toISOString().slice(11)),
  duration: () => fc.constantFrom('P1D', 'P3W', 'PT36H', 'P2DT12H30M'),
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

/** Exclusive limits, and whether it is whole where the step is not, are left to the judge. */
export function anyNumber(schema: Schema, isWhole: boolean): Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const usual = isWhole ? 2 ** 31 - 1 : 1e6;
  const lower = [minimum, exclusiveMinimum].filter((limit) => limit !== undefined);
  const upper = [maximum, exclusiveMaximum].filter((limit) => limit !== undefined);
  const most = upper.length > 0 ? Math.min(...upper) : Math.max(usual, ...lower);
  const least = Math.min(lower.length > 0 ? Math.max(...lower) : -usual, most);
  const step = multipleOf ?? (isWhole ? 1 : undefined);
  if (step === undefined) return fc.double({ min: least, max: most, noNaN: true }).map((value) => value + 0);
  const min = Math.max(Math.ceil(least / step), Number.MIN_SAFE_INTEGER);
  const max = Math.min(Math.floor(most / step), Number.MAX_SAFE_INTEGER);
  const all = fc.integer({ min: Math.min(min, max), max });
  // Services that count their stock take small amounts of it.
  const counts =
    min >= 0 && max >= min ? fc.oneof(fc.integer({ min, max: Math.min(min + 5, max) }), all) : all;
  // 3 * 0.1 is not 0.3: what lies behind the twelfth digit of a fraction is noise.
  return counts.map((count) =>
    Number.isInteger(step) ? count * step : Number((count * step).toPrecision(12)),
  );
}

const TRIES = 200;

/** @returns undefined when fewer of some two hundred values pass: to draw until one does takes long */
export function sift<Value>(values: Arbitrary<Value>, passes: (value: Value) => boolean, least = 1) {
  const found = fc.sample(values, { seed: 1, numRuns: TRIES }).filter(passes);
  return found.length >= least ? values.filter(passes) : undefined;
}

interface Candidate {
  readonly value: Json;
  readonly about: string;
}

/** @returns values, right and wrong ones mixed: the validator tells them apart */
export function candidates(schema: Schema): Candidate[] {
  const hasSteps = alternatives(schema).some(({ multipleOf }) => multipleOf !== undefined);
  // From 2^53 on what is written may be another multiple.
  const numbers = hasSteps ? NUMBERS.slice(0, -2) : NUMBERS;
  return distinct([...ownOf(schema), ...TEXTS, ...numbers, ...OTHER_TYPES]);
}

export const limitsOf = (schema: Schema) => distinct(ownOf(schema));

const ownOf = (schema: Schema) =>
  alternatives(schema).flatMap((plain) => [
    ...choices(plain),
    ...lengths(plain),
    ...ranges(plain),
    ...formatCandidates(plain),
    ...(kindOf(plain) === 'number' ? [theNumber(1e300)] : []),
  ]);

const distinct = (all: readonly Candidate[]) => [
  ...new Map(all.map((candidate) => [writeJson(candidate.value), candidate])).values(),
];

const MOST_CHOICES = 20;

function choices({ enum: listed = [], const: only }: Schema): Candidate[] {
  const picked = [...listed.slice(0, MOST_CHOICES), only ?? listed.at(-1)];
  return picked
    .filter((value) => value !== undefined)
    .flatMap((value, index) => {
      const right = { value: value as Json, about: `the choice ${writeJson(value)}` };
      if (typeof value !== 'string' || value === '' || index > 1) return [right];
      return [
        right,
        { value: value.toUpperCase(), about: `a choice in capital letters` },
        { value: ` ${value}`, about: `a choice with a space before it` },
        { value: `${value}x`, about: `a choice with an additional letter` },
      ];
    });
}

/** Lengths count code points (JSON Schema Validation, 6.3.1): a UTF-16 unit or a byte is something else. */
function lengths({ minLength = 0, maxLength }: Schema): Candidate[] {
  const limits = [minLength - 1, minLength, ...(maxLength === undefined ? [] : [maxLength, maxLength + 1])];
  return limits
    .filter((length) => length >= 0 && length <= LONGEST_MADE)
    .flatMap((length) => [
      { value: 'a'.repeat(length), about: `${length} letters` },
      { value: '😀'.repeat(length), about: `${length} emoji` },
    ]);
}

function ranges({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema): Candidate[] {
  // Beyond 2^53 what is written is not the very limit.
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (limit) => limit !== undefined && Math.abs(limit) < 2 ** 53,
  );
  const around = limits.flatMap((limit = 0) => [limit - 1, limit, limit + 1]);
  const steps = multipleOf === undefined ? [] : [multipleOf, multipleOf * 1.5];
  return [...around, ...steps].map(theNumber);
}

const theNumber = (value: number): Candidate => ({ value, about: `the number ${value}` });

function formatCandidates({ format = '' }: Schema): Candidate[] {
  const lookalikes = (LOOKALIKES[format] ?? []).map((value) => ({
    value,
    about: `${value}, which only looks like ${format}`,
  }));
  const rare = (RARE[format] ?? []).map((value) => ({ value, about: `${value}, which is a rare ${format}` }));
  return [...rare, ...lookalikes, ...(OVERFLOWS[format] ?? []).map(theNumber)];
}

/** Right ones of which services may not know. */
const RARE: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '1969-12-31'],
  'date-time': ['2024-02-29T12:00:00+05:30', '1969-12-31T23:59:59.999Z'],
};

/** The last that a format holds, and the first that it does not; of 64 bits those that doubles hold. */
const OVERFLOWS: Readonly<Record<string, readonly number[]>> = {
  int32: [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1],
  int64: [2 ** 62, 2 ** 63],
};

/** Texts that a pattern written in haste lets through. */
const LOOKALIKES: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30', '2026-1-1', '01/02/2026'],
  'date-time': ['2026-01-01', '2026-01-01 00:00:00', '2026-01-01T25:00:00Z'],
  uuid: ['00000000-0000-0000-0000-00000000000g', '00000000-0000-0000-0000-0000000000000'],
  email: ['a@', 'a b@example.org'],
  ipv4: ['256.0.0.1', '1.2.3'],
};

/** Whole ones are written as digits alone up to 10^21 (ECMA-262, 6.1.6.1.20): nobody promises to read `1e+21` as an integer. */
const NUMBERS: readonly Candidate[] = [0, 1, -1, 1.5, 2 ** 53, 2 ** 69].map(theNumber);

const TEXTS: readonly Candidate[] = [
  { value: '', about: 'an empty text' },
  { value: ' \t\r\n', about: 'nothing but white space' },
  { value: ' a\r\nb\t', about: 'white space around and within' },
  { value: 'a\u0000b', about: 'a text with U+0000' },
  { value: '\u0001\u001f\u007f\u0085', about: 'control characters' },
  { value: 'é ß 漢字 עברית', about: 'letters of many scripts' },
  { value: '👩‍👩‍👧', about: 'an emoji of several code points' },
  { value: '\'"<script>\\%00{{7*7}}[(', about: 'marks that other languages read' },
  { value: '__proto__', about: 'the name __proto__' },
  { value: 'constructor', about: 'the name constructor' },
  { value: '0', about: 'a digit' },
  { value: 'null', about: 'the word null' },
];

const OTHER_TYPES: readonly Candidate[] = [
  { value: null, about: 'null' },
  { value: true, about: 'true' },
  { value: false, about: 'false' },
  { value: [], about: 'an empty array' },
  { value: ['a'], about: 'an array' },
  { value: {}, about: 'an empty object' },
  { value: { a: 1 }, about: 'an object' },
];
