/** All collections. To add one, write its record type in `records.ts` and its definition here. */
import { type AnyDefinitions, type CollectionOf, type Definition, define } from './definition.js';
import type {
  CounterRecord,
  MetaRecord,
  OAuth1ConsumerRecord,
  OAuth1NonceRecord,
  OAuth1TokenRecord,
  OAuth2ClientRecord,
  OAuth2LoginRecord,
  SessionRecord,
  SnippetRecord,
  TokenRecord,
  UserRecord,
} from './records.js';

export const definitions = {
  snippets: define<SnippetRecord>()({
    name: 'snippets',
    fields: {
      _id: 'integer',
      created: 'date',
      ownerId: 'integer|null',
      owner: 'text|null',
      version: 'integer',
      key: 'text?',
      fingerprint: 'text?',
      title: 'text',
      code: 'text',
      linenos: 'boolean',
      language: 'name',
      style: 'name',
      markup: 'markup',
      excerpt: 'markup',
      plain: 'name|null',
      bytes: 'integer',
      terms: 'terms?',
    },
    ownColumns: ['excerpt', 'code', 'markup'],
    readApart: ['excerpt', 'markup'],
    // Ids grow with `created`, so lists and searches go by `_id` alone.
    indexes: [
      { key: { terms: 1, _id: 1 } },
      // With the bytes, so that a user's snippets are summed up from the index.
      { key: { ownerId: 1, _id: 1, bytes: 1 } },
      { key: { key: 1 }, unique: true, sparse: true },
    ],
  }),
  users: define<UserRecord>()({
    name: 'users',
    fields: {
      _id: 'integer',
      username: 'text',
      password: 'text',
      active: 'boolean',
      logins: 'integer',
      created: 'date',
    },
    indexes: [{ key: { username: 1 }, unique: true }],
  }),
  tokens: define<TokenRecord>()({
    name: 'tokens',
    fields: {
      _id: 'integer',
      logins: 'integer',
      salt: 'text',
      fingerprint: 'text',
      hash: 'text',
      created: 'date',
    },
    indexes: [{ key: { hash: 1 }, unique: true }],
  }),
  sessions: define<SessionRecord>()({
    name: 'sessions',
    fields: { _id: 'text', userId: 'integer|null', data: 'json', expiresAt: 'date' },
    indexes: [{ key: { userId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  }),
  oauth1Consumers: define<OAuth1ConsumerRecord>()({
    name: 'oauth1Consumers',
    fields: { _id: 'integer', name: 'text', key: 'text', secret: 'text', created: 'date' },
    indexes: [{ key: { key: 1 }, unique: true }],
  }),
  oauth1Tokens: define<OAuth1TokenRecord>()({
    name: 'oauth1Tokens',
    fields: {
      _id: 'integer',
      key: 'text',
      salt: 'text',
      consumerId: 'integer',
      userId: 'integer',
      logins: 'integer',
      created: 'date',
    },
    indexes: [{ key: { key: 1 }, unique: true }, { key: { consumerId: 1 } }, { key: { userId: 1 } }],
  }),
  oauth1Nonces: define<OAuth1NonceRecord>()({
    name: 'oauth1Nonces',
    fields: { _id: 'text', expiresAt: 'date' },
    // The unique `_id` refuses a second use.
    indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  }),
  oauth2Clients: define<OAuth2ClientRecord>()({
    name: 'oauth2Clients',
    fields: { _id: 'integer', name: 'text', clientId: 'text', secretHash: 'text', created: 'date' },
    indexes: [{ key: { clientId: 1 }, unique: true }],
  }),
  oauth2Logins: define<OAuth2LoginRecord>()({
    name: 'oauth2Logins',
    fields: {
      _id: 'text',
      userId: 'integer',
      logins: 'integer',
      clientId: 'text',
      scope: 'text',
      accessHash: 'text',
      accessExpiresAt: 'date',
      refreshHash: 'text',
      expiresAt: 'date',
    },
    indexes: [
      { key: { userId: 1 } },
      { key: { clientId: 1 } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ],
  }),
  counters: define<CounterRecord>()({
    name: 'counters',
    fields: { _id: 'text', value: 'integer', created: 'date?' },
    indexes: [],
  }),
  meta: define<MetaRecord>()({ name: 'meta', fields: { _id: 'text', value: 'json|null' }, indexes: [] }),
};

export type Definitions = typeof definitions;

/** The service's own collections, and those of a contract that the application uses instead of its own (`Api`). */
export const withOwn = (further: AnyDefinitions = {}): AnyDefinitions => ({ ...definitions, ...further });

/** The record of a collection. */
export type RecordOf<N extends keyof Definitions> =
  Definitions[N] extends Definition<infer D, infer _> ? D : never;

/** The collections by name, each typed by its definition. */
export type Collections = { readonly [N in keyof Definitions]: CollectionOf<Definitions[N]> };

/** The fields that the pipeline reads; a collection may lack all but `_id`. */
export type NamedRecord = Readonly<Record<string, unknown>> & {
  readonly _id: number;
  readonly version?: number;
};

export type NamedProjection = Readonly<Record<string, 0>> | Readonly<Record<string, 1>>;

export interface NamedCollection {
  find(
    filter: { _id: { $in: number[] } },
    options: { projection: NamedProjection },
  ): { toArray(): Promise<NamedRecord[]> };
}

/**
 * The collection that `openapi.yaml` names (`x-object`), for code that serves any collection.
 *
 * @returns undefined when the store has no such collection with integer ids
 */
export function collectionNamed(
  store: Collections & { readonly definitions: AnyDefinitions },
  name: string,
): NamedCollection | undefined {
  const definition = Object.hasOwn(store.definitions, name) ? store.definitions[name] : undefined;
  if (definition?.fields._id !== 'integer') return undefined;
  // The name is one of the definitions; only the handlers know the type of its records.
  return store[name as keyof Collections] as unknown as NamedCollection;
}
