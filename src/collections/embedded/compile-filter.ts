/** A filter of the subset as an SQL condition with its values. */
import type { Value } from './connection.js';
import type { Fields } from './encode-document.js';
import { columnOf, comparable, type Table } from './table.js';
import { Unsupported } from './unsupported.js';

export interface Compiled {
  /** Empty when every document matches. */
  readonly condition: string;
  readonly values: readonly Value[];
}

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

export function compileFilter(table: Table, filter: Fields): Compiled {
  const values: Value[] = [];
  return { condition: conjunction(table, filter, values), values };
}

function conjunction(table: Table, filter: Fields, values: Value[]): string {
  return Object.entries(filter)
    .map(([field, condition]) => {
      if (field === '$or') return disjunction(table, condition, values);
      if (field.startsWith('$')) throw new Unsupported(`The operator ${field} is outside the subset.`);
      return comparisons(table, field, condition, values);
    })
    .join(' and ');
}

function disjunction(table: Table, branches: unknown, values: Value[]): string {
  if (!Array.isArray(branches) || branches.length === 0)
    throw new Unsupported('$or takes a list of filters.');
  return `(${branches.map((branch) => `(${conjunction(table, branch, values) || 'true'})`).join(' or ')})`;
}

function comparisons(table: Table, field: string, condition: unknown, values: Value[]): string {
  const column = columnOf(table, field);
  const bind = (value: unknown): Value => comparable(table, field, value);
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

/** One parameter however long the list is, so that the statement stays the same. */
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

/** The condition as a clause of a statement. */
export function clause(where: Compiled): string {
  return where.condition && ` where ${where.condition}`;
}

export function orderOf(table: Table, sort: object | undefined): string {
  const keys = Object.entries(sort ?? {});
  if (keys.length === 0) return '';
  return ` order by ${keys.map(([field, way]) => `${columnOf(table, field)} ${way === -1 ? 'desc' : 'asc'}`).join(', ')}`;
}

/** The hot path: `{ _id: 7 }` and nothing else. */
export function isOnlyId(table: Table, filter: object): filter is { _id: string | number } {
  for (const field in filter) if (field !== '_id') return false;
  return '_id' in filter && typeof filter._id === (table.idType === 'integer' ? 'number' : 'string');
}
