/** The records of each collection, as they are stored. */

export interface SnippetRecord {
  _id: number;
  created: Date;
  title: string;
  code: string;
  linenos: boolean;
  language: string;
  style: string;
  /** `null` if the snippet was stored with OWNERSHIP=off. */
  ownerId: number | null;
  /** The owner's name. Stored here because lists show it; names never change. */
  owner: string | null;
  /** The complete HTML document, rendered on every save; never read for a list. */
  highlighted: string;
  /** Whether highlighting fell back to plain text. */
  plain: boolean;
  /** Counts the saves, from 1. The ETag is made from it. */
  version: number;
  /** The words of title and code, which a search finds. Written on every save (`words.ts`). */
  words: string[];
}

export interface UserRecord {
  _id: number;
  username: string;
  /** A PHC string (algorithm, parameters, salt, hash). */
  password: string;
  active: boolean;
  created: Date;
}

export interface TokenRecord {
  _id: number;
  userId: number;
  salt: string;
  /** Identifies the SECRET_KEY that the key was derived from. */
  fingerprint: string;
  /** SHA-256 of the key. The key itself is not stored. */
  hash: string;
  created: Date;
}

/** A browser session. `data` is what koa-session keeps in it. */
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
  /** For people. */
  name: string;
  key: string;
  /** Not hashed, because verifying an HMAC needs its key. */
  secret: string;
  created: Date;
}

/** Lets a consumer act for a user. */
export interface OAuth1TokenRecord {
  _id: number;
  key: string;
  /** The token's secret is derived from this and SECRET_KEY. It is not stored. */
  salt: string;
  consumerId: number;
  userId: number;
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
  /** For people. */
  name: string;
  clientId: string;
  /** SHA-256 of the secret. The secret has 256 random bits, so it needs no slow password hash. */
  secretHash: string;
  created: Date;
}

export interface OAuth2AccessTokenRecord {
  /** SHA-256 of the token. */
  _id: string;
  userId: number;
  clientId: string;
  /** Scopes, separated by spaces (RFC 6749, 3.3). */
  scope: string;
  /** Shared by all tokens that descend from one login. */
  familyId: string;
  expiresAt: Date;
}

export interface OAuth2RefreshTokenRecord extends OAuth2AccessTokenRecord {
  /** A used token is kept until it expires, so that a second use is noticed. */
  spent: boolean;
}

/** A counter of rate-limiter-flexible: the requests of one sender in the current window. */
export interface ThrottleRecord {
  /** The name of the rate and the key that it counts. */
  _id: string;
  points: number;
  /** Never null, because all our windows end. */
  expire: Date | null;
}

export interface CounterRecord {
  _id: string;
  /** The last number that was given out. */
  value: number;
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** What the store knows about itself: its schema version, and what the first start did. */
export interface MetaRecord {
  _id: string;
  value: Json;
}
