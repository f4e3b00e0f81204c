/** The stored records: one interface per collection. */
import type { SnippetInput } from '#generated/sdk/types.gen.js';
import type { PlainReason } from '../highlighting/markup.js';

/** A record of a resource that users own. */
export interface OwnedRecord {
  _id: number;
  created: Date;
  /** null when it was created with ownership off. */
  ownerId: number | null;
  /** The owner's name: lists show it, and names never change. */
  owner: string | null;
  /** Counts the saves, from 1. The ETag is made from it. */
  version: number;
  /** Of the request that created it, if that had an `Idempotency-Key`: a hash of its user and the key. */
  key?: string;
  /** A hash of what that request sent. */
  fingerprint?: string;
}

/** An input as it is stored. A choice is stored as text, because a later release may no longer offer it. */
export type Stored<Input> = { [P in keyof Input]: Input[P] extends string | undefined ? string : Input[P] };

/** Every stored snippet has these fields. Those that the contract got later are optional: older records lack them. */
type FirstFields = 'title' | 'code' | 'linenos' | 'language' | 'style';

/** What a user gives a snippet. */
export interface SnippetFields
  extends Stored<Required<Pick<SnippetInput, FirstFields>>>,
    Stored<Omit<SnippetInput, FirstFields>> {}

export interface SnippetRecord extends OwnedRecord, SnippetFields {
  /** The code, escaped, with its spans. Empty where the excerpt is all of it. Lists never read it. */
  markup: string;
  /** The beginning of the markup. Pages of lists read it instead of the code. */
  excerpt: string;
  /** Why the code has no colours; null: it has. */
  plain: PlainReason | null;
  /** The bytes of title and code in UTF-8, for quotas. */
  bytes: number;
  /** What searches and lists look up (`terms.ts`). Never read: the embedded store keeps the index of it only. */
  terms?: string[];
}

export interface UserRecord {
  _id: number;
  username: string;
  /** A PHC string (algorithm, parameters, salt, hash). */
  password: string;
  active: boolean;
  /** The epoch of the user's logins. A session or token counts only while it carries the same number. */
  logins: number;
  created: Date;
}

/** The token of a user. */
export interface TokenRecord {
  /** The user's id. */
  _id: number;
  logins: number;
  salt: string;
  /** The fingerprint of the SECRET_KEY that the key was derived with. */
  fingerprint: string;
  /** SHA-256 of the key. The key itself is not stored. */
  hash: string;
  created: Date;
}

/** A browser session. `data` belongs to koa-session, and holds the user's `logins` too. */
export interface SessionRecord {
  /** SHA-256 of the id in the cookie. */
  _id: string;
  userId: number | null;
  data: { [key: string]: Json };
  expiresAt: Date;
}

/** A client of OAuth 1.0a. */
export interface OAuth1ConsumerRecord {
  _id: number;
  /** A name that people read. */
  name: string;
  key: string;
  /** Not hashed, because verifying an HMAC needs the key itself. */
  secret: string;
  created: Date;
}

/** A token with which a consumer of OAuth 1.0a acts for a user. */
export interface OAuth1TokenRecord {
  _id: number;
  key: string;
  /** The token's secret is derived from this and SECRET_KEY. It is not stored. */
  salt: string;
  consumerId: number;
  userId: number;
  logins: number;
  created: Date;
}

/** A nonce that has been used. */
export interface OAuth1NonceRecord {
  /** SHA-256 over consumer, token, timestamp and nonce. */
  _id: string;
  expiresAt: Date;
}

/** A client of OAuth 2.0: a program that may ask for tokens. */
export interface OAuth2ClientRecord {
  _id: number;
  /** A name that people read. */
  name: string;
  clientId: string;
  /** SHA-256 of the secret. A slow hash is not needed, because the secret has 256 random bits. */
  secretHash: string;
  created: Date;
}

/** A login by OAuth 2.0, with the tokens that are good now. */
export interface OAuth2LoginRecord {
  /** SHA-256 of the id that its tokens begin with. */
  _id: string;
  userId: number;
  logins: number;
  clientId: string;
  /** Scopes, separated by spaces (RFC 6749, 3.3). */
  scope: string;
  /** SHA-256 of the access token. */
  accessHash: string;
  accessExpiresAt: Date;
  /** SHA-256 of the refresh token. One with the same id and another hash has been used before. */
  refreshHash: string;
  /** Of the refresh token. */
  expiresAt: Date;
}

export interface CounterRecord {
  _id: string;
  /** The last id that was used. */
  value: number;
  /** The time that the last id was given with. It never falls, whatever clocks do. */
  created?: Date;
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Facts about the store: its schema version, and whether the first start is done. */
export interface MetaRecord {
  _id: string;
  value: Json;
}
