/** The links of a representation's members (`x-link`). */

import type { Contract, Endpoint, Operation } from '../../../contract/contract.js';
import { flattenProperties, flattenSchema } from '../../../contract/flatten-schema.js';
import { oncePer } from '../../../contract/once-per.js';
import type { Link, Schema, Specification } from '../../../contract/specification.js';
import { defaultListUrl } from './list-url.js';

/** @returns the URL that the value of a member leads to, if any */
export type LinkOf = (member: string, value: string | number) => string | undefined;

/**
 * @param isReadable whether this deployment answers GET at the path
 * @returns for one page: its rows lead to the same lists again and again
 */
export function linksOf(
  operation: Operation | undefined,
  { endpoints, specification }: Pick<Contract, 'endpoints' | 'specification'>,
  isReadable: (path: string) => boolean,
): LinkOf {
  const properties = operation?.output ? itemProperties(operation.output, specification) : {};
  const known = new Map<string, string | undefined>();
  return (member, value) => {
    const key = `${member} ${value}`;
    if (!known.has(key)) known.set(key, find(member, value));
    return known.get(key);
  };

  function find(member: string, value: string | number): string | undefined {
    const schema = Object.hasOwn(properties, member) ? properties[member] : undefined;
    const link = schema?.['x-link'] ?? schema?.items?.['x-link'];
    const path = link ? pathOf(link, value, endpoints) : String(value);
    return path !== undefined && (link || typeof value === 'string') && isReadable(path.split('?')[0] ?? '')
      ? path
      : undefined;
  }
}

/** The properties of the representation, or of its items when it is a list. */
export const itemProperties = oncePer(function propertiesOf(
  output: Schema,
  specification: Specification,
): Readonly<Record<string, Schema>> {
  const schema = flattenSchema(specification, output);
  return flattenProperties(specification, schema.items ?? schema);
});

function pathOf(link: Link, value: string | number, endpoints: readonly Endpoint[]): string | undefined {
  const target = endpoints.find(({ name }) => name === link.to);
  if (value === '' || !target) return undefined;
  return 'query' in link
    ? defaultListUrl(target, target.path, { [link.query]: String(value) })
    : target.path.replace(`{${link.path}}`, encodeURIComponent(value));
}
