/** The SQL that keeps the usage of a collection's owners, in the transaction of the record. */
import type { Table } from './table.js';
import type { Statement } from './writer.js';

/** For `usage.ts`. */
export const countUsage = (name: string): Statement => ({
  text: `insert or replace into usage select doc ->> '$.ownerId',
    json_object('snippets', count(*), 'bytes', sum(doc ->> '$.bytes'))
    from "${name}" where doc ->> '$.ownerId' is not null group by 1`,
});

/** An owner who has nothing yet. */
export const beginUsage = (ownerId: unknown): Statement[] =>
  typeof ownerId === 'number'
    ? [{ text: `insert or ignore into usage values (?, '{"snippets":0,"bytes":0}')`, values: [ownerId] }]
    : [];

/**
 * Adds what a record counts to the usage of its owner, or takes it away.
 *
 * @param id undefined: of the record that the first statement inserted
 * @param version null: any
 */
export function changeUsage(
  { name }: Pick<Table, 'name'>,
  by: 1 | -1,
  id?: number,
  version: number | null = null,
) {
  const of = (field: string) => `select of.doc ->> '$.${field}' from "${name}" as of where of._id = ?1`;
  // Not by `update ... from`, whose statement journal makes FTS5 write its index for each record: 30 us of a create.
  const text = `update usage set doc = json_object('snippets', (doc ->> '$.snippets') + ?3,
      'bytes', (doc ->> '$.bytes') + ?3 * (${of('bytes')}))
    where _id = (${of('ownerId')} and (?2 is null or (of.doc ->> '$.version') = ?2))`;
  return id === undefined ? { text, values: [version, by], idOf: 0 } : { text, values: [id, version, by] };
}
