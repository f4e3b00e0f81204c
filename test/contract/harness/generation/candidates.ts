/** Values that are worth trying where a schema stands: at its limits, around them, and of every other type. */
import { exact, isInteger, type Numeric, writeJson } from '../document/exact-numbers.js';
import type { Schema } from '../document/model.js';
import type { Json, Member } from '../document/values.js';
import { alternatives } from './alternatives.js';
import { kindOf } from './kinds.js';
import { LONGEST_MADE } from './scalars.js';

export interface Candidate {
  readonly value: Json;
  readonly about: string;
}

/** @returns values, right and wrong ones mixed: the validator tells them apart */
export function candidates(source: Member, schema: Schema): Candidate[] {
  return distinct([...ownOf(source, schema), ...TEXTS, ...NUMBERS, ...OTHER_TYPES]);
}

/** @returns of the candidates those that the schema's own rules make worth trying */
export const limitsOf = (source: Member, schema: Schema) => distinct(ownOf(source, schema));

const ownOf = (source: Member, schema: Schema) =>
  alternatives(source, schema).flatMap((plain) => [
    ...choices(plain),
    ...lengths(plain),
    ...ranges(plain),
    ...formats(plain),
    ...(kindOf(plain) === 'number' ? [theNumber(1e300)] : []),
  ]);

/** Alternatives have much in common. */
const distinct = (all: readonly Candidate[]) => [
  ...new Map(all.map((candidate) => [writeJson(candidate.value), candidate])).values(),
];

function choices({ enum: listed = [], const: only }: Schema): Candidate[] {
  const spread = [0, 1, Math.floor(listed.length / 2), listed.length - 1];
  const picked = [...new Set([only, ...spread.map((index) => listed[index])])];
  return picked
    .filter((value) => value !== undefined)
    .flatMap((value) => {
      const right = { value: value as Json, about: `the choice ${writeJson(value)}` };
      if (typeof value !== 'string' || value === '') return [right];
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
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (limit) => typeof limit === 'number' || typeof limit === 'bigint',
  );
  const around = limits.flatMap((limit) =>
    isInteger(limit)
      ? [exact(BigInt(limit) - 1n), limit, exact(BigInt(limit) + 1n)]
      : [limit - 1, limit, limit + 1],
  );
  const steps = multipleOf === undefined ? [] : [multipleOf, Number(multipleOf) * 1.5];
  return [...around, ...steps].map(theNumber);
}

const theNumber = (value: Numeric): Candidate => ({ value, about: `the number ${value}` });

function formats({ format = '' }: Schema): Candidate[] {
  const lookalikes = (LOOKALIKES[format] ?? []).map((value) => ({
    value,
    about: `${value}, which only looks like ${format}`,
  }));
  return [...lookalikes, ...(OVERFLOWS[format] ?? []).map(theNumber)];
}

/** The last that a format holds, and the first that it does not; of 64 bits also the first that no double holds. */
const OVERFLOWS: Readonly<Record<string, readonly Numeric[]>> = {
  int32: [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1],
  int64: [2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n],
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
const NUMBERS: readonly Candidate[] = [0, 1, -1, 1.5, 2n ** 53n, 2n ** 69n].map(theNumber);

const TEXTS: readonly Candidate[] = [
  { value: '', about: 'an empty text' },
  { value: ' \t\r\n', about: 'nothing but white space' },
  { value: ' a\r\nb\t', about: 'white space around and within' },
  { value: 'a\u0000b', about: 'a text with U+0000' },
  { value: '\u0001\u001f\u007f\u0085', about: 'control characters' },
  { value: 'é ß 漢字 עברית', about: 'letters of many scripts' },
  { value: '👩‍👩‍👧', about: 'an emoji of several code points' },
  { value: '\'"<script>\\%00{{7*7}}', about: 'marks that other languages read' },
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
