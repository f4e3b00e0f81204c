/** The URLs at which pages open a list, the newest first, and the form for a new item. */
import type { Endpoint, Operation } from '../../../contract/contract.js';

/**
 * The URL of a list in the last of its orders (`x-filter: order`), which shows the newest first.
 *
 * @param filters values by parameter
 * @returns the path itself for a list without orders and filters
 */
export function defaultListUrl(
  { operations }: Endpoint,
  path: string,
  filters: Readonly<Record<string, string>> = {},
): string {
  const get = operations.get('get');
  const query = new URLSearchParams({ ...filters, ...(get && defaultOrder(get)) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** In the query of a list, it asks for the page with the form in place of the items. Programs get the list. */
export const NEW = 'new';

export const createUrl = (listPath: string) => `${listPath}?${NEW}`;

/** @returns the values of the parameters that order the list */
export function defaultOrder(operation: Operation): Readonly<Record<string, string>> {
  const asked = orders(operation).flatMap(({ name, schema }) =>
    (schema.enum ?? []).slice(-1).map((value) => [name, String(value)]),
  );
  return Object.fromEntries(asked);
}

/** The parameters that order the list. */
export const orders = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter['x-filter'] === 'order');
