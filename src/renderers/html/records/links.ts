/** The links of a representation's members (`x-link`). */

import type { Contract, Endpoint, Operation } from '../../../contract/contract.js';
import { flattenProperties, flattenSchema } from '../../../contract/flatten-schema.js';
import type { Link, Schema, Specification } from '../../../contract/specification.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { defaultListUrl } from './list-url.js';

/** @returns the URL that the value of a member leads to, if any */
export type LinkOf = (member: string, value: string | number) => string | undefined;

/** @param isReadable whether this deployment answers GET at the path */
export function linksOf(
  operation: Operation | undefined,
  { endpoints, specification }: Pick<Contract, 'endpoints' | 'specification'>,
  url: Url,
  isReadable: (path: string) => boolean,
): LinkOf {
  const properties = operation?.output ? itemProperties(operation.output, specification) : {};
  return (member, value) => {
    const schema = Object.hasOwn(properties, member) ? properties[member] : undefined;
    const link = schema?.['x-link'] ?? schema?.items?.['x-link'];
    const path = link ? pathOf(link, value, endpoints, url) : String(value);
    return path !== undefined && (link || typeof value === 'string') && isReadable(path.split('?')[0] ?? '')
      ? path
      : undefined;
  };
}

/** The properties of the representation, or of its items when it is a list. */
export function itemProperties(
  output: Schema,
  specification: Specification,
): Readonly<Record<string, Schema>> {
  const schema = flattenSchema(specification, output);
  return flattenProperties(specification, schema.items ?? schema);
}

function pathOf(
  link: Link,
  value: string | number,
  endpoints: readonly Endpoint[],
  url: Url,
): string | undefined {
  if (value === '') return undefined;
  if ('query' in link) {
    const list = endpoints.find(({ name }) => name === link.to);
    return list && defaultListUrl(list, url(link.to), { [link.query]: String(value) });
  }
  return url(link.to, { [link.path]: value });
}
