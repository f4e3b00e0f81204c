/** Turns a projection into the columns to read, and their values into a record. */
import type { Identified } from '../collection.js';
import { asBytes, decodeColumns, decodeJoined, decodeRow, selectJoined, selectRow } from './decode-record.js';
import type { Fields } from './encode-record.js';
import type { Row } from './sqlite-file.js';
import { columnOf, type Table, Unsupported } from './table.js';

export interface Reading {
  /** The columns of the SELECT; the first is `_id`. */
  readonly select: string;
  decode<D extends Identified>(row: Row): D;
  /** Reads all records as one text. undefined where a column holds bytes, or an index is enough. */
  readonly joined?: {
    /** @param from the SQL after the columns */
    select(from: string): string;
    decode<D extends Identified>(value: Row[number] | undefined): D[];
  };
}

export function readingOf(table: Table, projection: object | undefined): Reading {
  const fields = Object.entries(projection ?? {}).filter(([field]) => field !== table.terms);
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
  const own = table.ownColumns.filter((field) => kept.includes(field));
  const dates = table.dates.filter((field) => kept.includes(field));
  return ofRecord({ ...table, dates }, own, (record) => only(record, ['_id', ...kept]));
}

function exclusion(table: Table, dropped: readonly string[]): Reading {
  const own = table.ownColumns.filter((field) => !dropped.includes(field));
  const inside = dropped.filter((field) => !table.ownColumns.includes(field));
  return ofRecord(table, own, (record) => without(record, inside));
}

function ofRecord(
  table: Table,
  own: readonly string[],
  project: <D extends Identified>(record: D) => D,
): Reading {
  return {
    select: selectRow(own),
    decode: (row) => project(decodeRow(table, row, own)),
    ...(!own.some((field) => table.bytes.includes(field)) && {
      joined: {
        select: (from) => selectJoined(own, from),
        decode: <D extends Identified>(value: Row[number] | undefined) =>
          decodeJoined<D>(table, value, own).map(project),
      },
    }),
  };
}

/** Reads the fields of one index from the index, so that the record, which may be large, is not read. */
function isIndexed(table: Table, fields: readonly string[]): boolean {
  return (
    fields.every((field) => !table.ownColumns.includes(field)) &&
    (fields.length === 0 || table.indexes.some(({ key }) => fields.every((field) => field in key)))
  );
}

function indexed(table: Table, fields: readonly string[]): Reading {
  const expressions = fields.map((field) => asBytes(columnOf(table, field)));
  return {
    select: [asBytes('_id'), ...expressions].join(', '),
    decode: (row) => decodeColumns(table, row, fields),
  };
}

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
