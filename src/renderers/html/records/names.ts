/** What pages call records, paths (`x-heading`) and the values of fields (`x-choices`). */
import type { Endpoint, Operation } from '../../../contract/contract.js';
import type { Specification } from '../../../contract/specification.js';
import { itemProperties } from './links.js';

type Members = Readonly<Record<string, unknown>>;

/** The most characters of a name. */
const NAME = 120;

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

/** Those that describe an item. What has a dot in its colour comes first: the members with choices. */
export function detailsNamed(endpoint: Endpoint, specification: Specification): string[] {
  const output = endpoint.operations.get('get')?.output;
  const properties = output ? itemProperties(output, specification) : {};
  const isChoice = (member: string) => properties[member]?.['x-choices'] !== undefined;
  const members = membersNamed('detail', endpoint, specification);
  return [...members.filter(isChoice), ...members.filter((member) => !isChoice(member))];
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

/** The name of a record without one: `Untitled snippet 3`. */
export function untitled(heading: string): string {
  return `Untitled ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`;
}

/** @returns the first line of the first member that is not blank, shortened; undefined when all are */
export function nameOf(record: Members, members: readonly string[]): string | undefined {
  for (const member of members) {
    const line = firstLine(String(record[member] ?? ''));
    if (line === '') continue;
    // Slices first, because a line may have 100,000 characters.
    const characters = [...line.slice(0, 2 * (NAME + 1))];
    return characters.length > NAME ? `${characters.slice(0, NAME).join('')}…` : line;
  }
  return undefined;
}

/** The first line that is not blank, without the white space around it, in one pass; '' without such a line. */
function firstLine(text: string): string {
  const visible = text.trimStart();
  const end = visible.search(/[\r\n]/);
  return (end < 0 ? visible : visible.slice(0, end)).trimEnd();
}

/** @returns the value itself when it has no other name */
export type LabelOf = (member: string, value: string) => string;

export function labelsOf(operation: Operation | undefined, specification: Specification): LabelOf {
  const properties = operation?.output ? itemProperties(operation.output, specification) : {};
  return (member, value) => {
    const choices = Object.hasOwn(properties, member) ? properties[member]?.['x-choices'] : undefined;
    return (choices && Object.hasOwn(choices, value) && choices[value]?.name) || value;
  };
}
