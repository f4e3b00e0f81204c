/** A thread that reads what may take long, step by step: between the steps it begins others, and ends what is given up. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { Connection, now } from './connection.js';
import { BUSY_TIMEOUT_MS, type LongRead, type Steps } from './reader.js';
import type { Sql } from './table.js';
import { serveThread } from './thread.js';

/** Ids of the first step. A search that meets no record looks at 20 million a second. */
const FIRST_STEP = 100_000;
/** After a shorter step the next one is twice as long. */
const SHORT_MS = 10;
const CACHE_KIB = 8_000;

let connection: Connection | undefined;

function open(): Connection {
  const opened = new Connection(workerData.path, { timeout: BUSY_TIMEOUT_MS });
  opened.exec(`pragma query_only = on; pragma cache_size = -${CACHE_KIB}`);
  return opened;
}

serveThread(
  ({ sql, steps }: LongRead, signal) => {
    connection ??= open();
    return steps ? walk(connection, sql, steps, signal) : connection.first(sql.text, sql.values);
  },
  () => connection?.close(),
);

/** @returns the texts of all steps, separated by commas */
async function walk(
  opened: Connection,
  { text, values }: Sql,
  { ids: [low, high], order, limit, isOne }: Steps,
  signal: AbortSignal,
): Promise<string> {
  const found: unknown[] = [];
  let [from, to, left] = [low, high, limit];
  for (let size = isOne ? high - low + 1 : FIRST_STEP; from <= to && left > 0; ) {
    const first = order === 1 ? from : Math.max(from, to - size + 1);
    const last = order === 1 ? Math.min(to, from + size - 1) : to;
    const began = now();
    const [[count, lines] = []] = opened.rows(text, [...values, first, last, left]);
    if (Number(count) > 0) found.push(lines);
    left -= Number(count);
    if (order === 1) from = last + 1;
    else to = first - 1;
    if (now() - began < SHORT_MS) size *= 2;
    await nextTurn();
    signal.throwIfAborted();
  }
  return found.join(',');
}
