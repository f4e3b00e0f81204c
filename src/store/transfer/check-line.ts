/** Says what is wrong with a line of an export, before anything of the file is stored. */
import { isRecord } from '../../is-record.js';
import type { AnyDefinition } from '../definition.js';
import type { AnyRecord, Stored } from './any-collection.js';
import { decodeLine } from './encode-line.js';

/** Levels of lists and objects in a field. */
const MOST_DEEP = 20;

const DATE = 'a date, as {"$date":"2026-01-31T12:00:00.000Z"}';
const PLAIN =
  'a text without half a surrogate pair, a number, true, false, null, or a list or object of them';

/**
 * Makes a check that takes the lines in their order.
 *
 * @returns what is wrong: the member and what is allowed; undefined for a line that can be stored
 */
export function makeLineCheck(targets: readonly Stored[]): (line: string) => string | undefined {
  const checks = new Map(targets.map(({ name, definition }) => [name, makeRecordCheck(name, definition)]));
  return (line) => {
    let decoded: ReturnType<typeof decodeLine>;
    try {
      decoded = decodeLine(line);
    } catch (error) {
      // No JSON, or nested so deep that it cannot be read.
      if (error instanceof SyntaxError || error instanceof RangeError) return 'it must be JSON';
      throw error;
    }
    if (!decoded) return 'it must be an object with "collection" and "record"';
    const { collection, record } = decoded;
    const check = checks.get(collection);
    if (!check)
      return `"collection" is ${shown(collection)}: it must be one of ${[...checks.keys()].join(', ')}`;
    return isRecord(record) ? check(record) : `"record" is ${shown(record)}: it must be an object`;
  };
}

function makeRecordCheck(name: string, { idType, indexes, ...definition }: AnyDefinition) {
  const dates = Object.keys(definition.dates);
  const requiredDates = Object.entries(definition.dates).flatMap(([field, is]) =>
    is === true ? [field] : [],
  );
  const terms = String(definition.terms ?? '');
  const texts = (definition.ownColumns ?? []).map(String);
  const indexed = indexes.flatMap(({ key }) => Object.keys(key)).filter((field) => field !== terms);
  const unique = indexes.flatMap(({ key, unique }) =>
    unique ? [[Object.keys(key), new Set()] as const] : [],
  );

  /** @returns what the field must be, if it is something else */
  function allowed(field: string, value: unknown): string | undefined {
    if (field === '_id') {
      if (idType === 'integer') return isId(value) ? undefined : 'a whole number from 1';
      return isText(value) && value !== '' ? undefined : 'a text that is not empty';
    }
    if (!/^\w+$/.test(field)) return 'no field: a name has letters, digits and _';
    if (dates.includes(field)) return isDate(value) ? undefined : DATE;
    if (field === terms) return 'left out: it is made from the text';
    if (texts.includes(field)) return isText(value) ? undefined : 'a text';
    if (indexed.includes(field)) return isScalar(value) ? undefined : 'a text, a number, true, false or null';
    return isPlain(value, MOST_DEEP) ? undefined : PLAIN;
  }

  return (record: AnyRecord): string | undefined => {
    const required = Object.fromEntries(['_id', ...requiredDates].map((field) => [field, record[field]]));
    for (const [field, value] of Object.entries({ ...required, ...record })) {
      const must = allowed(field, value);
      if (must) return `"record.${field}" of ${name} is ${shown(value)}: it must be ${must}`;
    }
    for (const [fields, seen] of unique) {
      // Any number of records may lack it.
      if (fields.every((field) => record[field] === undefined)) continue;
      const value = JSON.stringify(fields.map((field) => record[field]));
      if (seen.has(value))
        return `"record.${fields}" of ${name} is that of another record: it must be its own`;
      seen.add(value);
    }
    return undefined;
  };
}

const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const isDate = (value: unknown) => value instanceof Date && !Number.isNaN(value.getTime());
const isScalar = (value: unknown) =>
  isText(value) || Number.isFinite(value) || typeof value === 'boolean' || value === null;

function isPlain(value: unknown, levels: number): boolean {
  if (isScalar(value)) return true;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, levels - 1));
  // A date or bytes are in the fields that the definition names.
  if (value instanceof Date || value instanceof Uint8Array) return false;
  return Object.entries(value).every(([name, item]) => !/^\$|\0/.test(name) && isPlain(item, levels - 1));
}

/** Short, whatever it is. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value instanceof Date) return 'a date';
  if (value instanceof Uint8Array) return 'bytes';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
