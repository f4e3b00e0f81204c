/** The table of a collection in SQLite, and how its fields are named and compared in SQL. */
import { type AnyDefinition, indexName } from '../definition.js';
import type { Value } from './sqlite-file.js';

/** Thrown by the embedded store instead of a wrong answer. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** A definition in the form that the embedded store needs. */
export interface Table extends AnyDefinition {
  readonly dates: readonly string[];
  /** Fields with a column of their own: large texts and bytes. */
  readonly ownColumns: readonly string[];
  /** Those that are bytes. */
  readonly bytes: readonly string[];
  /** The field that is a list of terms: it has no column, only an index. */
  readonly terms?: string;
}

export function tableOf({ terms, ...definition }: AnyDefinition): Table {
  return {
    ...definition,
    dates: Object.keys(definition.dates),
    ownColumns: (definition.ownColumns ?? []).map(String),
    bytes: Object.keys(definition.bytes ?? {}),
    ...(terms !== undefined && { terms: String(terms) }),
  };
}

/** All columns, in their order. SQLite reads a row from its start, so what most reads leave out is last. */
export const columnsOf = ({ ownColumns }: Table): string[] => ['_id', 'doc', ...ownColumns];

export function createTable(table: Table): string {
  const own = table.ownColumns
    .map((field) => `, "${field}" ${table.bytes.includes(field) ? 'blob' : 'text'}`)
    .join('');
  const id = `_id ${table.idType} primary key not null`;
  return `create table if not exists "${table.name}" (${id}, doc text not null${own}) strict`;
}

/** Written as SQLite stores it, so that it can be compared with an existing index. */
export function createIndex(table: Table, key: object, unique: boolean): string {
  const columns = Object.keys(key).map((field) => columnOf(table, field));
  const name = `${table.name}.${indexName(key)}`;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX "${name}" on "${table.name}" (${columns.join(', ')})`;
}

/**
 * The SQL expression of a field. Indexes and queries use the same text, so that SQLite uses the index. It takes the
 * value from the index too, without reading the record, which it never does for `json_extract` (whose result has a
 * subtype).
 */
export function columnOf(table: Table, field: string): string {
  if (field === '_id') return '_id';
  // Names come from our own code. This check makes sure that none can end its quotes.
  if (!/^[a-z]\w*$/i.test(field)) throw new Unsupported(`"${field}" is no operator or field of the subset.`);
  if (table.ownColumns.includes(field) || field === table.terms) {
    throw new Unsupported(`"${table.name}.${field}" cannot be searched or sorted by.`);
  }
  const path = table.dates.includes(field) ? `$.${field}."$date"` : `$.${field}`;
  return `(doc ->> '${path}')`;
}

/** The value that SQLite compares: a date as in the record, a boolean as `->>` returns it. */
export function comparable(table: Table, field: string, value: unknown): Value {
  // The column would convert '7' to 7 before it compares. For MongoDB these are two ids.
  if (
    field === '_id' &&
    value !== null &&
    typeof value !== (table.idType === 'integer' ? 'number' : 'string')
  ) {
    throw new Unsupported(`"${table.name}._id" is ${table.idType}, not ${describe(value)}.`);
  }
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  throw new Unsupported(
    `A filter compares texts, numbers, booleans, dates and null, not ${describe(value)}.`,
  );
}

function describe(value: unknown): string {
  return value === undefined ? 'undefined' : `${typeof value} ${JSON.stringify(value) ?? ''}`.trim();
}
