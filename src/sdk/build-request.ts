// Makes the request of a call out of its flat arguments.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { userAgent } from './platform.js';

/** What `new Request` takes. */
export interface RequestParts {
  url: string;
  init: { method: string; headers: Headers; body?: string; redirect: 'follow' | 'manual' };
}

/** Where and how requests go, besides the operation's own. */
export interface RequestSettings {
  baseUrl: string;
  paths: Readonly<Record<string, string | undefined>>;
  headers: Readonly<Record<string, string>>;
}

/**
 * @param given parameters and members of the body side by side; `undefined` counts as not given
 * @throws TypeError when a path parameter is missing or made of dots, or a header cannot hold its value
 */
export function buildRequest(
  operation: OperationDescription,
  given: object,
  { baseUrl, paths, headers: common }: RequestSettings,
): RequestParts {
  const { id, method, accept = 'application/json' } = operation;
  const rest = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };

  const path = (paths[id] ?? operation.path).replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(take(name) ?? '');
    // A URL resolves dots, so that another address would be asked.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${id} needs "${name}".`);
    return encodeURIComponent(value);
  });
  const query = encodeForm((operation.query ?? []).map((name) => [name, take(name)]));

  const headers = new Headers({
    ...userAgent,
    // Errors are JSON; where the success is not, both are named.
    Accept: accept === 'application/json' ? accept : `${accept}, application/json;q=0.9`,
    ...common,
  });
  for (const name of operation.headers ?? []) {
    const value = take(name);
    if (value !== undefined) headers.set(name, String(value));
  }

  const redirect = operation.isRedirected ? 'manual' : 'follow';
  const init: RequestParts['init'] = { method, headers, redirect };
  if (operation.body === 'required' || (operation.body && rest.size > 0)) {
    headers.set('Content-Type', operation.isForm ? 'application/x-www-form-urlencoded' : 'application/json');
    init.body = operation.isForm ? encodeForm([...rest]) : JSON.stringify(Object.fromEntries(rest));
  }
  return { url: `${baseUrl}${path}${query && `?${query}`}`, init };
}

/** A space is `%20` for every reader, signers included; `+` is not. */
function encodeForm(pairs: [string, unknown][]): string {
  return pairs
    .filter(([, value]) => value !== undefined)
    .map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('='))
    .join('&');
}
