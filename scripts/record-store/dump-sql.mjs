// An SQLite file as SQL that makes it again.
import Database from 'libsql';

/** @param {string} path */
export function dumpSql(path) {
  const database = new Database(path, { readonly: true });
  try {
    const rows = (sql) => database.prepare(sql).raw().all([]);
    const objects = rows(
      "select type, name, sql from sqlite_master where sql is not null order by type = 'table' desc",
    );
    const tables = objects.filter(([type]) => type === 'table').map(([, name]) => name);
    const lines = objects.filter(([type]) => type === 'table').map(([, , sql]) => `${sql};`);
    for (const table of tables) {
      const columns = rows(`select name from pragma_table_info('${table}')`).map(([name]) => `"${name}"`);
      const values = columns.map((column) => `quote(${column})`).join(` || ', ' || `);
      for (const [row] of rows(`select ${values} from "${table}"`)) {
        lines.push(`insert into "${table}" (${columns.join(', ')}) values (${row});`);
      }
    }
    // Triggers last, so that they do not act on what is inserted here.
    return `${[...lines, ...objects.filter(([type]) => type !== 'table').map(([, , sql]) => `${sql};`)].join('\n')}\n`;
  } finally {
    database.close();
  }
}
