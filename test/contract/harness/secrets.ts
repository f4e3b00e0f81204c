/** What a printed request does not show: credentials, for which variables stand. */
import type { Credentials } from './credentials.js';

export interface Secret {
  readonly in: 'header' | 'query' | 'body';
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
    credentials.flatMap(({ login, ...credential }): Secret[] => [
      { ...credential, variable: `${prefix}${variableOf(credential.name)}` },
      ...(login
        ? [{ in: 'body' as const, name: 'password', value: login.password, variable: `${prefix}PASSWORD` }]
        : []),
    ]);
  return [...named(self, ''), ...named(other, 'OTHER_')];
}

/** @returns the text without the secrets: for reports that hold whole requests and answers */
export const withoutSecrets = (text: string, secrets: readonly Secret[]) =>
  secrets.reduce(
    (clean, { value, variable }) => (value === '' ? clean : clean.replaceAll(value, `$${variable}`)),
    text,
  );

/** POSIX names of variables have no other characters, and no digit first (XBD, 3.230). */
const variableOf = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_');
