/**
 * Finds the records whose list contains all of some texts. It goes along the entries of the rarest text and looks the
 * other texts up for each, in pieces, because records can be made so that many entries are looked at and none matches.
 */
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import { StoreUnavailable } from '../store-unavailable.js';
import { type Compiled, conjunction, textsOf } from './compile-filter.js';
import type { Connection } from './connection.js';
import type { Fields } from './encode-record.js';
import { type ListEntries, orderedBy } from './list-entries.js';
import { asBytes } from './reading.js';
import { entriesOf, holdsOthers } from './source.js';
import type { Value } from './sqlite-file.js';
import { columnOf, type Table } from './table.js';
import { Unsupported } from './unsupported.js';

/** Entries of the first piece: enough for most searches. */
const FIRST = 200;
/** Entries and look-ups of one piece: some milliseconds. */
const MOST_LOOKUPS = 10_000;
/** Entries of a text that are counted at most, and of all texts together, to find the rarest one. */
const MOST_COUNTED = 1000;
const MOST_COUNTED_TOGETHER = 20_000;
/** Those who asked have been refused by then, and searches that nobody waits for would delay all others. */
const PATIENCE_MS = 8000;

let lastTurn: Promise<void> = Promise.resolve();

/** Of all pieces only one waits beside other work: many searches make one another slow, and not every list. */
function takeSearchTurn(): Promise<void> {
  lastTurn = lastTurn.then(yieldToEventLoop);
  return lastTurn;
}

/** The list that a filter names. */
export function listIn(table: Table, filter: object): string | undefined {
  return Object.keys(filter).find((field) => table.lists.includes(field));
}

interface Search {
  readonly entries: ListEntries;
  readonly rarest: string;
  readonly others: readonly string[];
  /** On the fields that the entries of one text are ordered by: limits which are looked at. */
  readonly range: Fields;
  /** The conditions on other fields. */
  readonly rest: Fields;
  readonly direction: 'asc' | 'desc';
}

/**
 * @returns queries of one piece each, in the order of the sort; between two of them others have their turn
 * @throws StoreUnavailable when it takes too long
 */
export async function* piecesOf(
  connection: Pick<Connection, 'read'>,
  table: Table,
  list: string,
  { [list]: condition, ...filter }: Fields,
  sort: object = {},
): AsyncGenerator<Compiled> {
  const deadline = performance.now() + PATIENCE_MS;
  async function waitForTurn(): Promise<void> {
    await takeSearchTurn();
    if (performance.now() > deadline)
      throw new StoreUnavailable(`A search took longer than ${PATIENCE_MS} ms.`);
  }

  const entries = entriesOf(table, list);
  const direction = directionOf(entries, sort);
  await waitForTurn();
  const [rarest, ...others] = await byRarity(connection, entries, textsOf(entries, condition));
  if (rarest === undefined) return;
  const search = { entries, rarest, others, direction, ...split(entries, filter) };
  const most = Math.ceil(MOST_LOOKUPS / (1 + others.length));
  let size = Math.min(FIRST, most);
  let behind: Row | undefined;
  for (;;) {
    const { from, piece } = compilePiece(table, search, behind, size);
    yield piece;
    // Asked last, because most searches have found enough by now.
    const key = orderedBy(entries.fields).map((field) => asBytes(`entries.${field}`));
    const last = `select ${key.join(', ')} ${from.text} limit 1 offset ?`;
    [behind] = await connection.read(last, [...from.values, size - 1]);
    if (behind === undefined) return;
    size = Math.min(4 * size, most);
    await waitForTurn();
  }
}

type Row = readonly Value[];

