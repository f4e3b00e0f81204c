/** Compares the index of terms with the records, and builds it anew. */
import { crc32 } from 'node:zlib';
import Database from 'libsql';
import { isDamage } from '../damage.js';
import type { SnippetRecord } from '../records.js';
import type { Problem } from '../store.js';
import { termsOf } from '../terms.js';
import type { Connection } from './connection.js';
import { decodeRow, selectRow } from './decode-record.js';
import type { Row, Value } from './sqlite-file.js';
import type { Table } from './table.js';
import { changeTerms, emptyTermsIndex, heldTableOf, PREFIXES, termsTableOf } from './terms-index.js';

/** What terms are made from. */
const OWN = ['code'];
const BATCH = 100;
/** A problem names so many records. */
const NAMED = 10;

type Select = (sql: string, values: readonly Value[]) => Row[];

/** Records and index are read as they were at one moment, so that writes in the meantime are no problem. */
export async function* findTermProblems(
  path: string,
  connection: Connection,
  table: Table,
): AsyncGenerator<Problem> {
  const wrong = findDifference(path, table);
  if (wrong === undefined) return;
  yield {
    collection: table.name,
    id: undefined,
    problem: `${wrong}: searches and narrowed lists miss records. To build the index anew: snippet-store upgrade`,
    async repair() {
      await connection.write(() => buildTerms(connection, table));
      return true;
    },
  };
}

/** @returns what is wrong with the index; undefined when it holds the terms of all records, and nothing else */
function findDifference(path: string, table: Table): string | undefined {
  const database = new Database(path, { readonly: true });
  try {
    // libsql types a row as unknown; in raw mode it is the array of its columns.
    const select: Select = (sql, values) => database.prepare(sql).raw().all(values) as Row[];
    database.exec('begin');
    const expected = new Sums();
    const unreadable = new Set<number>();
    for (const [id, terms] of recordsOf(table, select)) {
      if (terms === undefined) unreadable.add(id);
      else expected.addRecord(id, terms);
    }
    const wrong = tryIndex(() => sumsOfIndex(table, database));
    if (typeof wrong === 'string') return wrong;
    const ids = wrong.differencesTo(expected).filter((id) => !unreadable.has(id));
    if (ids.length === 0) return undefined;
    const named = ids.sort((one, other) => one - other).slice(0, NAMED);
    const more = ids.length > NAMED ? ` and of ${ids.length - NAMED} more` : '';
    return `the index has other terms than the records ${named.join(', ')}${more}`;
  } finally {
    database.close();
  }
}

/** @returns what is wrong when FTS5 cannot read the index */
function tryIndex(read: () => Sums): Sums | string {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return `the index of terms is damaged (${error.message})`;
  }
}

/** Of each record one number for its terms and their beginnings: enough to tell two lists of terms apart. */
class Sums {
  readonly #sums = new Map<number, number>();

  addRecord(id: number, terms: readonly string[]): void {
    const distinct = new Set(terms);
    for (const term of [...distinct, ...new Set([...distinct].flatMap(beginningsOf))]) this.add(term, [id]);
  }

  add(text: string, ids: readonly number[]): void {
    for (const id of ids) this.#sums.set(id, (this.#sums.get(id) ?? 0) + crc32(text));
  }

  differencesTo(other: Sums): number[] {
    const ids = new Set([...this.#sums.keys(), ...other.#sums.keys()]);
    return [...ids].filter((id) => this.#sums.get(id) !== other.#sums.get(id));
  }
}

/** The beginnings of a term that the index holds, as queries ask for them. */
function beginningsOf(term: string): string[] {
  const characters = [...term];
  return PREFIXES.filter((length) => characters.length >= length).map(
    (length) => `"${characters.slice(0, length).join('')}" *`,
  );
}

/** FTS5 keeps beginnings in indexes of their own, which only queries read. */
function sumsOfIndex(table: Table, database: Database.Database): Sums {
  const index = termsTableOf(table);
  const found = new Sums();
  // In the order of terms, so that equal beginnings come one after the other.
  const sql = `select term, group_concat(doc) from "${heldTableOf(table)}" group by term`;
  const held = database.prepare(sql).raw();
  const ask = database
    .prepare(`select group_concat(rowid) from (select rowid from "${index}" where "${index}" match ?)`)
    .raw();
  const last: string[] = [];
  // In raw mode rows are arrays of the columns above.
  for (const [term, ids] of held.iterate([]) as Iterable<[string, string]>) {
    found.add(term, idsIn(ids));
    for (const [i, beginning] of beginningsOf(term).entries()) {
      if (last[i] === beginning) continue;
      last[i] = beginning;
      const [[asked] = [null]] = ask.all([beginning]) as [string | null][];
      found.add(beginning, idsIn(asked ?? ''));
    }
  }
  return found;
}

const idsIn = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number));

/** Inside a write: nobody sees an index that is half built. */
function buildTerms(connection: Connection, table: Table): void {
  emptyTermsIndex(connection, table);
  for (const [id, terms] of recordsOf(table, (sql, values) => connection.rows(sql, values)))
    changeTerms(connection, table, id, terms, true);
}

/** All records with their terms; undefined for a record that is damaged. */
function* recordsOf(
  table: Table,
  select: Select,
): Generator<[id: number, terms: readonly string[] | undefined]> {
  const sql = `select _id, ${selectRow(OWN)} from "${table.name}" where _id > ? order by _id limit ${BATCH}`;
  for (let after: Value = 0; ; ) {
    const rows = select(sql, [after]);
    for (const [id, ...row] of rows) {
      after = Number(id);
      yield [after, termsIn(table, row)];
    }
    if (rows.length < BATCH) return;
  }
}

function termsIn(table: Table, row: Row): readonly string[] | undefined {
  try {
    return termsOf(decodeRow<SnippetRecord>(table, row, OWN));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
}
