/** What pages call records, paths (`x-heading`) and the values of fields (`x-choices`). */
import type { Endpoint, Operation } from '../../../contract/contract.js';
import { oncePer } from '../../../contract/once-per.js';
import type { Schema, Specification } from '../../../contract/specification.js';
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

/** The members of a representation that a row of a list shows (`x-row`). */
export interface Row {
  /** They name an item: the first that is not blank. */
  readonly name: readonly string[];
  /** They describe it. What has a dot in its colour comes first: the members with choices. */
  readonly details: readonly string[];
  /** Their first lines are shown. */
  readonly excerpts: readonly string[];
  /** Their age is shown: what describes it and is a time (RFC 3339), and `created`, which pages get of each record. */
  readonly times: readonly string[];
}

export const rowOf = oncePer(function membersOf({ operations }: Endpoint, specification: Specification): Row {
  const output = operations.get('get')?.output;
  const properties = Object.entries(output ? itemProperties(output, specification) : {});
  const named = (role: string) => properties.filter(([, schema]) => schema['x-row'] === role);
  const isChoice = ([, schema]: [string, Schema]) => schema['x-choices'] !== undefined;
  const isTime = ([, schema]: [string, Schema]) => schema.format === 'date-time';
  const details = named('detail').filter((member) => !isTime(member));
  const names = (members: [string, Schema][]) => members.map(([member]) => member);
  return {
    name: names(named('name')),
    details: names([...details.filter(isChoice), ...details.filter((member) => !isChoice(member))]),
    excerpts: names(named('excerpt')),
    times: [...new Set([...names(named('detail').filter(isTime)), 'created'])],
  };
});

/** @returns undefined for a record whose kind has no names, `Untitled snippet 3` when its name is blank */
export function nameOfRecord(
  record: Members,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
  specification: Specification,
): string | undefined {
  const { name: members } = rowOf(endpoint, specification);
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
