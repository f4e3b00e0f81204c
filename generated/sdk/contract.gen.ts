// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** The contract's security schemes. */
export type SchemeName = 'basic' | 'session' | 'token' | 'oauth1' | 'oauth2';

/** The version of the contract, and of the SDK that is made from it. */
export const version = '1.0.0';

/** What arguments must be that are not strings: what `typeof` says of them, `integer`, or `any`. */
export const kinds: Readonly<Record<string, string>> = { change: 'function', limit: 'integer', linenos: 'boolean', private: 'boolean', id: 'integer' };
