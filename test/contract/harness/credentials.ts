/** Who a run is: a header, as `--auth` or schemathesis.toml gives it. */
import { CannotRun } from './cannot-run.js';

export interface Credentials {
  readonly header: string;
  readonly value: string;
}

/** @param value of `Authorization` */
export const authorization = (value: string): Credentials => ({ header: 'Authorization', value });

export const basicCredentials = (name: string, password: string): Credentials =>
  authorization(`Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`);

export const bearerCredentials = (token: string): Credentials => authorization(`Bearer ${token}`);

/**
 * @param text `basic:NAME:PASSWORD`, `token:KEY`, `bearer:TOKEN` or `header:NAME:VALUE`
 * @throws CannotRun when it is none of them
 */
export function readCredentials(text: string): Credentials {
  const [, kind, rest = ''] = /^(basic|token|bearer|header):(.+)$/s.exec(text) ?? [];
  const [, name, more] = /^([^:]+):(.*)$/s.exec(rest) ?? [];
  if (kind === 'basic' && name !== undefined && more !== undefined) return basicCredentials(name, more);
  if (kind === 'token') return authorization(`Token ${rest}`);
  if (kind === 'bearer') return bearerCredentials(rest);
  if (kind === 'header' && name !== undefined && more !== undefined) return { header: name, value: more };
  // What was given is not repeated: it may be a secret.
  throw new CannotRun('--auth takes basic:NAME:PASSWORD, token:KEY, bearer:TOKEN or header:NAME:VALUE.');
}

/** The same kind of credentials, and not right. */
export function spoil({ header, value }: Credentials): Credentials {
  const [, scheme] = /^(\S+) ./.exec(value) ?? [];
  if (header.toLowerCase() === 'cookie') return { header, value: value.replace(/=[^;]*/g, '=wrong') };
  if (scheme === undefined) return { header, value: 'wrong' };
  return scheme === 'Basic' ? basicCredentials('nobody', 'wrong') : { header, value: `${scheme} wrong` };
}
