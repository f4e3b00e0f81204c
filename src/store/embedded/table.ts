/**
 * The table of a collection in SQLite: what makes it, how it holds and gives records (as JSON text, in which a date is
 * its ISO 8601 text), and the SQL of filters and updates: nothing is decoded and encoded again to be changed.
 */
import { type AnyDefinition, fieldsOf, indexName } from '../definition.js';

/** What SQLite binds. */
export type Value = string | number | null;

/** Thrown for what lies outside the subset of MongoDB's `Collection`: a bug of ours. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** A definition in the form that the embedded store needs. */
export interface Table extends Pick<AnyDefinition, 'name' | 'indexes'> {
  readonly idType: string;
  readonly dates: readonly string[];
  /** Large texts: SQLite reads a row from its start, so their columns are last. */
  readonly ownColumns: readonly string[];
  /** The field that is a list of terms: it has no column, only an index (`terms-index.ts`). */
  readonly terms: string | undefined;
}

export function tableOf({ name, fields, indexes, ownColumns = [] }: AnyDefinition): Table {
  return {
    name,
    idType: String(fields._id),
    indexes,
    dates: fieldsOf({ fields }, 'date'),
    ownColumns: ownColumns.map(String),
    terms: fieldsOf({ fields }, 'terms')[0],
  };
}

/** The index of the terms of a collection (`terms-index.ts`). */
export const termsTableOf = ({ name }: Pick<Table, 'name'>): string => `${name}_terms`;

/** The record is JSON in `doc`, without its `_id` and its own columns, which hold the JSON of their values. */
export function createTable(table: Table): string {
  const own = table.ownColumns.map((field) => `, "${field}" text`).join('');
  const id = `_id ${table.idType} primary key not null`;
  const indexes = table.indexes
    .filter(({ key }) => Object.keys(key)[0] !== table.terms)
    .map(({ key, unique = false, sparse = false }) => {
      const columns = Object.keys(key).map((field) => columnOf(table, field));
      const name = `"${table.name}.${indexName(key)}"`;
      const present = sparse ? ` where ${columns[0]} is not null` : '';
      return `create ${unique ? 'unique ' : ''}index if not exists ${name} on "${table.name}" (${columns.join(', ')})${present};`;
    });
  return `create table if not exists "${table.name}" (${id}, doc text not null${own}) strict; ${indexes.join(' ')}`;
}

/**
 * The SQL expression of a field. Indexes and queries use the same text, so that SQLite uses the index. It takes the
 * value from the index too, without reading the record, which it never does for `json_extract` (whose result has a
 * subtype).
 */
export function columnOf(table: Table, field: string): string {
  if (field === '_id') return '_id';
  if (table.ownColumns.includes(field) || field === table.terms)
    throw new Unsupported(`"${table.name}.${field}" cannot be searched or sorted by.`);
  return `(doc ->> '${pathOf(field)}')`;
}

/** Names come from our own code. This check makes sure that none can end its quotes. */
export function pathOf(field: string): string {
  if (!/^[a-z]\w*$/i.test(field)) throw new Unsupported(`"${field}" is no operator or field of the subset.`);
  return `$.${field}`;
}

/** The value that SQLite compares: as `->>` returns it. */
export function comparable(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  throw new Unsupported(`A filter compares texts, numbers, booleans, dates and null, not ${typeof value}.`);
}

/** Fields by name, of a record whose type only its caller knows. */
type Fields = Record<string, unknown>;

/** @returns the JSON of a value as it is stored */
export function encodeValue(table: Table, field: string, value: unknown): string {
  if (value instanceof Date ? !table.dates.includes(field) : typeof value === 'bigint')
    throw new Unsupported(`"${table.name}.${field}" cannot hold this value: ${String(value)}.`);
  return JSON.stringify(value);
}

/** @returns the values of `doc` and the own columns */
export function encodeRecord(table: Table, record: object): Value[] {
  const own = new Map<string, string>();
  const members: string[] = [];
  for (const [field, value] of Object.entries(record)) {
    // The driver leaves out undefined, too.
    if (value === undefined || field === '_id' || field === table.terms) continue;
    const json = encodeValue(table, field, value);
    if (table.ownColumns.includes(field)) own.set(field, json);
    else members.push(`${JSON.stringify(field)}:${json}`);
  }
  return [`{${members.join(',')}}`, ...table.ownColumns.map((field) => own.get(field) ?? null)];
}

/** What is read of a record, and how the JSON of many of them becomes records. */
export interface Reading {
  /** The SQL expression of the JSON of one record. */
  readonly line: string;
  decode(joined: string): object[];
}

