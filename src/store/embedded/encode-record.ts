/** Encodes records as relaxed extended JSON (MongoDB's EJSON 2.0.0), which keeps dates and texts. */
import type { Value } from './sqlite-file.js';
import { type Table, Unsupported } from './table.js';

/** Fields by name, while the embedded store works on a record whose type only its caller knows. */
export type Fields = Record<string, unknown>;

/** @returns the values of the table's columns (`columnsOf`) */
export function encodeRecord(table: Table, record: object): Value[] {
  const body: Fields = { ...record };
  if (table.terms !== undefined) delete body[table.terms];
  const own = table.ownColumns.map((field) => {
    const value = body[field];
    delete body[field];
    return value === undefined ? null : encodeOwn(table, field, value);
  });
  for (const field of table.dates) {
    const value = body[field];
    if (value instanceof Date) body[field] = { $date: value.toISOString() };
    else if (value !== null && value !== undefined) {
      throw new Unsupported(`"${table.name}.${field}" is declared as a date.`);
    }
  }
  const doc = JSON.stringify(body, refuseForeignValue);
  return [encodeId(table, body._id), doc, ...own];
}

/** A text as JSON, which has no line break: reads of many records split the text of all of them at line breaks. */
function encodeOwn({ name, bytes }: Table, field: string, value: unknown): string | Buffer {
  if (bytes.includes(field)) {
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    throw new Unsupported(`"${name}.${field}" is declared as bytes.`);
  }
  if (typeof value === 'string') return JSON.stringify(value);
  throw new Unsupported(`"${name}.${field}" has its own column and holds texts only.`);
}

function encodeId(table: Table, id: unknown): Value {
  if (table.idType === 'integer' && Number.isSafeInteger(id)) return Number(id);
  if (table.idType === 'text' && typeof id === 'string') return id;
  throw new Unsupported(`"${table.name}._id" is ${table.idType}, and the service gives it.`);
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
