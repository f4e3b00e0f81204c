/** Compiles a filter and a sort of the subset to the SQL after `select ...`, with its values. */

import type { Fields } from './encode-record.js';
import type { ListEntries } from './list-entries.js';
import { holdsAll, type Source, sourceOf } from './source.js';
import type { Value } from './sqlite-file.js';
import { comparable, type Table } from './table.js';
import { Unsupported } from './unsupported.js';

export interface Compiled {
  /** `from ... where ... order by ...` */
  readonly text: string;
  readonly values: readonly Value[];
}

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

export function compileFilter(table: Table, filter: Fields, sort: object = {}): Compiled {
  const values: Value[] = [];
  const source = sourceOf(table, filter);
  const condition = conjunction(source, filter, values);
  return { text: `from ${source.from}${condition && ` where ${condition}`}${orderOf(source, sort)}`, values };
}

/** @param values receives the values, in the order of the condition */
export function conjunction(source: Source, filter: Fields, values: Value[]): string {
  return Object.entries(filter)
    .map(([field, condition]) => {
      if (field === '$or') return disjunction(source, condition, values);
      if (field.startsWith('$')) throw new Unsupported(`The operator ${field} is outside the subset.`);
      if (field === source.entries?.list) return containment(source.entries, condition, values);
      return comparisons(source, field, condition, values);
    })
    .join(' and ');
}

function disjunction(source: Source, branches: unknown, values: Value[]): string {
  if (!Array.isArray(branches) || branches.length === 0)
    throw new Unsupported('$or takes a list of filters.');
  return `(${branches.map((branch) => `(${conjunction(source, branch, values) || 'true'})`).join(' or ')})`;
}

function containment(entries: ListEntries, condition: unknown, values: Value[]): string {
  const all = JSON.stringify(textsOf(entries, condition));
  values.push(all, all);
  return holdsAll(entries);
}

/** The texts that a list has to contain. */
export function textsOf({ list }: ListEntries, condition: unknown): readonly string[] {
  const texts = isOperators(condition) && Object.keys(condition).length === 1 ? condition.$all : undefined;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) {
    throw new Unsupported(`"${list}" is a list: it is asked by $all, with a list of texts.`);
  }
  return texts;
}

function comparisons(source: Source, field: string, condition: unknown, values: Value[]): string {
  const column = source.column(field);
  const bind = (value: unknown): Value => comparable(source.table, field, value);
  if (!isOperators(condition)) return equality(column, condition, values, bind);
  const operators = Object.entries(condition);
  if (operators.length === 0) throw new Unsupported(`The condition on "${field}" has no operator.`);
  return operators
    .map(([operator, value]) => {
      if (operator === '$eq') return equality(column, value, values, bind);
      if (operator === '$in') return membership(column, value, values, bind);
      const comparison = COMPARISONS[operator];
      if (comparison === undefined) throw new Unsupported(`The operator ${operator} is outside the subset.`);
      if (value === null) throw new Unsupported(`${operator} does not compare with null.`);
      values.push(bind(value));
      return `${column} ${comparison} ?`;
    })
    .join(' and ');
}

type Bind = (value: unknown) => Value;

function equality(column: string, value: unknown, values: Value[], bind: Bind): string {
  if (value === null) return `${column} is null`;
  values.push(bind(value));
  return `${column} = ?`;
}

/** One parameter for a list of any length, so that the statement stays the same. */
function membership(column: string, list: unknown, values: Value[], bind: Bind): string {
  if (!Array.isArray(list)) throw new Unsupported('$in takes a list.');
  const known = list.filter((value) => value !== null).map(bind);
  values.push(JSON.stringify(known));
  const member = `${column} in (select value from json_each(?))`;
  return known.length === list.length ? member : `(${member} or ${column} is null)`;
}

function isOperators(condition: unknown): condition is Fields {
  return typeof condition === 'object' && condition !== null && !(condition instanceof Date);
}

function orderOf(source: Source, sort: object): string {
  const keys = Object.entries(sort).map(
    ([field, way]) => `${source.column(field)} ${way === -1 ? 'desc' : 'asc'}`,
  );
  return keys.length === 0 ? '' : ` order by ${keys.join(', ')}`;
}

/** The most frequent filter: `{ _id: 7 }` alone. */
export function isOnlyId(table: Table, filter: object): filter is { _id: string | number } {
  for (const field in filter) if (field !== '_id') return false;
  return '_id' in filter && typeof filter._id === (table.idType === 'integer' ? 'number' : 'string');
}
