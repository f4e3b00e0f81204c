/** Encodes records as relaxed extended JSON (MongoDB's EJSON 2.0.0), which keeps dates and texts. */
import { isUtf8 } from 'node:buffer';
import type { Identified } from '../collection.js';
import { DamagedRecord } from './damaged-record.js';
import type { Row, Value } from './sqlite-file.js';
import type { Table } from './table.js';
import { Unsupported } from './unsupported.js';

/** Fields by name, while the embedded store works on a record whose type only its caller knows. */
export type Fields = Record<string, unknown>;

/** The row: `_id`, the record without its detached fields, then the detached fields (lists as JSON). */
export function encodeRecord(table: Table, document: object): Value[] {
  const body: Fields = { ...document };
  const detached: Value[] = table.detached.map((field) => {
    const value = body[field];
    delete body[field];
    if (value === undefined) return null;
    if (table.lists.includes(field)) return encodeList(table, field, value);
    if (table.bytes.includes(field)) return encodeBytes(table, field, value);
    if (typeof value === 'string') return value;
    throw new Unsupported(`"${table.name}.${field}" is detached and holds texts only.`);
  });
  for (const field of table.dates) {
    const value = body[field];
    if (value instanceof Date) body[field] = { $date: value.toISOString() };
    else if (value !== null && value !== undefined) {
      throw new Unsupported(`"${table.name}.${field}" is declared as a date.`);
    }
  }
  return [encodeId(table, body._id), JSON.stringify(body, refuseForeignValue), ...detached];
}

/**
 * @param row `_id`, the record, then the detached fields of `columns`
 * @throws DamagedRecord
 */
export function decodeRecord<D extends Identified>(table: Table, row: Row, columns: readonly string[]): D {
  const [id, body, ...detached] = row;
  try {
    const record = withDates(table, JSON.parse(textOf(body)));
    for (const [i, field] of columns.entries()) {
      const value = detached[i];
      if (value === null || value === undefined) continue;
      if (table.bytes.includes(field)) record[field] = value;
      else record[field] = table.lists.includes(field) ? JSON.parse(textOf(value)) : textOf(value);
    }
    // The row was encoded from a D.
    return record as unknown as D;
  } catch (error) {
    throw damaged(table, id, error);
  }
}

/**
 * @param joined records with commas between them; null for none
 * @throws Error when one of them is damaged; only `decodeRecord` tells which
 */
export function decodeRecords<D extends Identified>(table: Table, joined: Row[number] | undefined): D[] {
  if (joined === null) return [];
  const records: Fields[] = JSON.parse(`[${textOf(joined)}]`);
  // The rows were encoded from a D.
  return records.map((record) => withDates(table, record)) as unknown[] as D[];
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

function damaged(table: Table, id: unknown, error: unknown): DamagedRecord {
  const reason = error instanceof Error ? error.message : String(error);
  return new DamagedRecord(table.name, Buffer.isBuffer(id) ? id.toString('latin1') : id, reason, {
    cause: error,
  });
}

function scalarOf(value: Row[number] | undefined): unknown {
  return Buffer.isBuffer(value) ? textOf(value) : value;
}

function textOf(value: Row[number] | undefined): string {
  if (!Buffer.isBuffer(value)) throw new Error('a column holds no text');
  if (!isUtf8(value)) throw new Error('a text is not valid UTF-8');
  return value.toString('utf8');
}

function withDates(table: Table, record: Fields): Fields {
  for (const field of table.dates) if (field in record) record[field] = decodeDate(record[field]);
  return record;
}

function decodeDate(value: unknown): unknown {
  return isEncodedDate(value) ? new Date(value.$date) : value;
}

function encodeList(table: Table, field: string, value: unknown): Value {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return JSON.stringify(value);
  throw new Unsupported(`"${table.name}.${field}" is declared as a list of texts.`);
}

function encodeBytes(table: Table, field: string, value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new Unsupported(`"${table.name}.${field}" is declared as bytes.`);
}

function encodeId(table: Table, id: unknown): Value {
  if (table.idType === 'integer' && Number.isSafeInteger(id)) return Number(id);
  if (table.idType === 'text' && typeof id === 'string') return id;
  throw new Unsupported(`"${table.name}._id" is ${table.idType}, and the service gives it.`);
}

function isEncodedDate(value: unknown): value is { $date: string } {
  return typeof value === 'object' && value !== null && '$date' in value && typeof value.$date === 'string';
}

/** JSON would change these values without an error. `this` is the object that contains the value. */
function refuseForeignValue(this: Fields, key: string, value: unknown): unknown {
  const original = this[key];
  if (
    original instanceof Date ||
    typeof original === 'bigint' ||
    typeof original === 'function' ||
    typeof original === 'symbol' ||
    (typeof original === 'number' && !Number.isFinite(original)) ||
    ArrayBuffer.isView(original)
  ) {
    throw new Unsupported(`"${key}" holds a value that the embedded store cannot keep: ${String(original)}.`);
  }
  return value;
}
