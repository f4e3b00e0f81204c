/** `--auth`: who the run is. */
import { CannotRun } from './cannot-run.js';

/**
 * @param text `basic:NAME:PASSWORD`, `token:KEY` or `bearer:TOKEN`
 * @returns the value of `Authorization`
 * @throws CannotRun when it is none of them
 */
export function authorizationOf(text: string): string {
  const [, kind, rest] = /^(basic|token|bearer):(.+)$/s.exec(text) ?? [];
  if (kind === 'basic' && rest?.includes(':')) return `Basic ${Buffer.from(rest).toString('base64')}`;
  if (kind === 'token') return `Token ${rest}`;
  if (kind === 'bearer') return `Bearer ${rest}`;
  // What was given is not repeated: it may be a secret.
  throw new CannotRun('--auth takes basic:NAME:PASSWORD, token:KEY or bearer:TOKEN.');
}

/** The same kind of credentials, and not right. */
export function spoil(authorization: string): string {
  const [scheme = 'Basic'] = authorization.split(' ');
  return scheme === 'Basic' ? `Basic ${Buffer.from('nobody:wrong').toString('base64')}` : `${scheme} wrong`;
}
