/** All collections. To add one, write its definition here. */
import type { SnippetInput } from '#generated/sdk/types.gen.js';
import { type AnyDefinitions, type CollectionOf, define } from './definition.js';

/** The fields of a record of a resource that users own. */
export const owned = {
  _id: 'integer',
  created: 'date',
  /** null when it was created with ownership off. */
  ownerId: 'integer|null',
  /** The owner's name: lists show it, and names never change. */
  owner: 'text|null',
  /** Counts the saves, from 1. The ETag is made from it. */
  version: 'integer',
  /** Of the request that created it, if that had an `Idempotency-Key`: a hash of its user and the key. */
  key: 'text?',
  /** A hash of what that request sent. */
  fingerprint: 'text?',
} as const;

/** What a user gives a snippet. A choice is stored as text, because a later release may no longer offer it. */
const given = {
  title: 'text',
  code: 'text',
  linenos: 'boolean',
  language: 'name',
  style: 'name',
  /** Whether it exists for its owner alone. Missing: no. */
  private: 'boolean?',
} as const satisfies Record<keyof SnippetInput, string>;

export const definitions = {
  snippets: define({
    name: 'snippets',
    fields: {
      ...owned,
      ...given,
      /** The code, escaped, with its spans. Empty where the excerpt is all of it. Lists never read it. */
      markup: 'long markup',
      /** The beginning of the markup. Pages of lists read it instead of the code. */
      excerpt: 'markup',
      /** Why the code has no colours; null: it has. */
      plain: 'plain|null',
      /** The bytes of title and code in UTF-8, for quotas. */
      bytes: 'integer',
      /** What searches and lists look up (`terms.ts`). */
      terms: 'terms?',
    },
    ownColumns: ['excerpt', 'code', 'markup'],
    // Ids grow with `created`, so lists and searches go by `_id` alone.
    indexes: [
      { key: { terms: 1, _id: 1 } },
      // With `private`, so that the ids of a user are read from the index alone.
      { key: { ownerId: 1, _id: 1, private: 1 } },
      { key: { key: 1 }, unique: true, sparse: true },
    ],
  }),
  users: define({
    name: 'users',
    fields: {
      _id: 'integer',
      username: 'text',
      /** A PHC string (algorithm, parameters, salt, hash). */
      password: 'text',
      active: 'boolean',
      /** The epoch of the user's logins. A session or token counts only while it carries the same number. */
      logins: 'integer',
      /** Of somebody who logs in with a provider: the issuer and the subject, with a space between them. */
      oidc: 'text?',
      created: 'date',
    },
    indexes: [
      { key: { username: 1 }, unique: true },
      { key: { oidc: 1 }, unique: true, sparse: true },
    ],
  }),
  tokens: define({
    name: 'tokens',
    fields: {
      /** The user's id. */
      _id: 'integer',
      logins: 'integer',
      salt: 'text',
      /** The fingerprint of the SECRET_KEY that the key was derived with. */
      fingerprint: 'text',
      /** SHA-256 of the key. The key itself is not stored. */
      hash: 'text',
      created: 'date',
    },
    indexes: [{ key: { hash: 1 }, unique: true }],
  }),
  /** Sessions of browsers. `_id` is the SHA-256 of the id in the cookie. */
  sessions: define({
    name: 'sessions',
    // `data` is JSON of koa-session, with the user's `logins` in it.
    fields: { _id: 'text', userId: 'integer|null', data: 'text', issued: 'date?', expiresAt: 'date' },
    indexes: [{ key: { userId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  }),
  /** Clients of OAuth 1.0a. The secret is not hashed, because verifying an HMAC needs the key itself. */
  oauth1Consumers: define({
    name: 'oauth1Consumers',
    fields: { _id: 'integer', name: 'text', key: 'text', secret: 'text', created: 'date' },
    indexes: [{ key: { key: 1 }, unique: true }],
  }),
  /** With each a consumer of OAuth 1.0a acts for a user. */
  oauth1Tokens: define({
    name: 'oauth1Tokens',
    fields: {
      _id: 'integer',
      key: 'text',
      /** The token's secret is derived from this and SECRET_KEY. It is not stored. */
      salt: 'text',
      consumerId: 'integer',
      userId: 'integer',
      logins: 'integer',
      created: 'date',
    },
    indexes: [{ key: { key: 1 }, unique: true }, { key: { consumerId: 1 } }, { key: { userId: 1 } }],
  }),
  /** `_id` is the SHA-256 over consumer, token, timestamp and nonce: being unique, it refuses a second use. */
  oauth1Nonces: define({
    name: 'oauth1Nonces',
    fields: { _id: 'text', expiresAt: 'date' },
    indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
  }),
  /** Programs that may ask for tokens of OAuth 2.0. The secret has 256 random bits, so its hash need not be slow. */
  oauth2Clients: define({
    name: 'oauth2Clients',
    fields: { _id: 'integer', name: 'text', clientId: 'text', secretHash: 'text', created: 'date' },
    indexes: [{ key: { clientId: 1 }, unique: true }],
  }),
  /** Logins by OAuth 2.0, with the tokens that are good now. */
  oauth2Logins: define({
    name: 'oauth2Logins',
    fields: {
      /** SHA-256 of the id that its tokens begin with. */
      _id: 'text',
      userId: 'integer',
      logins: 'integer',
      clientId: 'text',
      /** The time of the login. */
      issued: 'date?',
      /** Of the access token: scopes, separated by spaces (RFC 6749, 3.3). */
      scope: 'text',
      /** Of the refresh token. Absent before the first refresh: the same. */
      refreshScope: 'text?',
      accessHash: 'text',
      accessExpiresAt: 'date',
      /** SHA-256 of the refresh token. One with the same id and another hash has been used before. */
      refreshHash: 'text',
      /** Of the refresh token. */
      expiresAt: 'date',
    },
    indexes: [
      { key: { userId: 1 } },
      { key: { clientId: 1 } },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ],
  }),
  /** What a user has stored, while there is a quota (`usage.ts`). `_id` is the user's id. */
  usage: define({
    name: 'usage',
    fields: { _id: 'integer', snippets: 'integer', bytes: 'integer' },
    indexes: [],
  }),
  /** The last id of a collection, and the time that it was given with, which never falls, whatever clocks do. */
  counters: define({
    name: 'counters',
    fields: { _id: 'text', value: 'integer', created: 'date?' },
    indexes: [],
  }),
  /** Facts about the store: its version, its key, an import that has begun. */
  meta: define({ name: 'meta', fields: { _id: 'text', value: 'any' }, indexes: [] }),
};

export type Definitions = typeof definitions;

/** The service's own collections, and those of a contract that the application uses instead of its own (`Api`). */
export const withOwn = (further: AnyDefinitions = {}): AnyDefinitions => ({ ...definitions, ...further });

/** The collections by name, each typed by its definition. */
export type Collections = { readonly [N in keyof Definitions]: CollectionOf<Definitions[N]> };
