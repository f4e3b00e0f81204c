/** Searches a store for records that cannot be read, and for references to records that do not exist. */
import { byId } from './by-id.js';
import { isDamage } from './damage.js';
import type { Collections } from './definitions.js';
import type { UsageRecord } from './records.js';
import type { Store } from './store.js';
import { countUsage, type Usage } from './usage.js';

export interface Problem {
  readonly collection: string;
  /** Undefined for a problem of the whole collection. */
  readonly id: number | string | undefined;
  readonly problem: string;
  /** Exists if the problem can be corrected without a loss. @returns whether it was corrected */
  readonly repair?: () => Promise<boolean>;
}

/** The collections whose ids are integers, as far as a check needs them. */
type Numbered = Pick<Collections, 'snippets' | 'users' | 'tokens'>;

/** Reads every snippet, user and token once, except what damage hides. */
export async function* findProblems(store: Store): AsyncGenerator<Problem> {
  const users = new Set<number>();
  const areUsersKnown = yield* untilDamage('users', findUserProblems(store, users));
  for (const name of ['snippets', 'tokens'] as const)
    yield* untilDamage(name, findOwnedProblems(store, name, areUsersKnown ? users : undefined));
  yield* untilDamage('counters', findCounterProblems(store));
  yield* untilDamage('usage', findUsageProblems(store));
}

/** @returns whether all records could be read. Damage that hides the records after it is a problem, too */
async function* untilDamage(
  collection: string,
  problems: AsyncGenerator<Problem>,
): AsyncGenerator<Problem, boolean> {
  try {
    yield* problems;
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield { collection, id: undefined, problem: `the check cannot go on here: ${error.message}` };
    return false;
  }
}

/** @param users the ids of all users are added to it */
async function* findUserProblems(store: Store, users: Set<number>): AsyncGenerator<Problem> {
  for await (const { _id } of idsOf(store, 'users')) {
    users.add(_id);
    const damage = await damageOf(() => store.users.findOne({ _id }));
    if (damage !== undefined) yield { collection: 'users', id: _id, problem: damage };
  }
}

/** @param users the ids of all users; undefined when they are not known: owners are then not checked */
async function* findOwnedProblems(
  store: Store,
  name: 'snippets' | 'tokens',
  users: ReadonlySet<number> | undefined,
): AsyncGenerator<Problem> {
  for await (const { _id } of idsOf(store, name)) {
    const damage = await damageOf(async () => {
      const owner = await ownerOf(store, name, _id);
      if (owner !== null && users?.has(owner) === false)
        throw new Error(`it belongs to the user ${owner}, who does not exist`);
    });
    if (damage !== undefined) yield { collection: name, id: _id, problem: damage };
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

/** A counter that is behind its collection would give out an id twice. */
async function* findCounterProblems(store: Store): AsyncGenerator<Problem> {
  for (const name of ['snippets', 'users', 'tokens'] as const) {
    const counter = (await store.counters.findOne({ _id: name }))?.value ?? 0;
    let last = 0;
    for await (const { _id } of idsOf(store, name)) last = _id;
    if (last > counter)
      yield { collection: 'counters', id: name, problem: `it is at ${counter}, but the id ${last} is taken` };
  }
}

function idsOf(store: Numbered, name: keyof Numbered): AsyncGenerator<{ _id: number }> {
  const projection = { _id: 1 } as const;
  return byId((after, limit) => {
    const filter = { _id: { $gt: after } };
    const options = { sort: { _id: 1 }, limit, projection } as const;
    if (name === 'snippets') return store.snippets.find(filter, options).toArray();
    return name === 'users'
      ? store.users.find(filter, options).toArray()
      : store.tokens.find(filter, options).toArray();
  });
}

async function ownerOf(store: Numbered, name: 'snippets' | 'tokens', _id: number): Promise<number | null> {
  if (name === 'snippets') return (await store.snippets.findOne({ _id }))?.ownerId ?? null;
  return (await store.tokens.findOne({ _id }))?.userId ?? null;
}

async function damageOf(read: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
