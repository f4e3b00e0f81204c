/**
 * The index of terms: an FTS5 table whose tokens are the terms of a record and whose rowid is its id. It keeps no texts
 * (sqlite.org/fts5.html, 4.4.3), and answers in the order of ids.
 */
import { isRecord } from '../../is-record.js';
import { type Sql, type Table, termsTableOf, Unsupported } from './table.js';

/** Reads the first column of the first row. */
type Read = (sql: Sql) => Promise<unknown>;

/** A query of FTS5. */
interface Match {
  readonly query: string;
  /** FTS5 collects all records of a beginning before it answers: 30 ms for each 100,000 of them. */
  readonly isCollected: boolean;
}

/** Characters of the beginnings of terms that the index holds. Three more lengths would double its size and its cost. */
const PREFIX = 3;
/** Terms that a query names in place of their beginning: 0.07 ms each. */
const MOST_NAMED = 200;

/** What the index holds, in the order of terms (sqlite.org/fts5.html, 5). It takes no room. */
const heldTableOf = (table: Table): string => `${termsTableOf(table)}_held`;

/**
 * `tokenchars` has what FTS5 would cut a term at. Pages of 1000 bytes keep the longest merge short: FTS5 merges as it
 * writes. The statements may run again, and then write nothing: a service starts on a full disk.
 */
export function createTermsIndex(table: Table): string {
  const name = termsTableOf(table);
  const options = `detail=none, prefix='${PREFIX}', tokenize="ascii tokenchars ':_-'"`;
  return `create virtual table if not exists "${name}" using fts5(terms, content='', contentless_delete=1, ${options});
    insert into "${name}"("${name}", rank) select 'pgsz', 1000
      where not exists (select 1 from "${name}_config" where k = 'pgsz');
    create virtual table if not exists "${heldTableOf(table)}" using fts5vocab("${name}", instance)`;
}

export const dropTermsIndex = (table: Table): string =>
  `drop table if exists "${heldTableOf(table)}"; drop table if exists "${termsTableOf(table)}";`;

/**
 * @param condition `$all`, with terms and beginnings (`/^begin/`)
 * @returns undefined when nothing can match
 */
export async function matchOf(table: Table, condition: unknown, read: Read): Promise<Match | undefined> {
  const all = isRecord(condition) ? condition.$all : undefined;
  if (!Array.isArray(all))
    throw new Unsupported('Terms are asked by $all, with a list of terms and beginnings.');
  const phrases: string[] = [];
  let isCollected = false;
  for (const term of all) {
    const begin = term instanceof RegExp && term.source.startsWith('^') ? term.source.slice(1) : undefined;
    if (begin === undefined) phrases.push(quoted(String(term)));
    else if ([...begin].length === PREFIX) phrases.push(`${quoted(begin)} *`);
    else {
      const named = await nameTerms(table, begin, read);
      isCollected ||= named === undefined;
      phrases.push(named ?? `${quoted(begin)} *`);
    }
  }
  return phrases.length === 0 ? undefined : { query: phrases.join(' AND '), isCollected };
}

/**
 * Names the terms of a beginning that the index does not hold.
 *
 * @returns undefined when there is no such term, and when there are more than are named
 */
async function nameTerms(table: Table, begin: string, read: Read): Promise<string | undefined> {
  const held = heldTableOf(table);
  // `char(1)` stands before every character of a term, so each step leads to the next term.
  const text = `with recursive named(term) as (
       select (select term from "${held}" where term >= ?1 limit 1)
       union all
       select (select term from "${held}" where term >= named.term || char(1) limit 1) from named
       where substr(named.term, 1, length(?1)) = ?1 limit ${MOST_NAMED + 2})
     select iif(count(*) > ${MOST_NAMED}, null, group_concat('"' || term || '"', ' OR '))
     from named where substr(term, 1, length(?1)) = ?1`;
  const named = await read({ text, values: [begin] });
  return named === null ? undefined : `(${named})`;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
