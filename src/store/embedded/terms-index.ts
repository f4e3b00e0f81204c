/**
 * The index of terms: an FTS5 table whose tokens are the terms of a record and whose rowid is its id. It keeps no texts
 * (sqlite.org/fts5.html, 4.4.3), and answers in the order of ids.
 */
import type { Connection } from './connection.js';
import type { Value } from './sqlite-file.js';
import { type Table, Unsupported } from './table.js';

/** What a term consists of. FTS5 would cut it at every other character. */
const TERM = /^[a-z0-9:_\-\u0080-\u{10ffff}]+$/u;
const BEGINNING = /^\^([a-z0-9:_\-\u0080-\u{10ffff}]+)$/u;

/** Characters of the beginnings that the index holds, beside whole terms. Each length takes 6 MB for 100,000 records. */
export const PREFIXES = [3, 4, 5, 6];
/** Terms that a query names in place of all its beginnings of another length: 0.07 ms each, in one turn. */
const MOST_NAMED = 200;

export const termsTableOf = ({ name }: Pick<Table, 'name'>): string => `${name}_terms`;
/** What the index holds, in the order of terms (sqlite.org/fts5.html, 5). It takes no room. */
export const heldTableOf = (table: Pick<Table, 'name'>): string => `${termsTableOf(table)}_held`;

/**
 * `prefix` holds beginnings of words, which queries find. Pages of 1000 bytes keep the longest merge short: FTS5 merges
 * as it writes. It refuses bound numbers for its options.
 */
export function createTermsIndex(table: Table): [string, string] {
  const name = termsTableOf(table);
  const options = `content='', contentless_delete=1, detail=none, prefix='${PREFIXES.join(' ')}', tokenize="ascii tokenchars ':_-'"`;
  return [
    `CREATE VIRTUAL TABLE "${name}" using fts5(terms, ${options})`,
    `insert into "${name}"("${name}", rank) values ('pgsz', 1000)`,
  ];
}

export function createHeldTable(table: Table): string {
  return `CREATE VIRTUAL TABLE "${heldTableOf(table)}" using fts5vocab("${termsTableOf(table)}", instance)`;
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

/**
 * Names the terms of a beginning that the index does not hold. FTS5 would collect all records that have it before it
 * answers: 14 ms for each 100,000 of them. It does so where more terms begin so than are named.
 *
 * @param condition `$all`
 * @returns the same condition, with lists of terms in place of such beginnings
 */
export async function nameTerms(connection: Connection, table: Table, condition: unknown): Promise<unknown> {
  const all = listOf(table, condition);
  // Each beginning has the same share, so that a frequent one takes nothing from the others.
  const most = Math.floor(MOST_NAMED / all.filter((term) => unheldBeginningOf(term) !== undefined).length);
  const named = all.map(async (term) => {
    const begin = unheldBeginningOf(term);
    return begin === undefined ? term : ((await termsFrom(connection, table, begin, most)) ?? term);
  });
  return { $all: await Promise.all(named) };
}

/** @returns undefined for a whole term, and for a beginning that the index holds */
function unheldBeginningOf(term: unknown): string | undefined {
  const begin = beginningOf(term);
  return begin === undefined || PREFIXES.includes([...begin].length) ? undefined : begin;
}

/** @returns undefined when they are more than `most` */
async function termsFrom(
  connection: Connection,
  table: Table,
  begin: string,
  most: number,
): Promise<string[] | undefined> {
  const next = `select cast(term as blob) from "${heldTableOf(table)}" where term >= ? limit 1`;
  const terms: string[] = [];
  for (let from = begin; terms.length <= most; ) {
    const term = String((await connection.read(next, [from]))[0]?.[0] ?? '');
    if (!term.startsWith(begin)) return terms;
    terms.push(term);
    // Before every longer term: no term has this character.
    from = `${term}\u0001`;
  }
  return undefined;
}

/** @returns the query of FTS5 for `$all`; undefined when nothing can match */
export function matchOf(table: Table, condition: unknown): string | undefined {
  const all = listOf(table, condition);
  const isNothing = all.length === 0 || all.some((term) => Array.isArray(term) && term.length === 0);
  return isNothing ? undefined : all.map(phraseOf).join(' AND ');
}

function listOf(table: Table, condition: unknown): readonly unknown[] {
  const all =
    typeof condition === 'object' && condition !== null && '$all' in condition ? condition.$all : undefined;
  if (Array.isArray(all)) return all;
  throw new Unsupported(`"${table.terms}" is asked by $all, with a list of terms and beginnings.`);
}

function phraseOf(term: unknown): string {
  if (Array.isArray(term)) return `(${term.map(phraseOf).join(' OR ')})`;
  if (typeof term === 'string' && TERM.test(term)) return `"${term}"`;
  const begin = beginningOf(term);
  if (begin !== undefined) return `"${begin}" *`;
  throw new Unsupported(`${String(term)} is neither a term nor the beginning of one (/^begin/).`);
}

const beginningOf = (term: unknown): string | undefined =>
  term instanceof RegExp && term.flags === '' ? BEGINNING.exec(term.source)?.[1] : undefined;
