/** Reads many records in one round trip, and decodes them without the driver. */
import { BSON, type Document, type Collection as DriverCollection, type FindOptions } from 'mongodb';
import { yieldToEventLoop } from '../../scheduling/event-loop.js';

/** The server ends a search that takes longer, with an error (503): less than the driver's wait for an answer. */
const LONGEST_SEARCH_MS = 4000;

/** See `Store`, which has the types. */
export async function readMany(collection: object, filter: object, options: object): Promise<never[]> {
  // The collections of this store are the driver's, and take the same options.
  const driver = collection as DriverCollection<Document>;
  const { limit, signal, ...others }: FindOptions & { signal?: AbortSignal } = options;
  signal?.throwIfAborted();
  const most = 'terms' in filter ? { maxTimeMS: LONGEST_SEARCH_MS } : {};
  // By default the first answer of the server has 101 records, and the rest needs another round trip.
  const sizes = limit === undefined ? {} : { limit, batchSize: limit };
  // Without the signal: the driver would close the connection of a query that is aborted.
  // With `raw` the driver returns bytes, which its types do not say.
  const found: unknown[] = await driver
    .find(limitPlans(filter), { ...others, ...sizes, ...most, raw: true })
    .toArray();
  await yieldToEventLoop();
  signal?.throwIfAborted();
  const names: string[] = [];
  return found.map((bytes) => decodeRecord(bytes as Buffer, names)) as never[];
}

/** The server tries an index scan for each term to find the rarest, each to its end when no record matches. */
const MOST_TRIED = 4;

/** @returns the same filter, in which at most `MOST_TRIED` whole terms of an `$all` can be looked up: the longest */
function limitPlans(filter: object): object {
  const { $all = [] }: { $all?: readonly unknown[] } = Reflect.get(filter, 'terms') ?? {};
  const whole = $all.filter((term) => typeof term === 'string');
  if (whole.length <= MOST_TRIED) return filter;
  const longestFirst = whole.toSorted((one, other) => other.length - one.length);
  const beginnings = $all.filter((term) => typeof term !== 'string');
  const others = { $literal: longestFirst.slice(MOST_TRIED) };
  return {
    ...filter,
    terms: { $all: [...longestFirst.slice(0, MOST_TRIED), ...beginnings] },
    $expr: { $setIsSubset: [others, { $ifNull: ['$terms', []] }] },
  };
}

/** BSON's types of flat records (bsonspec.org); everything else is left to the driver. */
const [TEXT, BOOLEAN, DATE, NULL, INT32] = [0x02, 0x08, 0x09, 0x0a, 0x10];

/**
 * With the driver's own decoder, which knows all types, slices of 100 lose 19 % of their rate.
 *
 * @param bytes a BSON document of the server, which is well-formed
 * @param names of the fields of the record before this one, which are nearly always the same; kept for the next one.
 *   Making them again would take as long as all the rest
 */
function decodeRecord(bytes: Buffer, names: string[]): object {
  const record: Record<string, unknown> = {};
  // The length comes first, a zero last.
  const end = bytes.length - 1;
  for (let at = 4, place = 0; at < end; place += 1) {
    const type = bytes[at];
    const name = nameAt(bytes, at + 1, names[place]);
    names[place] = name;
    at += name.length + 2;
    if (type === TEXT) {
      const length = bytes.readInt32LE(at);
      record[name] = bytes.toString('utf8', at + 4, at + 3 + length);
      at += 4 + length;
    } else if (type === INT32) {
      record[name] = bytes.readInt32LE(at);
      at += 4;
    } else if (type === BOOLEAN) {
      record[name] = bytes[at] === 1;
      at += 1;
    } else if (type === DATE) {
      record[name] = new Date(Number(bytes.readBigInt64LE(at)));
      at += 8;
    } else if (type === NULL) record[name] = null;
    else return BSON.deserialize(bytes);
  }
  return record;
}

/** @param expected returned when it is the name. Names are ASCII and end with a zero */
function nameAt(bytes: Buffer, start: number, expected: string | undefined): string {
  if (expected !== undefined && isAt(bytes, start, expected)) return expected;
  return bytes.toString('latin1', start, bytes.indexOf(0, start));
}

function isAt(bytes: Buffer, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i += 1) if (bytes[start + i] !== name.charCodeAt(i)) return false;
  return bytes[start + name.length] === 0;
}
