/** Compiles a filter and a sort of the subset to the SQL after `select ...`, with its values. */
import type { Fields } from './encode-record.js';
import type { Value } from './sqlite-file.js';
import { columnOf, comparable, type Table, Unsupported } from './table.js';
import { matchOf, termsTableOf } from './terms-index.js';

export interface Compiled {
  /** `from ... where ... order by ...` */
  readonly text: string;
  readonly values: readonly Value[];
}

/** Returns the SQL expression of a field. */
type Column = (field: string) => string;

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

export function compileFilter(table: Table, filter: Fields, sort: object = {}): Compiled {
  if (table.terms !== undefined && table.terms in filter)
    return compileSearch(table, table.terms, filter, sort);
  const values: Value[] = [];
  const column: Column = (field) => columnOf(table, field);
  const condition = conjunction(table, column, filter, values);
  return {
    text: `from "${table.name}"${condition && ` where ${condition}`}${orderOf(column, sort)}`,
    values,
  };
}

/** SQLite keeps the order of a cross join, so the index decides which records are read, and in which order. */
function compileSearch(
  table: Table,
  terms: string,
  { [terms]: condition, ...filter }: Fields,
  sort: object,
): Compiled {
  if (Object.keys(sort).some((field) => field !== '_id'))
    throw new Unsupported(`What "${terms}" finds is sorted by _id alone.`);
  const index = termsTableOf(table);
  const column: Column = (field) => (field === '_id' ? 'found.rowid' : columnOf(table, field));
  const match = matchOf(table, condition);
  const values: Value[] = match === undefined ? [] : [match];
  const conditions = [
    match === undefined ? 'false' : `found."${index}" match ?`,
    conjunction(table, column, filter, values),
  ];
  const from = `from "${index}" as found cross join "${table.name}" on _id = found.rowid`;
  return {
    text: `${from} where ${conditions.filter(Boolean).join(' and ')}${orderOf(column, sort)}`,
    values,
  };
}

/** @param values receives the values, in the order of the condition */
function conjunction(table: Table, column: Column, filter: Fields, values: Value[]): string {
  return Object.entries(filter)
    .map(([field, condition]) => {
      if (field === '$or') return disjunction(table, column, condition, values);
      if (field.startsWith('$')) throw new Unsupported(`The operator ${field} is outside the subset.`);
      return comparisons(table, column, field, condition, values);
    })
    .join(' and ');
}

function disjunction(table: Table, column: Column, branches: unknown, values: Value[]): string {
  if (!Array.isArray(branches) || branches.length === 0)
    throw new Unsupported('$or takes a list of filters.');
  const compiled = branches.map((branch) => `(${conjunction(table, column, branch, values) || 'true'})`);
  return `(${compiled.join(' or ')})`;
}

function comparisons(
  table: Table,
  column: Column,
  field: string,
  condition: unknown,
  values: Value[],
): string {
  const expression = column(field);
  const bind = (value: unknown): Value => comparable(table, field, value);
  if (!isOperators(condition)) return equality(expression, condition, values, bind);
  const operators = Object.entries(condition);
  if (operators.length === 0) throw new Unsupported(`The condition on "${field}" has no operator.`);
  return operators
    .map(([operator, value]) => {
      if (operator === '$in') return membership(expression, value, values, bind);
      const comparison = COMPARISONS[operator];
      if (comparison === undefined) throw new Unsupported(`The operator ${operator} is outside the subset.`);
      if (value === null) throw new Unsupported(`${operator} does not compare with null.`);
      values.push(bind(value));
      return `${expression} ${comparison} ?`;
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

function orderOf(column: Column, sort: object): string {
  const keys = Object.entries(sort).map(([field, way]) => `${column(field)} ${way === -1 ? 'desc' : 'asc'}`);
  return keys.length === 0 ? '' : ` order by ${keys.join(', ')}`;
}

/** The most frequent filter: `{ _id: 7 }` alone. */
export function isOnlyId(table: Table, filter: object): filter is { _id: string | number } {
  for (const field in filter) if (field !== '_id') return false;
  return '_id' in filter && typeof filter._id === (table.idType === 'integer' ? 'number' : 'string');
}
