// Multiplies the first user and the first snippet of a service on the embedded store, which does not run meanwhile.
import { join } from 'node:path';
import Database from 'libsql';
import { userNames, variation } from '../contents.mjs';
import { varyValue } from './vary.mjs';

const BATCH = 10_000;

/**
 * @param {string} folder DATA_DIR
 * @param {number} count of snippets afterwards
 */
export function loadEmbedded(folder, count) {
  const database = new Database(join(folder, 'snippet-store.sqlite'));
  try {
    // The store is made once and thrown away.
    database.pragma('synchronous = OFF');
    const users = userNames(count).map((owner, i) => ({ ...variation(i + 1), owner }));
    multiply(database, 'users', users);
    multiply(database, 'snippets', variations(count));
    const counter = database.prepare(`update counters set doc = json_set(doc, '$.value', ?) where _id = ?`);
    counter.run(users.length, 'users');
    counter.run(count, 'snippets');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function* variations(count) {
  for (let id = 1; id <= count; id += 1) yield variation(id);
}

function multiply(database, table, variations) {
  const from = variation(1);
  const template = database.prepare(`select * from "${table}" where _id = 1`).get();
  delete template._metadata;
  const names = Object.keys(template);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const insert = database.prepare(
    `insert into "${table}" (${columns}) values (${names.map(() => '?').join(', ')})`,
  );
  database.exec('begin');
  // With the date that it would have as one of the many.
  database.exec(`delete from "${table}" where _id = 1`);
  for (const to of variations) {
    insert.run(names.map((name) => (name === '_id' ? to.id : varyValue(template[name], from, to))));
    if (to.id % BATCH === 0) database.exec('commit; begin');
  }
  database.exec('commit');
}
