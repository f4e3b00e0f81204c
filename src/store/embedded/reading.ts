/** Turns a projection into the columns to read, and their values into a record. */
import type { Identified } from '../collection.js';
import { decodeColumns, decodeRecord, type Fields } from './encode-record.js';
import type { Row } from './sqlite-file.js';
import { columnOf, type Table } from './table.js';
import { Unsupported } from './unsupported.js';

export interface Reading {
  /** The columns of the SELECT; the first is `_id`. */
  readonly select: string;
  /** @throws DamagedRecord when the row cannot be decoded */
  decode<D extends Identified>(row: Row): D;
  /** Makes the same of a record. undefined where `select` has more than `_id` and the record. */
  readonly project?: <D extends Identified>(record: D) => D;
}

export function readingOf(table: Table, projection: object | undefined): Reading {
  const fields = Object.entries(projection ?? {});
  const including = fields.filter(([, keep]) => keep === 1).map(([field]) => field);
  const excluding = fields.filter(([, keep]) => keep === 0).map(([field]) => field);
  if (including.length + excluding.length < fields.length || (including.length && excluding.length)) {
    throw new Unsupported('A projection is all 1 or all 0.');
  }
  return including.length ? inclusion(table, including) : exclusion(table, excluding);
}

function inclusion(table: Table, included: readonly string[]): Reading {
  const kept = included.filter((field) => field !== '_id');
  if (isIndexed(table, kept)) return indexed(table, kept);
  const detached = table.detached.filter((field) => kept.includes(field));
  return ofRecord(table, detached, (record) => only(record, ['_id', ...kept]));
}

function exclusion(table: Table, dropped: readonly string[]): Reading {
  const detached = table.detached.filter((field) => !dropped.includes(field));
  const inside = dropped.filter((field) => !table.detached.includes(field));
  return ofRecord(table, detached, (record) => without(record, inside));
}

function ofRecord(
  table: Table,
  detached: readonly string[],
  project: <D extends Identified>(record: D) => D,
): Reading {
  return {
    select: columns(detached),
    decode: (row) => project(decodeRecord(table, row, detached)),
    ...(detached.length === 0 && { project }),
  };
}

/** Reads the fields of one index from the index, so that the record, which may be large, is not read. */
function isIndexed(table: Table, fields: readonly string[]): boolean {
  return (
    fields.every((field) => !table.detached.includes(field)) &&
    (fields.length === 0 || table.indexes.some(({ key }) => fields.every((field) => field in key)))
  );
}

function indexed(table: Table, fields: readonly string[]): Reading {
  const expressions = fields.map((field) => asBytes(columnOf(table, field)));
  return {
    select: [idColumn, ...expressions].join(', '),
    decode: (row) => decodeColumns(table, row, fields),
  };
}

function columns(detached: readonly string[]): string {
  return [idColumn, 'cast(doc as blob)', ...detached.map((field) => `cast("${field}" as blob)`)].join(', ');
}

/** Reads every text as bytes, because the driver ends the process if a text is not UTF-8. */
export const asBytes = (column: string) =>
  `case typeof(${column}) when 'text' then cast(${column} as blob) else ${column} end`;

const idColumn = asBytes('_id');

function only<D extends Identified>(record: D, kept: readonly string[]): D {
  const fields: Fields = {};
  for (const field of kept) if (field in record) fields[field] = record[field as keyof D];
  // The caller's type says which fields the projection keeps.
  return fields as D;
}

function without<D extends Identified>(record: D, dropped: readonly string[]): D {
  for (const field of dropped) delete record[field as keyof D];
  return record;
}