function compilePiece(
  table: Table,
  { entries, rarest, others, range, rest, direction }: Search,
  behind: Row | undefined,
  size: number,
): { from: Compiled; piece: Compiled } {
  const key = orderedBy(entries.fields);
  const values: Value[] = [rarest];
  // With a plus SQLite looks nothing up by it: the position behind which the piece begins is the narrower limit.
  const column = (field: string) => `${behind ? '+' : ''}entries.${field}`;
  const within = conjunction({ table, from: '', column }, range, values);
  const after = behind ? `(${entryKey(key)}) ${direction === 'asc' ? '>' : '<'} (${places(behind)})` : '';
  const conditions = ['entries.entry = ?', within, after].filter(Boolean).join(' and ');
  const order = key.map((field) => `entries.${field} ${direction}`).join(', ');
  const text = `from "${entries.name}" as entries where ${conditions} order by ${order}`;
  const from = { text, values: [...values, ...(behind ?? [])] };

  const further: Value[] = [];
  const known = (field: string) =>
    entries.fields.includes(field) ? `piece.${field}` : columnOf(table, field);
  const matches = [
    conjunction({ table, from: '', column: known }, rest, further),
    ...(others.length > 0 ? [holdsOthers(entries, 'piece')] : []),
  ].filter(Boolean);
  if (others.length > 0) further.push(JSON.stringify(others));
  const looked = `(select ${entries.fields.map((field) => `entries.${field}`).join(', ')} ${text} limit ?)`;
  return {
    from,
    piece: {
      // SQLite keeps the order of a cross join, and so that of the piece.
      text: `from ${looked} as piece cross join "${table.name}" using (_id)${matches.length > 0 ? ` where ${matches.join(' and ')}` : ''}`,
      values: [...from.values, size, ...further],
    },
  };
}

const entryKey = (key: readonly string[]) => key.map((field) => `entries.${field}`).join(', ');
/** Texts were read as bytes. */
const places = (row: Row) =>
  row.map((value) => (Buffer.isBuffer(value) ? 'cast(? as text)' : '?')).join(', ');

/** @returns the texts, those with the fewest entries first; none if one has no entry, because then nothing matches */
async function byRarity(
  connection: Pick<Connection, 'read'>,
  { name }: ListEntries,
  texts: readonly string[],
): Promise<readonly string[]> {
  if (texts.length <= 1) return texts;
  const most = Math.min(MOST_COUNTED, Math.ceil(MOST_COUNTED_TOGETHER / texts.length));
  const count = `select count(*) from (select 1 from "${name}" where entry = value limit ?)`;
  const rows = await connection.read(`select key, (${count}) from json_each(?)`, [
    most,
    JSON.stringify(texts),
  ]);
  const counts = rows.map(([key, entries]) => ({ text: texts[Number(key)] ?? '', entries: Number(entries) }));
  if (counts.some(({ entries }) => entries === 0)) return [];
  return counts.sort((one, other) => one.entries - other.entries).map(({ text }) => text);
}

function directionOf({ list, fields }: ListEntries, sort: object): 'asc' | 'desc' {
  const ways = new Set(Object.values(sort));
  const isInOrder = Object.keys(sort).every((field, place) => field === orderedBy(fields)[place]);
  if (!isInOrder || ways.size > 1) {
    throw new Unsupported(
      `What "${list}" holds is sorted by ${orderedBy(fields).join(', ')}, in one direction.`,
    );
  }
  return ways.has(-1) ? 'desc' : 'asc';
}

/** `$or` limits the piece if it names fields of the key only. */
function split({ fields }: ListEntries, filter: Fields): Pick<Search, 'range' | 'rest'> {
  const key = orderedBy(fields);
  const isOfKey = ([field, condition]: [string, unknown]): boolean =>
    field === '$or' && Array.isArray(condition)
      ? condition.every((branch) => Object.entries(branch).every(isOfKey))
      : key.includes(field);
  const conditions = Object.entries(filter);
  return {
    range: Object.fromEntries(conditions.filter(isOfKey)),
    rest: Object.fromEntries(conditions.filter((condition) => !isOfKey(condition))),
  };
}
