/** Deletes expired records, as MongoDB's TTL monitor does. */
import type { Connection } from './connection.js';
import { columnOf, type Table } from './table.js';

/** Limits how long a sweep holds the lock. */
const AT_ONCE = 500;

/** Deletes records whose date is before the limit. Several processes may do this at once. */
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
