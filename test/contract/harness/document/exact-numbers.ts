/**
 * Integers that no double holds are BigInts here: `JSON.parse` of Node 20 rounds them, and ajv knows only numbers. JavaScript
 * compares a BigInt with a number exactly.
 */
import { randomUUID } from 'node:crypto';
import { mapValues } from './values.js';

export type Numeric = number | bigint;

/** Nothing else begins with it. */
const MARK = `integer ${randomUUID()} `;
/** Texts are matched, so that digits in them are left alone. */
const LONG_INTEGERS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/gs;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** @returns a number where it holds the integer, else a BigInt */
export function exact(integer: bigint): Numeric {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** @throws SyntaxError when the text is no JSON */
export function parseJson(text: string): unknown {
  if (!/(?:^|[[:,\s])-?\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(LONG_INTEGERS, (found) =>
    found.startsWith('"') ? found : `"${MARK}${found}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? exact(BigInt(value.slice(MARK.length))) : value,
  );
}

/** As JSON.stringify, with BigInts as the integers that they are. */
export function writeJson(value: unknown): string {
  let hasMarks = false;
  const text: string | undefined = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'bigint') return member;
    hasMarks = true;
    return `${MARK}${member}`;
  });
  if (text === undefined) return 'undefined';
  return hasMarks ? text.replace(MARKED, '$1') : text;
}

export const isInteger = (value: unknown): value is Numeric =>
  typeof value === 'bigint' || Number.isInteger(value);

/** Doubles far from every number in use, one for each BigInt: to ajv they are integers, equal when the BigInts are. */
const standIns = new Map<bigint, number>();
const originals = new Map<number, bigint>();

/** @returns for ajv, a copy without BigInts; the value itself where there are none */
export const withStandIns = (value: unknown): unknown =>
  hasBigInt(value) ? mapValues(value, (leaf) => (typeof leaf === 'bigint' ? standInFor(leaf) : leaf)) : value;

const hasBigInt = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasBigInt)
    : typeof value === 'bigint';

function standInFor(integer: bigint): number {
  const known = standIns.get(integer);
  if (known !== undefined) return known;
  const standIn = 2 ** 1000 + standIns.size * 2 ** 950;
  standIns.set(integer, standIn);
  originals.set(standIn, integer);
  return standIn;
}

/** @returns what a number that ajv was given stands for */
export const originalOf = (value: number): Numeric => originals.get(value) ?? value;

/** The keywords of JSON Schema that compare numbers (Validation, 6.2). */
export const NUMERIC_KEYWORDS: Readonly<Record<string, (value: Numeric, limit: Numeric) => boolean>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  multipleOf: isMultiple,
};

const MESSAGES: Readonly<Record<string, string>> = {
  minimum: 'must be >= ',
  maximum: 'must be <= ',
  exclusiveMinimum: 'must be > ',
  exclusiveMaximum: 'must be < ',
  multipleOf: 'must be multiple of ',
};

export const messageOf = (keyword: string, limit: Numeric) => `${MESSAGES[keyword]}${limit}`;

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (isInteger(value) && isInteger(step)) return BigInt(value) % BigInt(step) === 0n;
  const times = Number(value) / Number(step);
  // 0.3 is three times 0.1, but for noise behind the ninth digit.
  return Math.abs(times - Math.round(times)) < 1e-9;
}
