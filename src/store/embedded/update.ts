/** `$set`, `$inc`, `$max` and `$setOnInsert` as SQL: nothing is decoded and encoded again to be changed. */
import type { Sql } from './filter.js';
import { encodeValue, type Fields } from './record.js';
import { comparable, pathOf, type Table, Unsupported, type Value } from './table.js';

/** @returns the assignments of an SQL `update`, with their values */
export function compileUpdate(table: Table, update: object): Sql {
  const [members, columns]: [string[], string[]] = [[], []];
  const [ofMembers, ofColumns]: [Value[], Value[]] = [[], []];
  for (const [operator, field, value] of changesOf(update)) {
    if (operator === '$setOnInsert' || field === table.terms) continue;
    if (table.ownColumns.includes(field)) {
      columns.push(`"${field}" = ?`);
      ofColumns.push(encodeValue(table, field, value));
    } else {
      const path = pathOf(field);
      members.push(`'${path}', ${expressionOf(operator, path)}`);
      ofMembers.push(operator === '$set' ? encodeValue(table, field, value) : comparable(value));
    }
  }
  if (members.length > 0) columns.unshift(`doc = json_set(doc, ${members.join(', ')})`);
  // An update of the terms alone changes no column.
  return { text: columns.join(', ') || 'doc = doc', values: [...ofMembers, ...ofColumns] };
}

/** The record that an upsert inserts: what the filter says that it equals, and what the update makes of that. */
export function upserted(filter: object, update: object): Fields {
  const record: Fields = {};
  for (const [field, condition] of Object.entries(filter))
    if (typeof condition !== 'object' || condition instanceof Date) record[field] = condition;
  for (const [, field, value] of changesOf(update)) record[field] = value;
  return record;
}

/** libsql binds numbers as reals; SQLite keeps the sum of two integers an integer. */
function expressionOf(operator: string, path: string): string {
  if (operator === '$set') return 'json(?)';
  if (operator === '$inc') return `coalesce(doc ->> '${path}', 0) + cast(? as integer)`;
  // Of dates, which are stored as texts that sort by time.
  if (operator === '$max') return `max(coalesce(doc ->> '${path}', ''), ?)`;
  throw new Unsupported(`The operator ${operator} is outside the subset.`);
}

function changesOf(update: object): [operator: string, field: string, value: unknown][] {
  // The driver ignores undefined, too.
  return Object.entries(update).flatMap(([operator, fields]) =>
    Object.entries(fields as Fields).flatMap(([field, value]): [string, string, unknown][] =>
      value === undefined ? [] : [[operator, field, value]],
    ),
  );
}
