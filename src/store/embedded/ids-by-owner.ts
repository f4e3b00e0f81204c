/** The ids of users' snippets: of most users at once, of one with very many step by step, in a thread. */
import { IDS_AT_ONCE } from '../store.js';
import type { Reader } from './reader.js';

/** Ids of one user that are read at once: in 0.1 ms. */
const FEW = 1000;
/** All of the owner's own, and of others those that are not private (`visibility.ts`). The index has both fields. */
const OWNER = `from snippets where (doc ->> '$.ownerId') = ? and (? or (doc ->> '$.private') is not 1)`;
/** null: there are more. */
const SHORT = `select iif(count(*) > ${FEW}, null, json_array(count(*), coalesce(group_concat(_id), '')))
  from (select _id ${OWNER} order by _id limit ${FEW + 1})`;
const ENDS = `select json_array(min(_id), max(_id)) ${OWNER}`;
const STEP = `select count(*), group_concat(_id)
  from (select _id ${OWNER} and _id between ? and ? order by _id limit ?)`;

/** See `Store`. */
export async function readIdsByOwner(
  reader: Reader,
  owners: readonly number[],
  viewer: number | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const byOwner = new Map<number, string>();
  let total = 0;
  for (const owner of owners) {
    const short = reader.read({ text: SHORT, values: [owner, Number(owner === viewer)] });
    if (short === null && byOwner.size > 0) break;
    const [count, ids]: [number, string] =
      short === null
        ? [IDS_AT_ONCE, await readMany(reader, owner, viewer, signal)]
        : JSON.parse(String(short));
    byOwner.set(owner, ids);
    total += count;
    if (total >= IDS_AT_ONCE) break;
  }
  return byOwner;
}

async function readMany(
  reader: Reader,
  owner: number,
  viewer: number | null,
  signal: AbortSignal,
): Promise<string> {
  const values = [owner, Number(owner === viewer)];
  const ids = JSON.parse(String(reader.read({ text: ENDS, values })));
  const steps = { ids, order: 1, limit: Number.MAX_SAFE_INTEGER } as const;
  return String(await reader.readLong({ sql: { text: STEP, values }, steps }, signal));
}
