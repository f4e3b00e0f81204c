/** Compiles filters and updates of the subset to SQL: nothing is decoded and encoded again to be changed. */
import { columnOf, comparable, encodeValue, pathOf, type Table, Unsupported, type Value } from './table.js';
import { termsTableOf } from './terms-index.js';

export interface Sql {
  readonly text: string;
  readonly values: readonly Value[];
}

interface Options {
  readonly sort?: object | undefined;
  readonly limit?: number | undefined;
  readonly match?: string | undefined;
}

/** Returns the SQL expression of a field. */
type Column = (field: string) => string;

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

/**
 * @param match the query of FTS5 for the terms that the filter asks for
 * @returns `from ... where ... order by ... limit ...`
 */
export function compileFilter(
  table: Table,
  filter: object,
  { sort = {}, limit = 0, match }: Options = {},
): Sql {
  const values: Value[] = [];
  const isSearch = asksTerms(table, filter);
  const column: Column = (field) => (isSearch && field === '_id' ? 'found.rowid' : columnOf(table, field));
  const conditions = Object.entries(filter).map(([field, condition]) => {
    if (field !== table.terms) return compare(column, field, condition, values);
    // FTS5 refuses an empty query.
    if (match === undefined) return 'false';
    values.push(match);
    return `found."${termsTableOf(table)}" match ?`;
  });
  const order = Object.entries(sort).map(([field, way]) => `${column(field)} ${way === -1 ? 'desc' : 'asc'}`);
  let text = `from "${table.name}"`;
  // SQLite keeps the order of a cross join, so the index decides which records are read, and in which order.
  if (isSearch)
    text = `from "${termsTableOf(table)}" as found cross join "${table.name}" on _id = found.rowid`;
  if (conditions.length > 0) text += ` where ${conditions.join(' and ')}`;
  if (order.length > 0) text += ` order by ${order.join(', ')}`;
  // For MongoDB, 0 means no limit. SQLite keeps the order of a query inside another one only under a limit.
  if (limit > 0 || order.length > 0) {
    text += ' limit ?';
    values.push(limit > 0 ? limit : -1);
  }
  return { text, values };
}

/** Whether the filter is answered by the index of terms. */
export const asksTerms = (table: Table, filter: object): boolean =>
  table.terms !== undefined && table.terms in filter;

/** @param values receives the values, in the order of the condition */
function compare(column: Column, field: string, condition: unknown, values: Value[]): string {
  const expression = column(field);
  if (condition === null) return `${expression} is null`;
  const operators =
    typeof condition === 'object' && !(condition instanceof Date) ? condition : { $eq: condition };
  return Object.entries(operators)
    .map(([operator, value]) => {
      if (operator === '$in' && Array.isArray(value)) {
        // One parameter for a list of any length, so that the statement stays the same.
        values.push(JSON.stringify(value.map(comparable)));
        return `${expression} in (select value from json_each(?))`;
      }
      const comparison = operator === '$eq' ? '=' : COMPARISONS[operator];
      if (comparison === undefined) throw new Unsupported(`The operator ${operator} is outside the subset.`);
      values.push(comparable(value));
      return `${expression} ${comparison} ?`;
    })
    .join(' and ');
}

/** @returns the assignments of an SQL `update`, with their values */
export function compileUpdate(table: Table, update: object): Sql {
  const { set, increments } = changesOf(update);
  const sets = set.filter(([field]) => field !== table.terms);
  const isOwn = ([field]: Change) => table.ownColumns.includes(field);
  const [own, members] = [sets.filter(isOwn), sets.filter((change) => !isOwn(change))];
  const changed = [
    ...members.map(([field]) => `, '${pathOf(field)}', json(?)`),
    // libsql binds numbers as reals; SQLite keeps the sum of two integers an integer.
    ...increments.map(
      ([field]) => `, '${pathOf(field)}', coalesce(doc ->> '${pathOf(field)}', 0) + cast(? as integer)`,
    ),
  ];
  return {
    text: [...own.map(([field]) => `"${field}" = ?`), `doc = json_set(doc${changed.join('')})`].join(', '),
    values: [
      ...[...own, ...members].map(([field, value]) => encodeValue(table, field, value)),
      ...increments.map(([, value]) => comparable(value)),
    ],
  };
}

/** The record that an upsert inserts: what the filter says that it equals, and what the update makes of that. */
export function upserted(filter: object, update: object): object {
  const equal = Object.entries(filter).filter(
    ([, value]) => typeof value !== 'object' || value instanceof Date,
  );
  const { set, increments } = changesOf(update);
  return Object.fromEntries([...equal, ...set, ...increments]);
}

type Change = [field: string, value: unknown];

function changesOf(update: { $set?: object; $inc?: object }): { set: Change[]; increments: Change[] } {
  const { $set = {}, $inc = {}, ...others } = update;
  const [outside] = Object.keys(others);
  if (outside) throw new Unsupported(`The operator ${outside} is outside the subset.`);
  // The driver ignores undefined, too.
  const set = Object.entries($set).filter(([, value]) => value !== undefined);
  return { set, increments: Object.entries($inc) };
}
