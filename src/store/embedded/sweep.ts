/** What MongoDB's TTL monitor does: documents whose time is over go. */
import type { Connection } from './connection.js';
import { columnOf, type Table } from './table.js';

/** So that a sweep never holds the lock for long. */
const AT_ONCE = 500;

/** Deletes documents whose date is before the limit; several processes may do it at once. */
export async function sweep(
  connection: Connection,
  table: Table,
  field: string,
  limit: Date,
): Promise<number> {
  const expired = `select _id from "${table.name}" where ${columnOf(table, field)} < ? limit ${AT_ONCE}`;
  const sql = `delete from "${table.name}" where _id in (${expired})`;
  for (let gone = 0; ; ) {
    const changed = await connection.write(() => connection.run(sql, [limit.toISOString()]));
    gone += changed;
    if (changed < AT_ONCE) return gone;
  }
}
