/** Says what is wrong with a record of an export, before anything of the file is stored. */
import { cut } from '../../cut.js';
import { PLAIN_REASONS, wholeMarkup } from '../../highlighting/markup.js';
import { isRecord } from '../../is-record.js';
import type { AnyDefinition } from '../definition.js';
import type { AnyRecord } from './export-file.js';

type Rule = readonly [isRight: (value: unknown) => boolean, must: string];

/** New records get the ids behind the greatest one, which must stay below 2^53. */
const GREATEST_ID = 2 ** 52;
const MARKUP = 'escaped text with <span class="..."> and </span> only';
/** By the kind of a field in `definitions.ts`. What is none of them, as terms, follows from others. */
const RULES: Readonly<Record<string, Rule>> = {
  integer: [Number.isSafeInteger, 'a whole number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  text: [isText, 'a text without half a surrogate pair'],
  name: [(value) => isText(value) && /^[\w/-]*$/.test(value), 'a text of letters, digits, _, - and /'],
  plain: [(value) => PLAIN_REASONS.some((reason) => reason === value), PLAIN_REASONS.join(' or ')],
  markup: [isMarkup, MARKUP],
  'long markup': [isLongMarkup, `${MARKUP}, or its compressed form`],
  date: [isDate, 'a date, as {"$date":"2026-01-31T12:00:00.000Z"}'],
  'integer _id': [
    (id) => Number.isSafeInteger(id) && Number(id) > 0 && Number(id) <= GREATEST_ID,
    `a whole number from 1 to ${GREATEST_ID}`,
  ],
  'text _id': [(id) => isText(id) && id !== '', 'a text that is not empty'],
};
const NO_FIELD: Rule = [() => false, 'left out'];

/**
 * @param previous the record before it of the same collection: ids ascend, so that none is there twice, and so do times
 * @returns the record with its dates, or what is wrong: the field and what is allowed
 */
export function checkRecord(
  { name, fields }: AnyDefinition,
  given: unknown,
  previous: AnyRecord | undefined,
): AnyRecord | string {
  if (!isRecord(given)) return `"record" is ${shown(given)}: it must be an object`;
  const known = new Map(Object.entries(fields));
  const problem = (field: string, must: string) =>
    `"record.${field}" of ${name} is ${shown(given[field])}: it must be ${must}`;
  for (const field of new Set([...known.keys(), ...Object.keys(given)])) {
    const kind = known.get(field) ?? '';
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (value === undefined ? kind.includes('?') : value === null && kind.includes('|null')) continue;
    const [isRight, must] = RULES[kind.replace(/[?|].*/, '') + (field === '_id' ? ' _id' : '')] ?? NO_FIELD;
    if (!isRight(value)) return problem(field, must);
  }
  // Its `_id` is a text or a number, as its definition says.
  const record = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, isDate(value) ? new Date(value.$date) : value]),
  ) as AnyRecord;
  if (previous && record._id <= previous._id)
    return problem('_id', `greater than the one before, ${previous._id}`);
  const [time, before] = [record.created, previous?.created];
  if (isNumbered({ name, fields }) && time instanceof Date && before instanceof Date && time < before)
    return problem('created', `no earlier than the one before, ${before.toISOString()}`);
  return record;
}

/** Whether a counter gives its ids, and a time with each. The ids of tokens are those of users. */
export const isNumbered = ({ name, fields }: Pick<AnyDefinition, 'name' | 'fields'>): boolean =>
  fields._id === 'integer' && name !== 'tokens';

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function isDate(value: unknown): value is { $date: string } {
  if (!isRecord(value) || typeof value.$date !== 'string' || Object.keys(value).length > 1) return false;
  const date = new Date(value.$date);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value.$date;
}

/** Text, a character reference, or the begin or the end of a span. */
const PIECE = /[^<>&]+|&(?:amp|lt|gt|#(?:13|34|39));|<span class="[\w -]*">|<\/span>/y;

/** It goes into pages as it is. One pass over the text. */
function isMarkup(value: unknown): boolean {
  if (!isText(value)) return false;
  let open = 0;
  for (PIECE.lastIndex = 0; PIECE.lastIndex < value.length; ) {
    const [piece = ''] = PIECE.exec(value) ?? [];
    if (piece === '') return false;
    if (piece.startsWith('<')) open += piece.startsWith('</') ? -1 : 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function isLongMarkup(value: unknown): boolean {
  try {
    return isText(value) && isMarkup(wholeMarkup({ markup: value, excerpt: '' }));
  } catch {
    // It does not decompress.
    return false;
  }
}

/** Short, whatever it is. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${cut(text, 60)}…` : text;
}
