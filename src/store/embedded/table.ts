/** The table of a collection in SQLite: what makes it, and how its fields and values are named in SQL. */
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
