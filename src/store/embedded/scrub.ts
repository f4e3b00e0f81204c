/** Reads all records, slowly and again and again, so that damage is noticed before a request meets it. */
import type { Identified } from '../collection.js';
import type { EmbeddedCollection } from './collection.js';
import type { Connection } from './connection.js';

const EVERY_MS = 1000;
/** A pass over 1,000,000 records takes 14 hours, and some thousandths of a processor. */
const RECORDS = 20;

/** @returns ends it. The connection remembers the damage; then there is nothing more to look for. */
export function beginScrubbing(
  connection: Connection,
  collections: readonly EmbeddedCollection<Identified, never>[],
): () => void {
  const readMore = makeReader(collections);
  let isReading = false;
  const timer = setInterval(async () => {
    if (isReading || connection.isDamaged) return;
    isReading = true;
    // What is no damage, for instance a lock of another process, passes: the batch is read again.
    await readMore().catch(() => undefined);
    isReading = false;
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** @returns reads the next batch; after the last record of all it begins again */
function makeReader(collections: readonly EmbeddedCollection<Identified, never>[]): () => Promise<void> {
  let [place, after]: [number, Identified['_id'] | undefined] = [0, undefined];
  return async () => {
    for (let [left, ends] = [RECORDS, 0]; left > 0 && ends <= collections.length; ) {
      const collection = collections[place % collections.length];
      if (!collection) return;
      const read = await collection.readNext(after, left);
      left -= read.length;
      after = read.at(-1)?._id;
      if (left === 0) return;
      [place, after, ends] = [place + 1, undefined, ends + 1];
    }
  };
}
