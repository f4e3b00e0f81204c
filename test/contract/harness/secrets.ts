/** What a printed request does not tell: credentials, for which variables stand. */
import type { Credentials } from './credentials.js';

export interface Secret {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
  /** `AUTHORIZATION`, of another user `OTHER_AUTHORIZATION`. */
  readonly variable: string;
}

export function secretsOf({
  self = [],
  other = [],
}: {
  readonly self: Credentials | undefined;
  readonly other: Credentials | undefined;
}): Secret[] {
  const named = (credentials: Credentials, prefix: string) =>
    credentials.map((credential) => ({ ...credential, variable: `${prefix}${variableOf(credential.name)}` }));
  return [...named(self, ''), ...named(other, 'OTHER_')];
}

/** POSIX names of variables have no other characters, and no digit first (XBD, 3.230). */
const variableOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_');
