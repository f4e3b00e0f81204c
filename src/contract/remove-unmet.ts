/** Removes what a deployment does not have: paths, parameters, schemas and properties whose `x-requires` is not met. */

import { flattenProperties, flattenSchema } from './flatten-schema.js';
import { operationsOf } from './operations-of.js';
import { resolve } from './resolve-references.js';
import type { Parameter, Reference, Schema, Specification } from './specification.js';

type Node = Record<string, unknown>;

/** @param present names of configured schemes, and `ownership` */
export function removeUnmet(specification: Specification, present: ReadonlySet<string>): void {
  const isMet = (node: unknown) =>
    !isNode(node) || !toNames(node['x-requires']).some((name) => !present.has(name));
  const { paths, components } = specification;
  keepOnly(paths, isMet);
  for (const item of Object.values(paths)) {
    for (const holder of [item, ...operationsOf(item).map(([, operation]) => operation)]) {
      if (!holder.parameters) continue;
      holder.parameters = holder.parameters.filter((parameter) =>
        isMet(resolve<Parameter | Reference>(specification, parameter)),
      );
    }
  }
  // First the examples: the schemas still say which of their members go.
  visit(specification, (node) => {
    if (isNode(node.schema) && 'example' in node)
      node.example = withoutUnmet(node.example, node.schema, specification, isMet);
  });
  visit(specification, (node) => {
    if (!isNode(node.properties)) return;
    keepOnly(node.properties, isMet);
    const { properties, required } = node;
    if (Array.isArray(required)) node.required = required.filter((name) => name in properties);
  });
  for (const part of [components.schemas, components.parameters, components.securitySchemes])
    keepOnly(part, isMet);
}

/** The contract tests check examples like answers, so an example must not show what is not there. */
function withoutUnmet(
  example: unknown,
  schema: Schema,
  specification: Specification,
  isMet: (node: unknown) => boolean,
): unknown {
  const { items } = flattenSchema(specification, schema);
  if (Array.isArray(example))
    return items ? example.map((item) => withoutUnmet(item, items, specification, isMet)) : example;
  if (!isNode(example)) return example;
  const properties = flattenProperties(specification, schema);
  return Object.fromEntries(Object.entries(example).filter(([name]) => isMet(properties[name])));
}

function keepOnly(members: Record<string, unknown>, isKept: (member: unknown) => boolean): void {
  for (const [name, member] of Object.entries(members)) if (!isKept(member)) delete members[name];
}

function visit(value: unknown, change: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) change(value);
  for (const member of Object.values(value)) visit(member, change);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toNames = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
