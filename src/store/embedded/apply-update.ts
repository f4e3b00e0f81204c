/** `$set`, `$inc`, `$max`, `$unset` and `$setOnInsert` on a record in memory, as MongoDB applies them. */
import type { Fields } from './encode-record.js';
import { Unsupported } from './table.js';

const OPERATORS = new Set(['$set', '$setOnInsert', '$inc', '$max', '$unset']);

/** Returns the changed copy. @param inserting whether an upsert creates the record, so that `$setOnInsert` applies */
export function applyUpdate(document: object, update: object, inserting: boolean): Fields {
  const result: Fields = { ...document };
  const id = result._id;
  const touched = new Set<string>();
  for (const [operator, fields] of changes(update)) {
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) continue; // the driver ignores undefined too
      if (!/^\w+$/.test(field)) throw new Unsupported(`The path "${field}" is outside the subset.`);
      if (touched.has(field)) throw new Unsupported(`Updating "${field}" twice would create a conflict.`);
      touched.add(field);
      if (operator === '$setOnInsert' && !inserting) continue;
      if (operator === '$unset') delete result[field];
      else if (operator === '$inc') result[field] = increased(field, result[field], value);
      else result[field] = operator === '$max' ? later(field, result[field], value) : value;
    }
  }
  if (result._id !== id && !inserting) throw new Unsupported('An _id never changes.');
  return result;
}

function changes(update: object): [string, Fields][] {
  const operators = Object.entries(update);
  if (operators.length === 0) throw new Unsupported('An update needs an operator.');
  return operators.map(([operator, fields]) => {
    if (!OPERATORS.has(operator)) throw new Unsupported(`The operator ${operator} is outside the subset.`);
    // Typed callers cannot do this; this check is for untyped ones.
    return [operator, fields as Fields];
  });
}

function increased(field: string, before: unknown, by: unknown): number {
  const start = before === undefined ? 0 : before;
  if (typeof start !== 'number' || typeof by !== 'number') {
    throw new Unsupported(`$inc needs numbers in "${field}".`);
  }
  return start + by;
}

function later(field: string, before: unknown, than: unknown): Date {
  if (!(than instanceof Date) || (before !== undefined && !(before instanceof Date)))
    throw new Unsupported(`$max compares dates, and "${field}" is none.`);
  return before !== undefined && before > than ? before : than;
}

/** The fields that an upsert takes from its filter: those that must equal a value. */
export function equalities(filter: object): Fields {
  const fields: Fields = {};
  for (const [field, condition] of Object.entries(filter)) {
    if (field.startsWith('$')) continue;
    const isComparison = typeof condition === 'object' && condition !== null && !(condition instanceof Date);
    if (!isComparison) fields[field] = condition;
  }
  return fields;
}
