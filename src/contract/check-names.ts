/** Checks that every reverse name that `openapi.yaml` refers to is the name of a path, so that no page breaks later. */
import type { Specification } from './specification.js';

/** The extensions whose value is a reverse name, or holds one as `to`. */
const REFERRING = ['x-path-of', 'x-link'] as const;

/** @throws Error that names each unknown name and where it stands */
export function checkNames(specification: Specification): void {
  const names = new Set(Object.values(specification.paths).map((item) => item['x-name']));
  const unknown = [...references(specification, '#')].filter(({ name }) => !names.has(name));
  if (unknown.length === 0) return;
  const lines = unknown.map(({ name, where }) => `  ${where}: no path has the x-name "${name}"`);
  throw new Error(['openapi.yaml refers to paths that do not exist:', ...lines].join('\n'));
}

function* references(node: unknown, where: string): Generator<{ name: string; where: string }> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isReferring = REFERRING.some((extension) => extension === key);
    const name =
      isReferring && typeof value === 'object' && value !== null && 'to' in value ? value.to : value;
    if (isReferring) yield { name: String(name), where: `${where}/${key}` };
    else yield* references(value, `${where}/${key}`);
  }
}
