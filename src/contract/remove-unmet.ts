/** Removes what a deployment does not have: paths, parameters, schemas and properties whose `x-requires` is not met. */

import { isRecord } from '../is-record.js';
import { operationsOf } from './operations-of.js';
import { resolve } from './resolve-references.js';
import type { Parameter, Reference, Specification } from './specification.js';

type Node = Record<string, unknown>;

/** @param present names of configured schemes, and `ownership` */
export function removeUnmet(specification: Specification, present: ReadonlySet<string>): void {
  const isMet = (node: unknown) =>
    !isRecord(node) || !toNames(node['x-requires']).some((name) => !present.has(name));
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
  visit(specification, (node) => {
    if (!isRecord(node.properties)) return;
    keepOnly(node.properties, isMet);
    const { properties, required } = node;
    if (Array.isArray(required)) node.required = required.filter((name) => name in properties);
  });
  for (const part of [components.schemas, components.parameters, components.securitySchemes])
    keepOnly(part, isMet);
}

function keepOnly(members: Record<string, unknown>, isKept: (member: unknown) => boolean): void {
  for (const [name, member] of Object.entries(members)) if (!isKept(member)) delete members[name];
}

function visit(value: unknown, change: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) change(value);
  for (const member of Object.values(value)) visit(member, change);
}

const toNames = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
