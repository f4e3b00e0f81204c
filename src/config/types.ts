/** The kinds of values that settings have: what is expected, in words, and how its text is read. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Rate } from '../extension.js';

export interface Type<T> {
  /** Follows "expected" in an error. */
  readonly expected: string;
  /** A wrong value is not printed either. */
  readonly isSecret?: true;
  /** @returns undefined for text that is no such value */
  parse(text: string): T | undefined;
}

export function integer(least: number, most: number): Type<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse(text) {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
  };
}

export function oneOf<const T extends string>(...allowed: readonly T[]): Type<T> {
  return {
    expected: `one of ${allowed.join(', ')}`,
    parse: (text) => allowed.find((name) => name === text),
  };
}

/** @param yes the word that is true */
export function either(yes: string, no: string): Type<boolean> {
  return {
    expected: `one of ${yes}, ${no}`,
    parse: (text) => (text === yes || text === no ? text === yes : undefined),
  };
}

function matching(pattern: RegExp, expected: string): Type<string> {
  return { expected, parse: (text) => (pattern.test(text) ? text : undefined) };
}

/** Items are separated by commas; white space around them is ignored. */
function list<T>(item: Type<T>, items: string): Type<readonly T[]> {
  return {
    expected: `${items}, separated by commas, each once`,
    parse(text) {
      const parts = text === '' ? [] : text.split(',');
      const items = parts.flatMap((part) => item.parse(part.trim()) ?? []);
      return new Set(items).size === parts.length ? items : undefined;
    },
  };
}

export const names = list(matching(/./, 'a name'), 'names');

/** Relative paths count from the working directory. */
export const file: Type<string> = { expected: 'a path', parse: (text) => resolve(text) };

export const host: Type<string> = {
  expected: 'an IP address or a host name',
  parse(text) {
    const bare = text.replace(/^\[(.*)\]$/, '$1').toLowerCase();
    return isIP(bare) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(bare) ? bare : undefined;
  },
};
export const hosts = list(host, 'IP addresses or host names');

export const webAddress: Type<string> = {
  expected:
    'an address like https://snippets.example.com, without a path: the service answers at the root of a host',
  parse(text) {
    const url = webUrl(text);
    return url && `${url.origin}/` === url.href && !/[?#]/.test(text) ? url.origin : undefined;
  },
};

/** As a URL writes hosts. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Compared with what the provider says of itself, so it is kept as it is written. */
export const issuer: Type<string> = {
  expected: 'an https address, or an http one on this machine, without user, query or fragment',
  parse(text) {
    const url = webUrl(text);
    if (!url || url.username || url.password || /[?#]/.test(text)) return undefined;
    return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? text : undefined;
  },
};

export const label = matching(
  /^[^\s\p{C}](?:[^\p{C}]{0,58}[^\s\p{C}])?$/u,
  'a text of at most 60 characters',
);
export const visible = matching(/^[\x21-\x7e]{1,255}$/, 'at most 255 visible ASCII characters');
export const clientSecret: Type<string> = {
  ...matching(/^[\x20-\x7e]{1,1000}$/, 'at most 1,000 ASCII characters'),
  isSecret: true,
};

/** Who may log in: everybody whom the provider knows, or those with one of the values in a claim. */
export type Allowed = '*' | { readonly claim: string; readonly values: readonly string[] };

export const allowed: Type<Allowed> = {
  expected: 'a claim with its values like groups=dev,ops, or * for everybody',
  parse(text) {
    if (text === '*') return text;
    const [, claim = '', values = ''] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
    const named = names.parse(values);
    return claim && named && named.length > 0 ? { claim, values: named } : undefined;
  },
};

/** As RFC 6454, section 6.2 writes it, so that it can be compared with the header. */
const origin: Type<string> = {
  expected: 'an origin',
  parse(text) {
    const url = webUrl(text);
    return url?.origin === text.toLowerCase() ? url.origin : undefined;
  },
};
const ORIGINS = 'origins like https://example.com or http://localhost:3000';
export const origins = list(origin, ORIGINS);
export const originsOrAny = list(
  { ...origin, parse: (text) => (text === '*' ? text : origin.parse(text)) },
  `* for all, or ${ORIGINS}`,
);

function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** How to reach somebody, as RFC 9116, 2.5.3 writes it. */
export const contacts = list(
  matching(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/, 'a URL'),
  'mailto:, https: or tel: URLs',
);

/** Of unreserved characters (RFC 3986, section 2.3). */
export const path = matching(
  /^(\/(?!\.{1,2}\/)[A-Za-z0-9._~-]+)+\/$/,
  'a path like /api/, with a slash at both ends',
);

/** Several hosts are allowed, so this is no job for URL. It may hold a password. */
export const mongodbUrl: Type<string> = {
  ...matching(
    /^mongodb(\+srv)?:\/\/[^/?#\s]+\/[^/?#\s.$]+(\?\S*)?$/,
    'an address like mongodb://host/database?replicaSet=name, with the database in its path',
  ),
  isSecret: true,
};

export const secret: Type<string> = {
  expected: 'at least 32 characters',
  isSecret: true,
  parse: (text) => ([...text].length >= 32 ? text : undefined),
};

export const proxies: Type<number> = {
  expected: 'the number of proxies in front, 0 to 16, or true for one',
  parse: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : integer(0, 16).parse(text)),
};

/**
 * `anon` counts anonymous requests by ip, `user` those of known users, `login` failed logins by ip and user name,
 * `preview` the previews of a user.
 */
const RATE_NAMES = ['anon', 'user', 'login', 'preview'] as const;
type RateName = (typeof RATE_NAMES)[number];

export const DEFAULT_RATES = 'login=20/min,preview=120/min';
const SECONDS: Readonly<Record<string, number>> = { sec: 1, min: 60, hour: 3600, day: 86_400 };

/** A name that the text leaves out keeps its default, so that a rate for `anon` does not open `login`. */
export const rates: Type<Readonly<Partial<Record<RateName, Rate>>>> = {
  expected: 'none, or rates like anon=100/hour,user=1000/hour,login=20/min (units sec, min, hour, day)',
  parse(text) {
    if (text === 'none') return {};
    const found = text === DEFAULT_RATES ? {} : { ...rates.parse(DEFAULT_RATES) };
    const named = new Set<string>();
    for (const item of text.split(',')) {
      const [, word = '', limit, unit = ''] =
        /^(\w+)=(?:none|([1-9]\d{0,8})\/(sec|min|hour|day))$/.exec(item.trim()) ?? [];
      const name = RATE_NAMES.find((one) => one === word);
      if (name === undefined || named.has(name)) return undefined;
      named.add(name);
      if (limit === undefined) delete found[name];
      else found[name] = { limit: Number(limit), seconds: SECONDS[unit] ?? 0 };
    }
    return found;
  },
};
