/** Where the members of a representation lead, as `x-link` in their schemas says. */
import type { Document, Link, Schema } from '../../contract/document.js';
import { flattenProperties, flattenSchema } from '../../contract/flatten-schema.js';
import type { Operation } from '../../contract.js';
import type { Url } from '../../routing/routes.js';
import type { LinkOf } from './json-view.js';

/** @param isPath whether an address of this deployment has the path */
export function linksOf(
  operation: Operation | undefined,
  document: Document,
  url: Url,
  isPath: (path: string) => boolean,
): LinkOf {
  const properties = operation?.output ? itemProperties(operation.output, document) : {};
  return (member, value) => {
    const schema = Object.hasOwn(properties, member) ? properties[member] : undefined;
    const link = schema?.['x-link'] ?? schema?.items?.['x-link'];
    if (link) return addressOf(link, value, url);
    return typeof value === 'string' && isPath(value) ? value : undefined;
  };
}

/** The properties of the representation, or of its items when it is a list. */
export function itemProperties(output: Schema, document: Document): Readonly<Record<string, Schema>> {
  const schema = flattenSchema(document, output);
  return flattenProperties(document, schema.items ?? schema);
}

function addressOf(link: Link, value: string | number, url: Url): string | undefined {
  if (value === '') return undefined;
  if ('query' in link) return `${url(link.to)}?${new URLSearchParams({ [link.query]: String(value) })}`;
  return url(link.to, { [link.path]: value });
}
