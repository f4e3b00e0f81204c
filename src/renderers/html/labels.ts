/** What people call the values of a representation's members (`x-choices`). */
import type { Operation } from '../../contract/contract.js';
import type { Specification } from '../../contract/specification.js';
import { itemProperties } from './links.js';

/** @returns the value itself when it has no other name */
export type LabelOf = (member: string, value: string) => string;

export function labelsOf(operation: Operation | undefined, specification: Specification): LabelOf {
  const properties = operation?.output ? itemProperties(operation.output, specification) : {};
  return (member, value) => {
    const choices = Object.hasOwn(properties, member) ? properties[member]?.['x-choices'] : undefined;
    return (choices && Object.hasOwn(choices, value) && choices[value]?.name) || value;
  };
}
