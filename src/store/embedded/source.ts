/** What a query reads: the collection's table; for a condition on a list, the table of its entries first. */
import { type ListEntries, listEntriesOf } from './list-entries.js';
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
  const entries = table.indexes
    .map(({ key }) => listEntriesOf(table, key))
    .find((candidate) => candidate?.list === list);
  if (entries === undefined) throw new Unsupported(`No declared index answers what "${list}" holds.`);
  return {
    table,
    entries,
    // SQLite keeps the order of a cross join, so the entries decide which records are read.
    from: `"${entries.name}" as entries cross join "${table.name}" using (_id)`,
    column: (field) => (entries.fields.includes(field) ? `entries.${field}` : columnOf(table, field)),
  };
}

/** The SQL condition that a list contains all of some texts. Two parameters each give the texts as a JSON list. */
export function holdsAll({ name, fields }: ListEntries): string {
  // Starts with the rarest text, counting at most a thousand entries of each. If a text has no entry, nothing matches.
  const count = `select count(*) from (select 1 from "${name}" where entry = value limit 1000)`;
  const rarest = `select value from (select value, min((${count})) from json_each(?))`;
  const key = fields.slice(0, fields.indexOf('_id') + 1);
  const same = key.map((field) => `other.${field} = entries.${field}`).join(' and ');
  const isThere = `select 1 from "${name}" as other where other.entry = json_each.value and ${same}`;
  return `entries.entry = (${rarest}) and not exists (select 1 from json_each(?) where not exists (${isThere}))`;
}
