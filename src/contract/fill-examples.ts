/** Gives bodies their examples: those of their properties, so that each is typed once. */
import { flattenSchema } from './flatten-schema.js';
import type { Schema, Specification } from './specification.js';

/** A body that has an example of its own keeps it. */
export function fillExamples(specification: Specification): void {
  const { paths, components } = specification;
  for (const media of mediaTypesIn([paths, components.requestBodies, components.responses])) {
    if (media.example !== undefined) continue;
    const example = exampleOf(specification, media.schema);
    if (example !== undefined) media.example = example;
  }
}

function* mediaTypesIn(node: unknown): Generator<{ schema: Schema; example?: unknown }> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, member] of Object.entries(node)) {
    if (key === 'content') yield* Object.values<{ schema: Schema }>(member);
    else yield* mediaTypesIn(member);
  }
}

/** @returns undefined when no property has an example */
function exampleOf(specification: Specification, schema: Schema): unknown {
  const { example, items, properties } = flattenSchema(specification, schema);
  if (example !== undefined) return example;
  if (items !== undefined) {
    const item = exampleOf(specification, items);
    return item === undefined ? undefined : [item];
  }
  const members = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const value = exampleOf(specification, property);
    return value === undefined ? [] : [[name, value]];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
