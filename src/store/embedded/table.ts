/** The table of a collection in SQLite: `_id`, the record as JSON, then a column for each detached field and list. */
import { type AnyDefinition, indexName } from '../definition.js';
import type { Value } from './sqlite-file.js';
import { Unsupported } from './unsupported.js';

/** A definition in the form that the embedded store needs. */
export interface Table extends AnyDefinition {
  readonly dates: readonly string[];
  /** Fields with their own column after the record: large texts, bytes and lists. */
  readonly detached: readonly string[];
  /** Those that are lists of texts. The column contains JSON. */
  readonly lists: readonly string[];
  /** Those that are bytes. */
  readonly bytes: readonly string[];
}

export function tableOf(definition: AnyDefinition): Table {
  const lists = Object.keys(definition.lists ?? {});
  const detached = [...(definition.detached ?? []).map(String), ...lists];
  return {
    ...definition,
    dates: Object.keys(definition.dates),
    detached,
    lists,
    bytes: Object.keys(definition.bytes ?? {}),
  };
}

/**
 * The record is before the detached columns because SQLite reads a row from its start: a list that
 * does not need them does not read their pages.
 */
export function createTable(table: Table): string {
  const detached = table.detached.map((field) => `, ${columnType(table, field)}`).join('');
  const id = `_id ${table.idType} primary key not null`;
  return `create table if not exists "${table.name}" (${id}, doc text not null${detached}) strict`;
}

export function addColumn(table: Table, column: string): string {
  return `alter table "${table.name}" add column ${columnType(table, column)}`;
}

const columnType = (table: Table, field: string) =>
  `"${field}" ${table.bytes.includes(field) ? 'blob' : 'text'}`;

/** Written as SQLite stores it, so that it can be compared with an existing index. */
export function createIndex(table: Table, key: object, unique: boolean): string {
  const columns = Object.keys(key).map((field) => columnOf(table, field));
  const name = `${table.name}.${indexName(key)}`;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX "${name}" on "${table.name}" (${columns.join(', ')})`;
}

/**
 * The SQL expression of a field. Indexes and queries use the same text, so that SQLite uses the index. It takes the value
 * from the index too, without reading the record, which it never does for `json_extract` (whose result has a subtype).
 *
 * @param row in a trigger: `new.` or `old.`
 */
export function columnOf(table: Table, field: string, row = ''): string {
  if (field === '_id') return `${row}_id`;
  // Names come from our own code. This check makes sure that none can end its quotes.
  if (!/^[a-z]\w*$/i.test(field)) throw new Unsupported(`"${field}" is no operator or field of the subset.`);
  if (table.detached.includes(field)) {
    throw new Unsupported(`"${table.name}.${field}" is detached: it cannot be searched or sorted by.`);
  }
  const path = table.dates.includes(field) ? `$.${field}."$date"` : `$.${field}`;
  return `(${row}doc ->> '${path}')`;
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
