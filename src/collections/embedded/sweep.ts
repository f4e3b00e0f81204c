/** What MongoDB's TTL monitor does: once a minute, documents whose time is over go. */
import type { Connection } from './connection.js';
import { columnOf, type Table } from './table.js';

/** So that one sweep never holds the lock for long. */
const AT_ONCE = 500;

/** Deletes what expired before `now`; several processes may do it at once. Answers how many went. */
export async function sweep(
  connection: Connection,
  tables: readonly Table[],
  now = Date.now(),
): Promise<number> {
  let gone = 0;
  for (const table of tables) {
    for (const { key, expireAfterSeconds } of table.indexes) {
      const [field] = Object.keys(key);
      if (expireAfterSeconds === undefined || field === undefined) continue;
      const column = columnOf(table, field);
      const expired = `select _id from "${table.name}" where ${column} < ? limit ${AT_ONCE}`;
      const limit = new Date(now - expireAfterSeconds * 1000).toISOString();
      for (let more = true; more; ) {
        const changed = await connection.write(() =>
          connection.run(`delete from "${table.name}" where _id in (${expired})`, [limit]),
        );
        gone += changed;
        more = changed === AT_ONCE;
      }
    }
  }
  return gone;
}
