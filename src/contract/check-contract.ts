/**
 * Checks what no schema of OpenAPI says: that the extensions of `openapi.yaml` fit one another and the code.
 * `npm run generate` runs it, and every start, because a deployment may bring a contract of its own.
 */
import type { PathItem, Specification } from './specification.js';

/** What the code has, by the names that `openapi.yaml` uses. */
export interface Code {
  readonly permissions: Readonly<Record<string, { readonly allowsObject?: unknown }>>;
}

/**
 * @param specification of one deployment
 * @throws Error that names every problem: its place, and what to change
 */
export function checkContract(specification: Specification, code: Code): void {
  const problems = [
    ...unknownNames(specification),
    ...Object.entries(specification.paths).flatMap(([path, item]) => [
      ...uncheckedPermissions(path, item, code),
    ]),
  ];
  if (problems.length > 0) throw new Error(problems.map((problem) => `openapi.yaml: ${problem}`).join('\n'));
}

/** The extensions whose value is a reverse name, or holds one as `to`. */
const REFERRING: readonly string[] = ['x-path-of', 'x-link'];

/** Without this check a page would fail when somebody opens it, because it cannot make the link. */
function unknownNames(specification: Specification): string[] {
  const names = new Set(Object.values(specification.paths).map((item) => item['x-name']));
  return [...references(specification, '#')]
    .filter(({ name }) => !names.has(name))
    .map(({ name, where }) => `${where}: no path has the x-name "${name}".`);
}

function* references(node: unknown, where: string): Generator<{ name: string; where: string }> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isReferring = REFERRING.includes(key);
    const name =
      isReferring && typeof value === 'object' && value !== null && 'to' in value ? value.to : value;
    if (isReferring) yield { name: String(name), where: `${where}/${key}` };
    else yield* references(value, `${where}/${key}`);
  }
}

/** Without the record an object permission is never asked, and would protect nothing. */
function uncheckedPermissions(path: string, item: PathItem, { permissions }: Code): string[] {
  if (item['x-object'] !== undefined) return [];
  return item['x-permissions']
    .filter((name) => Object.hasOwn(permissions, name) && permissions[name]?.allowsObject)
    .map(
      (name) =>
        `${path} has the object permission ${name} and no x-object. ` +
        'Add x-object with the collection whose record {id} names, so that the permission is checked.',
    );
}
