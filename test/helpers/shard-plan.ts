/** How the collections are spread over the shards of a cluster: docs/scaling.md has the same table. */

/** By name: the shard key. Collections that are not named here are small or have unique keys, and stay on one shard. */
export const SHARD_KEYS: Readonly<Record<string, string>> = {
  snippets: '_id',
  sessions: '_id',
  oauth1Nonces: '_id',
  oauth2AccessTokens: '_id',
  oauth2RefreshTokens: '_id',
  idempotencyKeys: '_id',
  throttles: '_id',
};

/**
 * What may go to all shards: reads that follow an index and end after a batch, and deletes of all that belongs to someone.
 * By collection, the fields of the filter or of the sort that lead the way.
 */
const TO_ALL: Readonly<Record<string, readonly string[]>> = {
  snippets: ['ownerId', 'terms'],
  oauth1Nonces: ['expiresAt'],
  sessions: ['userId'],
  idempotencyKeys: ['userId'],
  // An operator's command, by the beginning of a key.
  throttles: ['_id'],
  oauth2AccessTokens: ['userId', 'familyId', 'clientId'],
  oauth2RefreshTokens: ['userId', 'familyId', 'clientId'],
};

type Fields = Readonly<Record<string, unknown>>;

/** The members of a command of the driver that matter here. */
interface Command extends Fields {
  readonly filter?: Fields;
  readonly query?: Fields;
  readonly sort?: unknown;
  readonly limit?: number;
  readonly updates?: readonly { readonly q: Fields }[];
  readonly deletes?: readonly { readonly q: Fields; readonly limit: number }[];
  readonly pipeline?: readonly { readonly $match?: Fields }[];
  readonly indexes?: readonly { readonly key: Fields; readonly unique?: boolean }[];
}

/** @returns why a sharded cluster would refuse the command or send it to every shard; empty when it would not */
export function complaintsAbout(name: string, command: Command): string[] {
  const collection = String(command[name]);
  const key = SHARD_KEYS[collection];
  if (key === undefined) return [];
  const complain = (what: string) => [`${name} on ${collection} ${what}`];
  if (name === 'createIndexes') {
    const wrong = command.indexes?.filter((index) => index.unique && Object.keys(index.key)[0] !== key) ?? [];
    return wrong.flatMap((index) =>
      complain(`is unique without the shard key: ${JSON.stringify(index.key)}`),
    );
  }
  const mayGoToAll = (fields: Fields) =>
    Object.keys(fields).length === 0 ||
    Object.keys(fields).some((field) => TO_ALL[collection]?.includes(field));
  if (name === 'find' || name === 'aggregate') {
    const filter = command.filter ?? command.pipeline?.[0]?.$match ?? {};
    if (namesOne(filter[key])) return [];
    const sort = sortOf(command.sort);
    const isBatch = command.limit !== undefined && (key in sort || mayGoToAll(sort));
    return isBatch || mayGoToAll(filter) ? [] : complain(`reads without ${key}: ${shown(filter)}`);
  }
  const single = [command.query, ...(command.updates ?? []).map(({ q }) => q)].filter((q) => q !== undefined);
  const deletes = command.deletes ?? [];
  const targeted = [...single, ...deletes.filter(({ limit }) => limit === 1).map(({ q }) => q)];
  const many = deletes.filter(({ limit }) => limit === 0).map(({ q }) => q);
  return [
    ...targeted
      .filter((q) => !namesOne(q[key]))
      .flatMap((q) => complain(`writes without ${key}: ${shown(q)}`)),
    ...many
      .filter((q) => !mayGoToAll(q) && !namesOne(q[key]))
      .flatMap((q) => complain(`deletes by ${shown(q)}`)),
  ];
}

/** A value, or a list of values: each leads to one shard. A range does not, because the key is hashed. */
function namesOne(condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return condition !== undefined;
  return condition instanceof Date || '$eq' in condition || '$in' in condition;
}

/** The driver sends a sort as a Map. */
function sortOf(sort: unknown): Fields {
  if (sort instanceof Map) return Object.fromEntries(sort);
  return typeof sort === 'object' && sort !== null ? { ...sort } : {};
}

const shown = (fields: Fields) => `{ ${Object.keys(fields).join(', ')} }`;
