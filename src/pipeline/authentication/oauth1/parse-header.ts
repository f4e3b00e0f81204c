/** Reads `Authorization: OAuth realm="...", oauth_token="...", ...` (RFC 5849, section 3.5.1). */
import { AuthenticationFailed } from '../../../errors/index.js';
import { quoteInput } from '../../../errors/quote-input.js';
import { percentDecode } from './percent-encoding.js';

/** Names and values, decoded. */
export type Parameter = readonly [name: string, value: string];

/** One parameter and the comma after it. In a realm (a quoted-string, RFC 9110, 5.6.4) `\"` is not the end. */
const PARAMETER =
  /[ \t]*([^\s=",]+)[ \t]*=[ \t]*"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"[ \t]*(,|$)/gy;

/**
 * @returns the parameters without `realm`, which is not signed (RFC 5849, 3.4.1.3.1); undefined if the header names
 *   another scheme, or is missing
 * @throws AuthenticationFailed if the header cannot be parsed, or contains a parameter twice
 */
export function parseHeader(authorization = ''): readonly Parameter[] | undefined {
  const list = /^\s*OAuth(?:\s+(.*))?$/is.exec(authorization);
  if (!list) return undefined;
  const [, text = ''] = list;
  if (text === '') throw malformed('No credentials provided.');

  const found = [...text.matchAll(PARAMETER)];
  const read = found.map(([whole]) => whole).join('');
  if (read !== text || found.at(-1)?.[3] !== '')
    throw malformed('Expected name="value", separated by commas.');

  const parameters = new Map<string, string>();
  for (const [, encodedName = '', encodedValue = ''] of found) {
    if (encodedName.toLowerCase() === 'realm') continue;
    const [name, value] = [percentDecode(encodedName), percentDecode(encodedValue)];
    if (name === undefined || value === undefined)
      throw malformed('Names and values are percent-encoded UTF-8.');
    if (parameters.has(name)) throw malformed(`The parameter ${quoteInput(encodedName)} is given twice.`);
    parameters.set(name, value);
  }
  return [...parameters];
}

export function malformed(why: string): AuthenticationFailed {
  return new AuthenticationFailed({ detail: `Invalid OAuth header. ${why}` });
}
