/** The URL at which people open a list: in the last of its orders (`x-filter: order`), which shows the newest first. */
import type { Endpoint } from '../../contract/contract.js';
import { orders } from './filter-view.js';

/** @returns the path itself when the endpoint is no list with orders */
export function openingOf({ operations }: Endpoint, path: string): string {
  const get = operations.get('get');
  const asked = (get ? orders(get) : []).flatMap(({ name, schema }) =>
    (schema.enum ?? []).slice(-1).map((value) => [name, String(value)]),
  );
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}
