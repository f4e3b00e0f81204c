/** Turns a projection into the columns to read and the fields to keep. */
import type { Fields } from './encode-record.js';
import type { Table } from './table.js';
import { Unsupported } from './unsupported.js';

export interface Reading {
  /** The columns of the SELECT. The first is the record, or the part of it that is needed. */
  readonly select: string;
  /** The detached fields among them, in order. */
  readonly detached: readonly string[];
  /** Removes from a record what the projection leaves out. */
  pick<D extends object>(document: D): D;
}

export function readingOf(table: Table, projection: object | undefined): Reading {
  const fields = Object.entries(projection ?? {});
  const including = fields.filter(([, keep]) => keep === 1).map(([field]) => field);
  const excluding = fields.filter(([, keep]) => keep === 0).map(([field]) => field);
  if (including.length + excluding.length < fields.length || (including.length && excluding.length)) {
    throw new Unsupported('A projection is all 1 or all 0.');
  }
  if (including.length) return inclusion(table, [...new Set(['_id', ...including])]);
  return exclusion(table, excluding);
}

function inclusion(table: Table, kept: readonly string[]): Reading {
  const detached = table.detached.filter((field) => kept.includes(field));
  // Only the id is needed, so the record is not read.
  const body = kept.length === 1 ? "json_object('_id', _id)" : 'doc';
  return { select: columns(body, detached), detached, pick: (document) => only(document, kept) };
}

function exclusion(table: Table, dropped: readonly string[]): Reading {
  const detached = table.detached.filter((field) => !dropped.includes(field));
  const inside = dropped.filter((field) => !table.detached.includes(field));
  return { select: columns('doc', detached), detached, pick: (document) => without(document, inside) };
}

function columns(body: string, detached: readonly string[]): string {
  return [body, ...detached.map((field) => `"${field}"`)].join(', ');
}

function only<D extends object>(document: D, kept: readonly string[]): D {
  const fields: Fields = {};
  for (const field of kept) if (field in document) fields[field] = document[field as keyof D];
  // The caller's type says which fields the projection keeps.
  return fields as D;
}

function without<D extends object>(document: D, dropped: readonly string[]): D {
  for (const field of dropped) delete document[field as keyof D];
  return document;
}