/** @param projection fields with 1 to read, or with 0 to leave out; not both */
export function readingOf(table: Table, projection: object = {}): Reading {
  const named = Object.keys(projection).filter((field) => field !== '_id' && field !== table.terms);
  const isInclusion = Object.values(projection).includes(1);
  const own = table.ownColumns.filter((field) => named.includes(field) === isInclusion);
  return {
    line: isInclusion && isIndexed(table, named) ? lineOfIndexed(table, named) : lineOf(own),
    decode(joined) {
      const records: Fields[] = JSON.parse(`[${joined}]`);
      for (const record of records) {
        for (const field of table.dates) {
          const value = record[field];
          if (typeof value === 'string') record[field] = new Date(value);
        }
        if (!isInclusion) for (const field of named) delete record[field];
      }
      return isInclusion ? records.map((record) => pick(record, named)) : records;
    },
  };
}

function pick(record: Fields, fields: readonly string[]): Fields {
  const picked: Fields = { _id: record._id };
  for (const field of fields) if (field in record) picked[field] = record[field];
  return picked;
}

function lineOf(own: readonly string[]): string {
  const columns = own.map((field) => `',"${field}":' || coalesce("${field}", 'null') || `);
  return `'{"_id":' || json_quote(_id) || ${columns.join('')}',' || substr(doc, 2)`;
}

/** Fields of one index are read from the index, so that the record, which may be large, is not read. */
function isIndexed(table: Table, fields: readonly string[]): boolean {
  const hasAll = (key: object) => fields.every((field) => field in key);
  return fields.length === 0 || table.indexes.some(({ key }) => hasAll(key));
}

function lineOfIndexed(table: Table, fields: readonly string[]): string {
  const members = fields.map((field) => `, '${field}', ${columnOf(table, field)}`);
  return `json_object('_id', _id${members.join('')})`;
}

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

const COMPARISONS: Readonly<Record<string, string>> = {
  $eq: '=',
  $ne: 'is not',
  $gt: '>',
  $gte: '>=',
  $lt: '<',
  $lte: '<=',
};

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
    if (field === '$or' && Array.isArray(condition)) return anyOf(column, condition, values);
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

/** The ids that a condition of `_id` allows, from the least to the greatest. */
export function idsOf(condition: unknown): readonly [low: number, high: number] {
  const ends: Record<string, unknown> = Object(condition);
  if ('$in' in ends) throw new Unsupported('A search is narrowed by a range of _id.');
  if (typeof condition === 'number') return [condition, condition];
  const { $gt = -Infinity, $gte = -Infinity, $lt = Infinity, $lte = Infinity } = ends;
  return [Math.max(Number($gt) + 1, Number($gte)), Math.min(Number($lt) - 1, Number($lte))];
}

/** Whether the filter is answered by the index of terms. */
export const asksTerms = (table: Table, filter: object): boolean =>
  table.terms !== undefined && table.terms in filter;

/** One of the alternatives has to match, each with all of its fields. */
function anyOf(column: Column, alternatives: readonly object[], values: Value[]): string {
  const compared = alternatives.map((alternative) =>
    Object.entries(alternative)
      .map(([field, condition]) => compare(column, field, condition, values))
      .join(' and '),
  );
  return `(${compared.join(' or ')})`;
}

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
      const comparison = COMPARISONS[operator];
      if (comparison === undefined) throw new Unsupported(`The operator ${operator} is outside the subset.`);
      values.push(comparable(value));
      return `${expression} ${comparison} ?`;
    })
    .join(' and ');
}

/** @returns an SQL `update` of the records that are equal to the filter */
export function compileUpdate(table: Table, filter: object, update: object): Sql {
  const { text, values } = compileChanges(table, update);
  const found = [...values];
  const conditions = Object.entries(filter).map(([field, condition]) =>
    compare((name) => columnOf(table, name), field, condition, found),
  );
  return { text: `update "${table.name}" set ${text} where ${conditions.join(' and ')}`, values: found };
}

/** @returns an SQL `insert` of the record, or an update of the one that has its `_id` */
export function compileUpsert(table: Table, filter: { _id: unknown }, update: object): Sql {
  if (Object.keys(filter).length > 1) throw new Unsupported('An upsert is found by its _id alone.');
  const record = [comparable(filter._id), ...encodeRecord(table, upserted(filter, update))];
  const { text, values } = compileChanges(table, update);
  return {
    text: `insert into "${table.name}" values (${record.map(() => '?').join(', ')}) on conflict do update set ${text}`,
    values: [...record, ...values],
  };
}

function compileChanges(table: Table, update: object): Sql {
  const { set, increments } = changesOf(update);
  const sets = set.filter(([field]) => field !== table.terms);
  const isOwn = ([field]: Change) => table.ownColumns.includes(field);
  const [own, members] = [sets.filter(isOwn), sets.filter((change) => !isOwn(change))];
  const changed = [
    ...members.map(([field]) => `, '${pathOf(field)}', json(?)`),
    // A driver may bind numbers as reals; SQLite keeps the sum of two integers an integer.
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
function upserted(filter: object, update: object): object {
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
