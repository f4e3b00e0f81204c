/** An index on a list, like MongoDB's multikey index: a table of the list's entries, maintained by triggers. */
import { indexName } from '../definition.js';
import { columnOf, type Table } from './table.js';

/** The table has a column `entry`, then one column for each other field of the index's key. */
export interface ListEntries {
  readonly name: string;
  /** The field that is a list. */
  readonly list: string;
  /** The fields after it in the key. */
  readonly fields: readonly string[];
}

/** @returns undefined if the first field of the key is not a list */
export function listEntriesOf(table: Table, key: object): ListEntries | undefined {
  const [list, ...fields] = Object.keys(key);
  if (list === undefined || !table.lists.includes(list)) return undefined;
  return { name: `${table.name}.${indexName(key)}`, list, fields };
}

/** Written as SQLite stores it, so that it can be compared with an existing one. */
export function createEntries({ name, fields }: ListEntries): string {
  const ordered = ['entry', ...orderedBy(fields)];
  return `CREATE TABLE "${name}" (${['entry', ...fields].join(', ')}, primary key (${ordered.join(', ')})) without rowid`;
}

/** Adds the entries of existing records, then follows every insert, update and delete. */
export function keepEntries(table: Table, entries: ListEntries): string[] {
  const { name, list, fields } = entries;
  const insert = insertEntries(table, entries, 'new.');
  const remove = deleteEntries(table, entries);
  const isSame = fields
    .map((field) => `${columnOf(table, field, 'old.')} is ${columnOf(table, field, 'new.')}`)
    .join(' and ');
  const trigger = (when: string, event: string, ...steps: readonly string[]) =>
    `create trigger "${name}.${when}" after ${event} begin ${steps.map((step) => `${step};`).join(' ')} end`;
  return [
    insertEntries(table, entries, `"${table.name}".`, ` from "${table.name}"`),
    trigger('inserted', `insert on "${table.name}"`, insert),
    trigger('deleted', `delete on "${table.name}"`, remove),
    trigger('moved', `update on "${table.name}" when not (${isSame})`, remove, insert),
    // Most saves change few entries.
    trigger(
      'changed',
      `update on "${table.name}" when ${isSame} and old."${list}" is not new."${list}"`,
      `${remove} and entry not in (select value from json_each(new."${list}"))`,
      insert,
    ),
  ];
}

/**
 * The fields by which the entries of one text are ordered. Columns after `_id` only avoid reading the record, and may be
 * null.
 */
export const orderedBy = (fields: readonly string[]) => fields.slice(0, fields.indexOf('_id') + 1);

/** An entry that a list contains twice counts once. */
function insertEntries(table: Table, { name, list, fields }: ListEntries, row: string, from = ''): string {
  const values = fields.map((field) => `${columnOf(table, field, row)} as "${field}"`);
  // SQLite computes a subquery with a limit once, so it parses the record once and not for each entry.
  const keyed = `select ${row}"${list}" as list, ${values.join(', ')}${from} limit -1`;
  return `insert or ignore into "${name}" select value, ${fields.join(', ')} from (${keyed}) cross join json_each(list)`;
}

function deleteEntries(table: Table, { name, list, fields }: ListEntries): string {
  const same = orderedBy(fields).map((field) => `${field} = ${columnOf(table, field, 'old.')}`);
  return `delete from "${name}" where entry in (select value from json_each(old."${list}")) and ${same.join(' and ')}`;
}
