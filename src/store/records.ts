/** The documents as they are stored: one interface per collection. */

export interface SnippetRecord {
  _id: number;
  created: Date;
  title: string;
  code: string;
  linenos: boolean;
  language: string;
  style: string;
  /** `null` when it was stored with ownership switched off. */
  ownerId: number | null;
  /** The owner's name, kept here because names never change and lists show it. */
  owner: string | null;
  /** The complete HTML document, rendered on every save; never read for a list. */
  highlighted: string;
  /** Highlighting fell back to plain text. */
  plain: boolean;
  /** 1, and one more with each save: the ETag. */
  version: number;
  /** Of title and code, made on every save: what a search finds (`words.ts`). */
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
  /** Of the SECRET_KEY that the key was derived under. */
  fingerprint: string;
  /** SHA-256 of the key; the key itself is stored nowhere. */
  hash: string;
  created: Date;
}

/** A browser session; what koa-session keeps in it is `data`. */
export interface SessionRecord {
  /** SHA-256 of the id that the cookie holds. */
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
  /** Readable: an HMAC is verified with the key that made it. */
  secret: string;
  created: Date;
}

/** By it a consumer acts for a user. */
export interface OAuth1TokenRecord {
  _id: number;
  key: string;
  /** The token's secret is derived from this and SECRET_KEY; it is stored nowhere. */
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
  /** SHA-256 of the secret, which has 256 random bits: nothing is gained by guessing slowly. */
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
  /** All tokens that came of one login, by refreshing. */
  familyId: string;
  expiresAt: Date;
}

export interface OAuth2RefreshTokenRecord extends OAuth2AccessTokenRecord {
  /** Kept until it expires, so that a second use is noticed. */
  spent: boolean;
}

/** How often somebody has asked within the present window; what rate-limiter-flexible counts. */
export interface ThrottleRecord {
  /** The rate's name, and whom it counts. */
  _id: string;
  points: number;
  /** Never null: our windows end. */
  expire: Date | null;
}

export interface CounterRecord {
  _id: string;
  /** The last number given out. */
  value: number;
}

/** What JSON can say. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** What the store knows of itself: its schema version, what a first start did. */
export interface MetaRecord {
  _id: string;
  value: Json;
}
