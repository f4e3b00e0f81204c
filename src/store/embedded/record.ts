/** Records as SQLite holds and gives them: JSON text, in which a date is its ISO 8601 text. */
import type { Identified } from '../collection.js';
import { columnOf, type Table, Unsupported, type Value } from './table.js';

/** Fields by name, while the embedded store works on a record whose type only its caller knows. */
export type Fields = Record<string, unknown>;

/** @returns the JSON of a value as it is stored */
export function encodeValue(table: Table, field: string, value: unknown): string {
  if (value instanceof Date ? !table.dates.includes(field) : typeof value === 'bigint')
    throw new Unsupported(`"${table.name}.${field}" cannot hold this value: ${String(value)}.`);
  return JSON.stringify(value);
}

/** @returns the values of `doc` and the own columns */
export function encodeRecord(table: Table, record: object): Value[] {
  const own = new Map<string, string>();
  const members: string[] = [];
  for (const [field, value] of Object.entries(record)) {
    // The driver leaves out undefined, too.
    if (value === undefined || field === '_id' || field === table.terms) continue;
    const json = encodeValue(table, field, value);
    if (table.ownColumns.includes(field)) own.set(field, json);
    else members.push(`${JSON.stringify(field)}:${json}`);
  }
  return [`{${members.join(',')}}`, ...table.ownColumns.map((field) => own.get(field) ?? null)];
}

/** What is read of a record, and how the JSON of many of them becomes records. */
export interface Reading {
  /** The SQL expression of the JSON of one record. */
  readonly line: string;
  decode<D extends Identified>(joined: Buffer): D[];
}

/** @param projection fields with 1 to read, or with 0 to leave out; not both */
export function readingOf(table: Table, projection: object = {}): Reading {
  const named = Object.keys(projection).filter((field) => field !== '_id' && field !== table.terms);
  const isInclusion = Object.values(projection).includes(1);
  const own = table.ownColumns.filter((field) => named.includes(field) === isInclusion);
  return {
    line: isInclusion && isIndexed(table, named) ? lineOfIndexed(table, named) : lineOf(own),
    decode<D extends Identified>(joined: Buffer): D[] {
      const records: Fields[] = JSON.parse(`[${joined.toString('utf8')}]`);
      for (const record of records) {
        for (const field of table.dates) {
          const value = record[field];
          if (typeof value === 'string') record[field] = new Date(value);
        }
        if (!isInclusion) for (const field of named) delete record[field];
      }
      // They were encoded from Ds.
      return (isInclusion ? records.map((record) => pick(record, named)) : records) as unknown as D[];
    },
  };
}

function pick(record: Fields, fields: readonly string[]): Fields {
  const picked: Fields = { _id: record._id };
  for (const field of fields) if (field in record) picked[field] = record[field];
  return picked;
}

function lineOf(own: readonly string[]): string {
  const columns = own.map((field) => `',"${field}":' || coalesce("${field}", 'null') || `);
  return `'{"_id":' || json_quote(_id) || ${columns.join('')}',' || substr(doc, 2)`;
}

/** Fields of one index are read from the index, so that the record, which may be large, is not read. */
function isIndexed(table: Table, fields: readonly string[]): boolean {
  const hasAll = (key: object) => fields.every((field) => field in key);
  return fields.length === 0 || table.indexes.some(({ key }) => hasAll(key));
}

function lineOfIndexed(table: Table, fields: readonly string[]): string {
  const members = fields.map((field) => `, '${field}', ${columnOf(table, field)}`);
  return `json_object('_id', _id${members.join('')})`;
}
