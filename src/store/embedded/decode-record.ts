/** Decodes the columns of records and compares each with its checksum. */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { Identified } from '../collection.js';
import { DamagedRecord } from '../damage.js';
import type { Fields } from './encode-record.js';
import type { Row } from './sqlite-file.js';
import { sumOf, type Table } from './table.js';

/** Reads every text as bytes, because the driver ends the process if a text is not UTF-8. */
export const asBytes = (column: string) =>
  `case typeof(${column}) when 'text' then cast(${column} as blob) else ${column} end`;

/** The columns of one record: `_id`, the checksums, the record, then its own columns. */
export function selectRow(own: readonly string[]): string {
  const sums = ['doc', ...own].map((column) => `"${sumOf(column)}"`);
  const contents = ['doc', ...own].map((column) => `cast("${column}" as blob)`);
  return [asBytes('_id'), ...sums, ...contents].join(', ');
}

/** What decoding needs to know of a table. */
type Decoded = Pick<Table, 'name' | 'dates' | 'bytes'>;

/**
 * @param own the own columns that were read
 * @throws DamagedRecord
 */
export function decodeRow<D extends Identified>(table: Decoded, row: Row, own: readonly string[]): D {
  const [id, sum, ...others] = row;
  try {
    const [ownSums, doc, contents] = [
      others.slice(0, own.length),
      others[own.length],
      others.slice(own.length + 1),
    ];
    const record: Fields = JSON.parse(textOf(checked(doc, sum)));
    const found = scalarOf(id);
    if (record._id !== found) throw new Error(`it has the _id ${JSON.stringify(record._id)}`);
    for (const [i, field] of own.entries()) {
      const content = contents[i];
      if (content === null && ownSums[i] === null) continue;
      const bytes = checked(content, ownSums[i]);
      record[field] = table.bytes.includes(field) ? bytes : JSON.parse(textOf(bytes));
    }
    // The row was encoded from a D.
    return withDates(table, record) as unknown as D;
  } catch (error) {
    throw damaged(table, id, error);
  }
}

function checked(content: Row[number] | undefined, sum: Row[number] | undefined): Buffer {
  if (!Buffer.isBuffer(content)) throw new Error('a column is empty');
  if (crc32(content) !== sum) throw new Error('a checksum differs');
  return content;
}

/** Between the parts of a record, and between records. JSON has no line break of its own. */
const BREAK = 0x0a;
const COMMA_AND_BREAK = "x'2c0a'";

/**
 * All records as one text, because each row costs the driver as much as a kilobyte of it: of each record the checksums,
 * the record, and its own columns, which must be texts; a JSON array without its brackets.
 */
export function selectJoined(own: readonly string[], from: string): string {
  const sums = ['doc', ...own].map((column) => `coalesce("${sumOf(column)}", 'null')`).join(` || ',' || `);
  const contents = ['doc', ...own]
    .map((column) => `coalesce("${column}", 'null')`)
    .join(` || ${COMMA_AND_BREAK} || `);
  const line = `'[' || ${sums} || ']' || ${COMMA_AND_BREAK} || ${contents}`;
  return `select cast(group_concat(line, ${COMMA_AND_BREAK}) as blob) from (select ${line} as line ${from})`;
}

/**
 * @param joined undefined or null: no records
 * @throws Error when one of them is damaged; only `decodeRow` tells which
 */
export function decodeJoined<D extends Identified>(
  table: Table,
  joined: Row[number] | undefined,
  own: readonly string[],
): D[] {
  if (!Buffer.isBuffer(joined)) return [];
  if (!isUtf8(joined)) throw new Error('a text is not valid UTF-8');
  const values: unknown[] = JSON.parse(`[${joined.toString('utf8')}]`);
  const width = own.length + 2;
  const records: D[] = [];
  let at = 0;
  for (let i = 0; i < values.length; i += width) {
    // `selectJoined` has put them there.
    const sums = values[i] as (number | null)[];
    const record = values[i + 1] as Fields;
    at = joined.indexOf(BREAK, at) + 1;
    for (let part = 0; part < width - 1; part += 1) {
      const next = joined.indexOf(BREAK, at);
      // Without the comma before the line break.
      const end = next < 0 ? joined.length : next - 1;
      const [sum, value] = [sums[part], values[i + 1 + part]];
      // An own column that has no value has no checksum either.
      const isMissing = sum === null && value === null;
      if (!isMissing && crc32(joined.subarray(at, end)) !== sum) throw new Error('a checksum differs');
      const field = own[part - 1];
      if (field !== undefined && !isMissing) record[field] = value;
      at = end + 2;
    }
    records.push(withDates(table, record) as unknown as D);
  }
  return records;
}

/**
 * @param row `_id`, then the indexed fields of `columns`, without the record; a missing field is null
 * @throws DamagedRecord
 */
export function decodeColumns<D extends Identified>(table: Table, row: Row, columns: readonly string[]): D {
  const [id, ...values] = row;
  try {
    const record: Fields = { _id: scalarOf(id) };
    for (const [i, field] of columns.entries()) {
      const value = scalarOf(values[i]);
      record[field] = table.dates.includes(field) && typeof value === 'string' ? new Date(value) : value;
    }
    // The row was encoded from a D.
    return record as unknown as D;
  } catch (error) {
    throw damaged(table, id, error);
  }
}

function damaged(table: Decoded, id: unknown, error: unknown): DamagedRecord {
  const reason = error instanceof Error ? error.message : String(error);
  return new DamagedRecord(table.name, Buffer.isBuffer(id) ? id.toString('latin1') : id, reason, {
    cause: error,
  });
}

function scalarOf(value: Row[number] | undefined): unknown {
  return Buffer.isBuffer(value) ? textOf(value) : value;
}

function textOf(value: Buffer): string {
  if (!isUtf8(value)) throw new Error('a text is not valid UTF-8');
  return value.toString('utf8');
}

function withDates(table: Decoded, record: Fields): Fields {
  for (const field of table.dates) if (field in record) record[field] = decodeDate(record[field]);
  return record;
}

function decodeDate(value: unknown): unknown {
  return isEncodedDate(value) ? new Date(value.$date) : value;
}

function isEncodedDate(value: unknown): value is { $date: string } {
  return typeof value === 'object' && value !== null && '$date' in value && typeof value.$date === 'string';
}
