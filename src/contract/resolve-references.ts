/** Follows the local `$ref`s of a specification. */
import type { Reference, Specification } from './specification.js';

/** @returns the object itself, or what its `$ref` names in the same specification (RFC 6901 pointer in the fragment) */
export function resolve<T extends object>(specification: Specification, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const target = value.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], specification);
  if (target === undefined) throw new Error(`openapi.yaml refers to ${value.$ref}, which is not there`);
  // The linter has checked that the target has the shape that its place needs.
  return resolve(specification, target as T);
}
