/** What a page is called: by the name of its record, else by its path (`x-heading`). */
import type { Endpoint } from '../../contract/contract.js';
import type { Specification } from '../../contract/specification.js';
import { itemProperties } from './links.js';
import { nameOf, untitled } from './rows-view.js';

type Members = Readonly<Record<string, unknown>>;

/** `Snippets`, `Snippet 3`. */
export function headingOf(
  { heading, title }: Endpoint,
  parameters: Readonly<Record<string, string>>,
): string {
  const values = Object.values(parameters);
  if (heading !== undefined || values.length === 0) return heading ?? title;
  return [title.replace(/ Detail$/, ''), ...values].join(' ');
}

/** The members of the representation that a row of a list shows as its name (`x-row`), in their order. */
export function membersNamed(role: string, endpoint: Endpoint, specification: Specification): string[] {
  const output = endpoint.operations.get('get')?.output;
  if (!output) return [];
  const properties = Object.entries(itemProperties(output, specification));
  return properties.flatMap(([member, schema]) => (schema['x-row'] === role ? [member] : []));
}

/** @returns undefined for a record whose kind has no names, `Untitled snippet 3` when its name is blank */
export function nameOfRecord(
  record: Members,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  specification: Specification,
): string | undefined {
  const members = membersNamed('name', endpoint, specification);
  if (members.length === 0 || !members.some((member) => member in record)) return undefined;
  return nameOf(record, members) ?? untitled(headingOf(endpoint, parameters));
}
