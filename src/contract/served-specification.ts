/** The specification as clients get it: without what only this service reads, and without what nothing refers to. */
import type { Specification } from './specification.js';

type Node = Readonly<Record<string, unknown>>;

/** Their members are names that the contract gives, not keywords. */
const MAPS = new Set(['properties', 'headers']);
/** Any value may stand there. */
const VALUES = new Set(['example', 'examples', 'default', 'enum']);

/** @returns a copy; the extensions (`x-`) go, and then the components that only they referred to */
export function servedSpecification(specification: Specification): Node {
  const { components, ...rest } = withoutExtensions(specification) as Node & { components: Components };
  const { securitySchemes = {}, ...others } = components;
  const reached = reachedFrom(rest, others);
  const used = Object.entries(others).map(([kind, members]) => [
    kind,
    only(members, (name) => reached.has(`#/components/${kind}/${name}`)),
  ]);
  return { ...rest, components: { securitySchemes, ...Object.fromEntries(used) } };
}

type Components = Readonly<Record<string, Node>>;

function withoutExtensions(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExtensions(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isMap || !key.startsWith('x-'));
  return Object.fromEntries(
    kept.map(([key, member]) => [
      key,
      !isMap && VALUES.has(key) ? member : withoutExtensions(member, !isMap && MAPS.has(key)),
    ]),
  );
}

/** The references that can be reached from the paths, directly or through other components. */
function reachedFrom(start: Node, components: Components): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value && typeof value.$ref === 'string' && !reached.has(value.$ref)) {
      reached.add(value.$ref);
      const [, , kind = '', name = ''] = value.$ref.split('/');
      visit(components[kind]?.[name]);
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(start);
  return reached;
}

function only(members: Node, isKept: (name: string) => boolean): Node {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isKept(name)));
}
