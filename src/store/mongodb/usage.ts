/** Keeps the usage of owners beside the writes of their snippets. */
import type { Collection, Db } from 'mongodb';
import type { RecordWith } from '../definition.js';
import type { definitions } from '../definitions.js';

type UsageRecord = RecordWith<(typeof definitions.usage)['fields']>;

/** What a record counts. */
export interface Counted {
  readonly ownerId?: number | null;
  readonly bytes?: number;
}

const PROJECTION = { ownerId: 1, bytes: 1 } as const;
/** Users of one write. */
const MOST = 1000;

export class UsageKeeper {
  readonly #usage: Collection<UsageRecord>;
  readonly #snippets: Collection<Counted & { _id: number }>;

  /** @param onFailure what is stored stays: the count is wrong until it is made anew */
  constructor(
    db: Db,
    private readonly onFailure: (details: object) => void,
  ) {
    this.#usage = db.collection('usage');
    this.#snippets = db.collection('snippets');
  }

  /** For `usage.ts`. Read batch by batch: each answer has a time limit. */
  async count(): Promise<void> {
    const byOwner = new Map<number, UsageRecord>();
    for await (const { ownerId, bytes = 0 } of this.#snippets.find({}, { projection: PROJECTION })) {
      if (typeof ownerId !== 'number') continue;
      const usage = byOwner.get(ownerId) ?? { _id: ownerId, snippets: 0, bytes: 0 };
      usage.snippets += 1;
      usage.bytes += bytes;
      byOwner.set(ownerId, usage);
    }
    const all = [...byOwner.values()];
    for (let at = 0; at < all.length; at += MOST) await this.#usage.insertMany(all.slice(at, at + MOST));
  }

  /** @param by 1: the records were stored; -1: they are gone, or were replaced */
  async change(records: readonly Counted[], by: 1 | -1): Promise<void> {
    const operations = records
      .filter(({ ownerId }) => typeof ownerId === 'number')
      .map(({ ownerId, bytes = 0 }) => ({
        updateOne: {
          filter: { _id: Number(ownerId) },
          update: { $inc: { snippets: by, bytes: by * bytes } },
          upsert: true,
        },
      }));
    if (operations.length > 0)
      await this.#usage.bulkWrite(operations, { ordered: false }).catch((err) => this.onFailure({ err }));
  }
}
