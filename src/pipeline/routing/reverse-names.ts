/** The reverse names of all URLs: of the endpoints, and of what is served outside the contract. */
import Router from '@koa/router';
import type { Endpoint } from '../../contract/contract.js';

/** Makes the path of a named endpoint: `url('snippets:detail', { id: 7 })` is `/snippets/7/`. */
export type Url = (name: string, parameters?: Readonly<Record<string, string | number>>) => string;

/** @param exceptions its routes keep their own names; endpoints are named in a router that serves nothing */
export function makeUrl(endpoints: readonly Endpoint[], exceptions: Router): Url {
  const names = new Router();
  for (const { name, path } of endpoints) {
    names.register(path.replace(/\{([^{}]+)\}/g, ':$1'), [], [], { name });
  }
  return (name, parameters = {}) => {
    const url = (names.route(name) ? names : exceptions).url(name, parameters);
    if (url instanceof Error) throw url;
    return url;
  };
}
