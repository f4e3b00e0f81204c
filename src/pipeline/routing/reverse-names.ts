/** The reverse names of all URLs: of the endpoints, and of what is served outside the contract. */
import type Router from '@koa/router';
import type { Endpoint } from '../../contract/contract.js';

/** Makes the path of a named endpoint: `url('snippets:detail', { id: 7 })` is `/snippets/7/`. */
export type Url = (name: string, parameters?: Readonly<Record<string, string | number>>) => string;

/** @param exceptions its routes keep their own names */
export function makeUrl(endpoints: readonly Endpoint[], exceptions: Router): Url {
  const paths = new Map(endpoints.map(({ name, path }) => [name, path]));
  return (name, parameters = {}) => {
    const path = paths.get(name);
    // The router would compile the path of an endpoint for each call.
    if (path !== undefined)
      return path.replace(/\{([^{}]+)\}/g, (_, key) => parameterOf(name, parameters, key));
    const url = exceptions.url(name, parameters);
    if (url instanceof Error) throw url;
    return url;
  };
}

function parameterOf(
  name: string,
  parameters: Readonly<Record<string, string | number>>,
  key: string,
): string {
  const value = parameters[key];
  if (value === undefined) throw new TypeError(`The path of ${name} needs a value for {${key}}.`);
  return encodeURIComponent(value);
}
