/** The reverse names of all addresses, and what is served outside the contract. */
import type Router from '@koa/router';
import type { Endpoint } from '../../contract/contract.js';

/** Makes the path of a named address: `url('snippets:detail', { id: 7 })` is `/snippets/7/`. */
export type Url = (name: string, parameters?: Readonly<Record<string, string | number>>) => string;

/** Names every endpoint; dispatching them is not the router's business. */
export function nameEndpoints(router: Router, endpoints: readonly Endpoint[]): Url {
  for (const { name, path } of endpoints) {
    router.register(path.replace(/\{([^}]+)\}/g, ':$1'), [], [], { name });
  }
  return (name, parameters = {}) => {
    const url = router.url(name, parameters);
    if (url instanceof Error) throw url;
    return url;
  };
}
