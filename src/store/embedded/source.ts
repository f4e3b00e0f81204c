/** What a query reads: the collection's table; for a condition on a list, the table of its entries first. */
import { type ListEntries, listEntriesOf, orderedBy } from './list-entries.js';
import { columnOf, type Table } from './table.js';
import { Unsupported } from './unsupported.js';

export interface Source {
  readonly table: Table;
  /** The SQL after `from`. */
  readonly from: string;
  /** The table of entries that leads to the records, if the filter has a condition on a list. */
  readonly entries?: ListEntries;
  /** Returns the SQL expression of a field. */
  column(field: string): string;
}

export function sourceOf(table: Table, filter: object): Source {
  const list = Object.keys(filter).find((field) => table.lists.includes(field));
  if (list === undefined) {
    return { table, from: `"${table.name}"`, column: (field) => columnOf(table, field) };
  }
  const entries = entriesOf(table, list);
  return {
    table,
    entries,
    // SQLite keeps the order of a cross join, so the entries decide which records are read.
    from: `"${entries.name}" as entries cross join "${table.name}" using (_id)`,
    column: (field) => (entries.fields.includes(field) ? `entries.${field}` : columnOf(table, field)),
  };
}

export function entriesOf(table: Table, list: string): ListEntries {
  const entries = table.indexes
    .map(({ key }) => listEntriesOf(table, key))
    .find((candidate) => candidate?.list === list);
  if (entries === undefined) throw new Unsupported(`No declared index answers what "${list}" holds.`);
  return entries;
}

/** The SQL condition that a list contains all of some texts. Two parameters each give the texts as a JSON list. */
export function holdsAll({ name, fields }: ListEntries): string {
  // Starts with the rarest text, counting at most a thousand entries of each. If a text has no entry, nothing matches.
  const count = `select count(*) from (select 1 from "${name}" where entry = value limit 1000)`;
  const rarest = `select value from (select value, min((${count})) from json_each(?))`;
  return `entries.entry = (${rarest}) and ${holdsOthers({ name, fields }, 'entries')}`;
}

/**
 * The SQL condition that the list of an entry's record contains all of some texts. A parameter gives them as a JSON list.
 *
 * @param alias of the entry
 */
export function holdsOthers({ name, fields }: Pick<ListEntries, 'name' | 'fields'>, alias: string): string {
  const same = orderedBy(fields).map((field) => `other.${field} = ${alias}.${field}`);
  const isThere = `select 1 from "${name}" as other where other.entry = json_each.value and ${same.join(' and ')}`;
  return `not exists (select 1 from json_each(?) where not exists (${isThere}))`;
}
