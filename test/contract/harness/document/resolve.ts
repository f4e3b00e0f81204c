/** Looks up local references (`#/components/...`, RFC 6901). */
import { CannotRun } from '../cannot-run.js';
import { asRecord, isRecord, type Member } from './values.js';

/** References that lead to references: more of them than this are a circle. */
const MOST = 50;

export interface Found {
  readonly node: Member;
  readonly pointer: string;
}

/**
 * @returns what the node refers to, or the node itself, and the pointer of either
 * @throws CannotRun when it leads nowhere
 */
export function resolve(source: Member, node: unknown, pointer: string): Found {
  let found = { node: asRecord(node), pointer };
  for (let steps = 0; typeof found.node.$ref === 'string'; steps += 1) {
    if (steps > MOST) throw new CannotRun(`The reference ${found.node.$ref} leads back to itself.`);
    found = { node: asRecord(lookUp(source, found.node.$ref)), pointer: found.node.$ref };
  }
  return found;
}

/** @throws CannotRun when there is nothing */
export function lookUp(source: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#/')) throw new CannotRun(`The reference ${pointer} leads outside the document.`);
  const steps = pointer.slice(2).split('/').map(unescapeStep);
  const found = steps.reduce<unknown>(
    (node, step) => (isRecord(node) || Array.isArray(node) ? Reflect.get(node, step) : undefined),
    source,
  );
  if (found === undefined) throw new CannotRun(`The reference ${pointer} points to nothing.`);
  return found;
}

const unescapeStep = (step: string) => decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~');

/** One step of a JSON pointer. */
export const escapeStep = (step: string) => step.replace(/~/g, '~0').replace(/\//g, '~1');
