// Sorts the flat arguments of a call into path, query, headers and body.
import { places } from '#generated/sdk/calls.gen.js';

/** The parts of a request as the generated functions take them. */
export interface RequestParts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body?: Record<string, unknown>;
}

export function splitArguments(id: keyof typeof places, given: object): RequestParts {
  const { path, query, headers, body } = places[id];
  const rest = new Map(Object.entries(given));
  const take = (names: readonly string[]): Record<string, unknown> => {
    const taken = names.filter((name) => rest.has(name)).map((name) => [name, rest.get(name)]);
    for (const name of names) rest.delete(name);
    return Object.fromEntries(taken);
  };
  const parts: RequestParts = { path: take(path), query: take(query), headers: take(headers) };
  if (body === 'required' || (body === 'optional' && rest.size > 0)) parts.body = Object.fromEntries(rest);
  return parts;
}
