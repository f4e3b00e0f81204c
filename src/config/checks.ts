/** One check a kind of setting: each takes the variable's text and returns the value, or says what is allowed. */
import { isIP } from 'node:net';
import { SettingsError } from './settings-error.js';

/** @returns the value; throws SettingsError when the text is none */
export type Check<T> = (text: string, variable: string) => T;

export function integer(least: number, most: number): Check<number> {
  return (text, variable) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new SettingsError(variable, `"${text}"`, `expected a whole number from ${least} to ${most}`);
  };
}

export function oneOf<const T extends string>(allowed: readonly T[]): Check<T> {
  return (text, variable) => {
    const value = allowed.find((name) => name === text);
    if (value !== undefined) return value;
    throw new SettingsError(variable, `"${text}"`, `expected one of ${allowed.join(', ')}`);
  };
}

/** Items are separated by commas; white space around them is ignored; an item given twice is refused. */
export function list<T extends string>(item: Check<T>): Check<readonly T[]> {
  return (text, variable) => {
    const items = text.split(',').map((part) => item(part.trim(), variable));
    const twice = items.find((value, index) => items.indexOf(value) !== index);
    if (twice !== undefined) throw new SettingsError(variable, `"${text}"`, `"${twice}" is listed twice`);
    return items;
  };
}

export const host: Check<string> = (text, variable) => {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(bare)) return bare;
  throw new SettingsError(variable, `"${text}"`, 'expected an IP address or a host name');
};

export const webAddress: Check<string> = (text, variable) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && isWeb(url) && !url.username && !url.password && !/[?#]/.test(text)) {
    return url.href.replace(/\/$/, '');
  }
  const allowed = 'expected an address like https://snippets.example.com, without user, query or fragment';
  throw new SettingsError(variable, withoutUserinfo(text), allowed);
};

/** An origin as RFC 6454, section 6.2 writes it, so that it can be compared with the header. */
export const origin: Check<string> = (text, variable) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && isWeb(url) && url.origin === text.toLowerCase()) return url.origin;
  const allowed = 'expected origins like https://example.com or http://localhost:3000, separated by commas';
  throw new SettingsError(variable, withoutUserinfo(text), allowed);
};

/** `*` is every origin. */
export const originOrAny: Check<string> = (text, variable) => (text === '*' ? text : origin(text, variable));

/** How to reach somebody, as RFC 9116, 2.5.3 writes it. */
export const contact: Check<string> = (text, variable) => {
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(text)) return text;
  const allowed = 'expected mailto:, https: or tel: URLs, separated by commas';
  throw new SettingsError(variable, `"${text}"`, allowed);
};

/** A path of unreserved characters (RFC 3986, section 2.3), with a slash at both ends. */
export const path: Check<string> = (text, variable) => {
  if (/^(\/[A-Za-z0-9._~-]+)+\/$/.test(text) && !/\/\.{1,2}\//.test(text)) return text;
  throw new SettingsError(variable, `"${text}"`, 'expected a path like /api/, with a slash at both ends');
};

/** `mongodb://` or `mongodb+srv://`, several hosts allowed (so no job for URL), with the database in its path. */
export const mongodbUrl: Check<string> = (text, variable) => {
  if (/^mongodb(\+srv)?:\/\/[^/?#\s]+\/[^/?#\s.$]+(\?\S*)?$/.test(text)) return text;
  const allowed =
    'expected an address like mongodb://host/database?replicaSet=name, with the database in its path';
  throw new SettingsError(variable, withoutUserinfo(text), allowed);
};

/** A secret's value is never printed, not even a wrong one. */
export const secret: Check<string> = (text, variable) => {
  if ([...text].length >= 32) return text;
  throw new SettingsError(variable, undefined, `has ${[...text].length} characters, expected at least 32`);
};

/** How many proxies stand in front of the service. */
export const proxies: Check<number> = (text, variable) => {
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  if (/^\d{1,2}$/.test(text) && Number(text) <= 16) return Number(text);
  throw new SettingsError(
    variable,
    `"${text}"`,
    'expected the number of proxies in front, 0 to 16, or true for one',
  );
};

export const text: Check<string> = (given) => given;

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/** Cut at the last @, since a password that is not encoded may hold one. */
function withoutUserinfo(address: string): string {
  return `"${address.replace(/^([a-z+]*:\/\/)?.*@/is, '$1***@')}"`;
}
