// The requests that two builds have to answer alike, in the order in which each deployment gets them.
import { onBasic } from './on-basic.mjs';
import { onOAuth } from './on-oauth.mjs';
import { onCustom, onLimited, onToken, onUnowned } from './on-others.mjs';
import { onSession } from './on-session.mjs';

/** @typedef {import('./make.mjs').Asked} Asked */
/** @typedef {import('./make.mjs').Memory} Memory */

/** @type {Record<string, Record<string, Asked>>} by deployment and name */
export const requests = {
  basic: onBasic(),
  session: onSession(),
  oauth: onOAuth(),
  token: onToken(),
  unowned: onUnowned(),
  limited: onLimited(),
  custom: onCustom(),
};

/**
 * @param {Asked} asked
 * @param {Memory} memory
 */
export function resolve({ method = 'GET', path, headers = {}, body }, memory) {
  const now = (value) => (typeof value === 'function' ? value(memory) : value);
  const entries = Object.entries(headers).map(([name, value]) => [name, now(value)]);
  return { method, path: now(path), headers: Object.fromEntries(entries), body: now(body) };
}
