/** Says what is wrong with a record of an export, before anything of the file is stored. */
import { PLAIN_REASONS } from '../../highlighting/markup.js';
import { isRecord } from '../../is-record.js';
import type { AnyDefinition } from '../definition.js';
import type { AnyRecord } from './export-file.js';

type Rule = readonly [isRight: (value: unknown) => boolean, must: string];

/** By the kind of a field in `definitions.ts`. */
const RULES = new Map<string, Rule>([
  ['integer', [Number.isSafeInteger, 'a whole number']],
  ['boolean', [(value) => typeof value === 'boolean', 'true or false']],
  ['text', [isText, 'a text without half a surrogate pair']],
  ['name', [(value) => isText(value) && /^[\w/-]*$/.test(value), 'a text of letters, digits, _, - and /']],
  ['plain', [(value) => PLAIN_REASONS.some((reason) => reason === value), PLAIN_REASONS.join(' or ')]],
  ['markup', [isMarkup, 'escaped text with <span class="..."> and </span> only']],
  ['date', [isDate, 'a date, as {"$date":"2026-01-31T12:00:00.000Z"}']],
  ['json', [(value) => isPlain(value, MOST_DEEP), 'JSON of names without $']],
  ['terms', [() => false, 'left out: it is made from the text']],
]);
/** New records get the ids behind the greatest one, which must stay below 2^53. */
const GREATEST_ID = 2 ** 52;
const ID: readonly Rule[] = [
  [(value) => Number(value) > 0 && Number(value) <= GREATEST_ID, `a whole number from 1 to ${GREATEST_ID}`],
  [(value) => value !== '', 'a text that is not empty'],
];

/** Levels of lists and objects in a field. */
const MOST_DEEP = 20;

/**
 * @param previous the id of the record before it of the same collection: ids ascend, so that none is there twice
 * @returns the record with its dates, or what is wrong: the field and what is allowed
 */
export function checkRecord(
  { name, fields }: AnyDefinition,
  given: unknown,
  previous: AnyRecord['_id'] | undefined,
): AnyRecord | string {
  if (!isRecord(given)) return `"record" is ${shown(given)}: it must be an object`;
  const problem = (field: string, must: string) =>
    `"record.${field}" of ${name} is ${shown(given[field])}: it must be ${must}`;
  for (const field of new Set(['_id', ...Object.keys(fields), ...Object.keys(given)])) {
    const kind = Object.hasOwn(fields, field) ? (fields[field] ?? '') : undefined;
    if (kind === undefined) return problem(field, 'left out: there is no such field');
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (value === undefined ? kind.includes('?') : value === null && kind.includes('|null')) continue;
    const [isRight, must] = RULES.get(kind.split(/[?|]/)[0] ?? '') ?? [() => false, 'left out'];
    if (!isRight(value)) return problem(field, must);
  }
  const { _id } = given;
  const [isId, must] = ID[fields._id === 'integer' ? 0 : 1] ?? [() => false, ''];
  if (!isId(_id)) return problem('_id', must);
  // Its `_id` is a text or a number, as its definition says.
  const record = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, isDate(value) ? new Date(value.$date) : value]),
  ) as AnyRecord;
  if (previous !== undefined && record._id <= previous)
    return problem('_id', `greater than the one before, ${previous}`);
  return record;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function isDate(value: unknown): value is { $date: string } {
  if (!isRecord(value) || typeof value.$date !== 'string' || Object.keys(value).length > 1) return false;
  const date = new Date(value.$date);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value.$date;
}

/** Text, a character reference, or the begin or the end of a span. */
const PIECE = /[^<>&]+|&(?:amp|lt|gt|quot|#\w{2,4});|<span class="[\w -]*">|<\/span>/y;

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

function isPlain(value: unknown, levels: number): boolean {
  if (isText(value) || Number.isFinite(value) || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  // MongoDB takes a name with $ for an operator, and none with a zero character.
  return Object.entries(value).every(
    ([name, item]) => !/^\$|\0/.test(name) && isText(name) && isPlain(item, levels - 1),
  );
}

/** Short, whatever it is. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
