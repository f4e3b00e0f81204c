/**
 * The table of a collection in SQLite: what makes it, how its fields and values are named in SQL, and how it holds and
 * gives records: as JSON text, in which a date is its ISO 8601 text.
 */
import { type AnyDefinition, fieldsOf, indexName } from '../definition.js';

/** What libsql binds. It ends the process on a boolean. */
export type Value = string | number | null;

/** Thrown for what lies outside the subset of MongoDB's `Collection`: a bug of ours. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** A definition in the form that the embedded store needs. */
export interface Table extends Pick<AnyDefinition, 'name' | 'indexes'> {
  readonly idType: string;
  readonly dates: readonly string[];
  /** Large texts: SQLite reads a row from its start, so their columns are last. */
  readonly ownColumns: readonly string[];
  /** The field that is a list of terms: it has no column, only an index (`terms-index.ts`). */
  readonly terms: string | undefined;
}

export function tableOf({ name, fields, indexes, ownColumns = [] }: AnyDefinition): Table {
  return {
    name,
    idType: String(fields._id),
    indexes,
    dates: fieldsOf({ fields }, 'date'),
    ownColumns: ownColumns.map(String),
    terms: fieldsOf({ fields }, 'terms')[0],
  };
}

/** The record is JSON in `doc`, without its `_id` and its own columns, which hold the JSON of their values. */
export function createTable(table: Table): string {
  const own = table.ownColumns.map((field) => `, "${field}" text`).join('');
  const id = `_id ${table.idType} primary key not null`;
  const indexes = table.indexes
    .filter(({ key }) => Object.keys(key)[0] !== table.terms)
    .map(({ key, unique = false, sparse = false }) => {
      const columns = Object.keys(key).map((field) => columnOf(table, field));
      const name = `"${table.name}.${indexName(key)}"`;
      const present = sparse ? ` where ${columns[0]} is not null` : '';
      return `create ${unique ? 'unique ' : ''}index if not exists ${name} on "${table.name}" (${columns.join(', ')})${present};`;
    });
  return `create table if not exists "${table.name}" (${id}, doc text not null${own}) strict; ${indexes.join(' ')}`;
}

/**
 * The SQL expression of a field. Indexes and queries use the same text, so that SQLite uses the index. It takes the
 * value from the index too, without reading the record, which it never does for `json_extract` (whose result has a
 * subtype).
 */
export function columnOf(table: Table, field: string): string {
  if (field === '_id') return '_id';
  if (table.ownColumns.includes(field) || field === table.terms)
    throw new Unsupported(`"${table.name}.${field}" cannot be searched or sorted by.`);
  return `(doc ->> '${pathOf(field)}')`;
}

/** Names come from our own code. This check makes sure that none can end its quotes. */
export function pathOf(field: string): string {
  if (!/^[a-z]\w*$/i.test(field)) throw new Unsupported(`"${field}" is no operator or field of the subset.`);
  return `$.${field}`;
}

/** The value that SQLite compares: as `->>` returns it. */
export function comparable(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  throw new Unsupported(`A filter compares texts, numbers, booleans, dates and null, not ${typeof value}.`);
}

/** Fields by name, of a record whose type only its caller knows. */
type Fields = Record<string, unknown>;

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
  decode(joined: Buffer): object[];
}

/** @param projection fields with 1 to read, or with 0 to leave out; not both */
export function readingOf(table: Table, projection: object = {}): Reading {
  const named = Object.keys(projection).filter((field) => field !== '_id' && field !== table.terms);
  const isInclusion = Object.values(projection).includes(1);
  const own = table.ownColumns.filter((field) => named.includes(field) === isInclusion);
  return {
    line: isInclusion && isIndexed(table, named) ? lineOfIndexed(table, named) : lineOf(own),
    decode(joined) {
      const records: Fields[] = JSON.parse(`[${joined.toString('utf8')}]`);
      for (const record of records) {
        for (const field of table.dates) {
          const value = record[field];
          if (typeof value === 'string') record[field] = new Date(value);
        }
        if (!isInclusion) for (const field of named) delete record[field];
      }
      return isInclusion ? records.map((record) => pick(record, named)) : records;
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
