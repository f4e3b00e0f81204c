/** Decodes the columns of records. */
import type { Identified } from '../collection.js';
import type { Fields } from './encode-record.js';
import type { Row } from './sqlite-file.js';
import type { Table } from './table.js';

/** Reads every text as bytes, because the driver ends the process if a text is not UTF-8. */
export const asBytes = (column: string) =>
  `case typeof(${column}) when 'text' then cast(${column} as blob) else ${column} end`;

/** The columns of one record: `_id`, the record, then its own columns. */
export function selectRow(own: readonly string[]): string {
  return [asBytes('_id'), ...['doc', ...own].map((column) => `cast("${column}" as blob)`)].join(', ');
}

/** @param own the own columns that were read */
export function decodeRow<D extends Identified>(table: Table, row: Row, own: readonly string[]): D {
  const [, doc, ...contents] = row;
  const record: Fields = JSON.parse(textOf(doc));
  for (const [i, field] of own.entries()) {
    const content = contents[i];
    if (content !== null) record[field] = table.bytes.includes(field) ? content : JSON.parse(textOf(content));
  }
  // The row was encoded from a D.
  return withDates(table, record) as unknown as D;
}

/**
 * All records as one text, because each row costs the driver as much as a kilobyte of it: of each record the record and
 * its own columns, which must be texts; a JSON array without its brackets.
 */
export function selectJoined(own: readonly string[], from: string): string {
  const line = ['doc', ...own].map((column) => `coalesce("${column}", 'null')`).join(` || ',' || `);
  return `select cast(group_concat(line) as blob) from (select ${line} as line ${from})`;
}

/** @param joined undefined or null: no records */
export function decodeJoined<D extends Identified>(
  table: Table,
  joined: Row[number] | undefined,
  own: readonly string[],
): D[] {
  if (!Buffer.isBuffer(joined)) return [];
  const values: unknown[] = JSON.parse(`[${joined.toString('utf8')}]`);
  const width = own.length + 1;
  const records: D[] = [];
  for (let i = 0; i < values.length; i += width) {
    // `selectJoined` has put it there.
    const record = values[i] as Fields;
    for (const [part, field] of own.entries()) {
      const value = values[i + 1 + part];
      if (value !== null) record[field] = value;
    }
    records.push(withDates(table, record) as unknown as D);
  }
  return records;
}

/** @param row `_id`, then the indexed fields of `columns`, without the record; a missing field is null */
export function decodeColumns<D extends Identified>(table: Table, row: Row, columns: readonly string[]): D {
  const [id, ...values] = row;
  const record: Fields = { _id: scalarOf(id) };
  for (const [i, field] of columns.entries()) {
    const value = scalarOf(values[i]);
    record[field] = table.dates.includes(field) && typeof value === 'string' ? new Date(value) : value;
  }
  // The row was encoded from a D.
  return record as unknown as D;
}

function scalarOf(value: Row[number] | undefined): unknown {
  return Buffer.isBuffer(value) ? textOf(value) : value;
}

/** Bytes that are not UTF-8 become U+FFFD. */
function textOf(value: Row[number] | undefined): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

function withDates(table: Table, record: Fields): Fields {
  for (const field of table.dates) if (field in record) record[field] = decodeDate(record[field]);
  return record;
}

function decodeDate(value: unknown): unknown {
  return isEncodedDate(value) ? new Date(value.$date) : value;
}

function isEncodedDate(value: unknown): value is { $date: string } {
  return typeof value === 'object' && value !== null && '$date' in value && typeof value.$date === 'string';
}
