/** Searches a store for records that cannot be read, for references to missing ones, and for counts that are wrong. */
import { byId } from './by-id.js';
import { isDamage } from './damage.js';
import type { UsageRecord } from './records.js';
import type { Problem, Store } from './store.js';
import { type AnyCollection, type AnyRecord, type Stored, storedIn } from './transfer/any-collection.js';
import { readAround } from './transfer/read-around-damage.js';
import { countUsage, type Usage } from './usage.js';

/** The user that a record belongs to. */
const OWNER_OF: Readonly<Record<string, string>> = { snippets: 'ownerId', tokens: 'userId' };
/** Their ids come from a counter. */
const NUMBERED = ['snippets', 'users', 'tokens'];

/** Reads every record once, except what damage hides. */
export async function* findProblems(store: Store): AsyncGenerator<Problem> {
  const isUser = makeUserCheck(store);
  for (const stored of storedIn(store))
    yield* untilDamage(stored.name, findRecordProblems(store, stored, isUser));
  yield* untilDamage('usage', findUsageProblems(store));
}

async function* findRecordProblems(
  store: Store,
  stored: Stored,
  isUser: (id: number) => Promise<boolean>,
): AsyncGenerator<Problem> {
  const { name, collection } = stored;
  const owner = OWNER_OF[name];
  let last: number | string = 0;
  for await (const { records, damaged, end } of readAround(store, stored)) {
    // The id is empty where not even the first record can be read.
    for (const { id, reason } of damaged)
      yield { collection: name, id: id === '' ? undefined : id, problem: reason };
    for (const record of owner === undefined ? [] : records) {
      const user = record[owner ?? ''];
      if (typeof user === 'number' && !(await isUser(user)) && (await isStored(collection, record)))
        yield {
          collection: name,
          id: record._id,
          problem: `it belongs to the user ${user}, who does not exist`,
        };
    }
    last = end ?? last;
  }
  if (NUMBERED.includes(name)) yield* findCounterProblem(store, name, Number(last));
}

/** A user who was deleted meanwhile has taken their records along. */
async function isStored(collection: AnyCollection, { _id }: AnyRecord): Promise<boolean> {
  return (await collection.findOne({ _id }, { projection: { _id: 1 } })) !== null;
}

function makeUserCheck({ users }: Store): (id: number) => Promise<boolean> {
  const known = new Map<number, boolean>();
  return async (_id) => {
    const isKnown = known.get(_id) ?? (await exists(_id));
    known.set(_id, isKnown);
    return isKnown;
  };

  async function exists(_id: number): Promise<boolean> {
    try {
      return (await users.findOne({ _id }, { projection: { _id: 1 } })) !== null;
    } catch (error) {
      // That the user is damaged is a problem of its own.
      if (isDamage(error)) return true;
      throw error;
    }
  }
}

/** A counter that is behind its collection would give out an id twice. */
async function* findCounterProblem(store: Store, name: string, last: number): AsyncGenerator<Problem> {
  const counter = (await store.counters.findOne({ _id: name }))?.value ?? 0;
  if (last > counter)
    yield { collection: 'counters', id: name, problem: `it is at ${counter}, but the id ${last} is taken` };
}

/** Damage that hides the records after it is a problem, too. */
async function* untilDamage(collection: string, problems: AsyncGenerator<Problem>): AsyncGenerator<Problem> {
  try {
    yield* problems;
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield { collection, id: undefined, problem: `the check cannot go on here: ${error.message}` };
  }
}

/** With a counter that is too high, a quota refuses what it allows. Requests under way may cause a false report. */
async function* findUsageProblems(store: Store): AsyncGenerator<Problem> {
  const counters = byId((after, limit) =>
    store.usage.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray(),
  );
  for await (const { _id, snippets, bytes } of counters) {
    const real = await countUsage(store, _id);
    if (real.snippets === snippets && real.bytes === bytes) continue;
    const problem = `it says ${snippets} snippets of ${bytes} bytes, but there are ${real.snippets} of ${real.bytes}`;
    yield {
      collection: 'usage',
      id: _id,
      problem,
      repair: () => repairUsage(store, { _id, snippets, bytes }, real),
    };
  }
}

/** Changes nothing when a request has changed the counter since it was read. */
async function repairUsage(
  { usage }: Store,
  { _id, snippets, bytes }: UsageRecord,
  real: Usage,
): Promise<boolean> {
  return (await usage.updateOne({ _id, snippets, bytes }, { $set: real })).matchedCount === 1;
}
