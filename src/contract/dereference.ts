/** Follows every `$ref` of a specification once, at the start, and merges every `allOf`: then no reader meets either. */
import { isRecord } from '../is-record.js';
import { type Dereferenced, operationsOf, type Specification } from './specification.js';

/**
 * @returns a copy. What one component describes is one object wherever it was referred to, and an operation has the
 *   parameters of its path too
 * @throws Error for a reference that leads nowhere or to itself, and for an `allOf` that cannot be one schema
 */
export function dereference(specification: Specification): Dereferenced {
  const made = new Map<string, unknown>();

  function copy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(copy);
    if (!isRecord(value)) return value;
    if (typeof value.$ref === 'string') return target(value.$ref);
    const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
    return Array.isArray(members.allOf) ? merge(members, members.allOf) : members;
  }

  function target(reference: string): unknown {
    if (made.has(reference)) {
      const known = made.get(reference);
      if (known === undefined) throw new Error(`openapi.yaml: ${reference} refers to itself.`);
      return known;
    }
    made.set(reference, undefined);
    const found = copy(at(specification, reference));
    made.set(reference, found);
    return found;
  }

  const components = Object.entries(specification.components).map(([kind, members]) => {
    const names = Object.keys(members).map((name) => [name, target(`#/components/${kind}/${name}`)]);
    return [kind, Object.fromEntries(names)];
  });
  // The linter has checked that each target has the shape that its place needs.
  const whole = copy({ ...specification, components: {} }) as Dereferenced;
  for (const item of Object.values(whole.paths)) {
    for (const [, operation] of operationsOf(item))
      operation.parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  }
  return Object.assign(whole, { components: Object.fromEntries(components) });
}

/** @param reference `#/components/...`: the names of components need no escapes (OpenAPI 3.0.3, 4.7.7.1) */
function at(specification: Specification, reference: string): unknown {
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, step) => (isRecord(node) ? node[step] : undefined), specification);
  if (found === undefined) throw new Error(`openapi.yaml refers to ${reference}, which is not there.`);
  return found;
}

type Members = Record<string, unknown>;

/** What only describes: the schema itself decides, then its last branch. */
const NOTES = ['title', 'description', 'example', 'default'];

/** Merges the branches of `allOf` into the schema beside them. */
function merge({ allOf: _allOf, ...own }: Members, branches: readonly Members[]): Members {
  const merged: Members = {};
  for (const [keyword, value] of [...branches, own].flatMap(Object.entries<unknown>)) {
    const other = merged[keyword];
    if (keyword === 'properties') merged[keyword] = { ...(other as object), ...(value as object) };
    else if (keyword === 'required')
      merged[keyword] = [...((other as string[]) ?? []), ...(value as string[])];
    else if (other === undefined || NOTES.includes(keyword) || keyword.startsWith('x-'))
      merged[keyword] = value;
    else if (JSON.stringify(other) !== JSON.stringify(value))
      throw new Error(
        `openapi.yaml: an allOf has two different values of ${keyword}. Write it as one schema.`,
      );
  }
  return merged;
}
