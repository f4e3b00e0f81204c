/**
 * The index of terms: an FTS5 table whose tokens are the terms of a record and whose rowid is its id. It keeps no texts
 * (sqlite.org/fts5.html, 4.4.3), and answers in the order of ids.
 */
import type { Connection } from './connection.js';
import type { Value } from './sqlite-file.js';
import type { Table } from './table.js';
import { Unsupported } from './unsupported.js';

/** What a term consists of. FTS5 would cut it at every other character. */
const TERM = /^[a-z0-9:_\-\u0080-\u{10ffff}]+$/u;
const BEGINNING = /^\^([a-z0-9:_\-\u0080-\u{10ffff}]+)$/u;

/** Characters of the beginnings that the index holds, beside whole terms: those that queries look up most. */
export const PREFIXES = [3, 4, 5, 6];

export const termsTableOf = ({ name }: Pick<Table, 'name'>): string => `${name}_terms`;

/**
 * `prefix` holds beginnings of words, which queries find. For a longer beginning FTS5 collects all records that have it
 * before it answers: 14 ms for each 100,000 of them. A length more takes 8 MB for 100,000 records. Pages of 1000 bytes
 * keep the longest merge short: FTS5 merges as it writes. It refuses bound numbers for its options.
 */
export function createTermsIndex(table: Table): [string, string] {
  const name = termsTableOf(table);
  const options = `content='', contentless_delete=1, detail=none, prefix='${PREFIXES.join(' ')}', tokenize="ascii tokenchars ':_-'"`;
  return [
    `CREATE VIRTUAL TABLE "${name}" using fts5(terms, ${options})`,
    `insert into "${name}"("${name}", rank) values ('pgsz', 1000)`,
  ];
}

/** Inside a write. */
export function emptyTermsIndex(connection: Connection, table: Table): void {
  const name = termsTableOf(table);
  connection.run(`insert into "${name}"("${name}") values ('delete-all')`);
}

/** Inside a write. @param terms undefined: the record is gone, or has none */
export function changeTerms(
  connection: Connection,
  table: Table,
  id: Value,
  terms: unknown,
  isNew: boolean,
): void {
  const name = termsTableOf(table);
  // An insert over a rowid would keep the terms of before.
  if (!isNew) connection.run(`delete from "${name}" where rowid = ?`, [id]);
  if (terms === undefined) return;
  if (!Array.isArray(terms) || !terms.every((term) => typeof term === 'string' && TERM.test(term)))
    throw new Unsupported(
      `"${table.name}.${table.terms}" is a list of terms: letters, digits, ":", "_" and "-".`,
    );
  if (terms.length > 0)
    connection.run(`insert into "${name}" (rowid, terms) values (?, ?)`, [id, [...new Set(terms)].join(' ')]);
}

/** @returns the query of FTS5 for `$all`; undefined when nothing can match */
export function matchOf(table: Table, condition: unknown): string | undefined {
  const all =
    typeof condition === 'object' && condition !== null && '$all' in condition ? condition.$all : undefined;
  if (!Array.isArray(all))
    throw new Unsupported(`"${table.terms}" is asked by $all, with a list of terms and beginnings.`);
  return all.length === 0 ? undefined : all.map(phraseOf).join(' AND ');
}

function phraseOf(term: unknown): string {
  if (typeof term === 'string' && TERM.test(term)) return `"${term}"`;
  const begin = term instanceof RegExp && term.flags === '' ? BEGINNING.exec(term.source)?.[1] : undefined;
  if (begin !== undefined) return `"${begin}" *`;
  throw new Unsupported(`${String(term)} is neither a term nor the beginning of one (/^begin/).`);
}
