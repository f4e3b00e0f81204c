/** Looks up local references (`#/components/...`, RFC 6901). */
import { CannotRun } from '../cannot-run.js';
import type { Schema } from './model.js';
import { asRecord, isRecord, type Member } from './values.js';

/** @returns what the node refers to, or the node itself, and the pointer of either */
export function resolve(source: Member, node: unknown, pointer: string): { node: Member; pointer: string } {
  let found = { node: asRecord(node), pointer };
  while (typeof found.node.$ref === 'string') {
    found = { node: asRecord(lookUp(source, found.node.$ref)), pointer: found.node.$ref };
  }
  return found;
}

export function resolveSchema(source: Member, schema: Schema): Schema {
  // A schema is what the document says at a schema's place; nothing more can be known of it.
  return resolve(source, schema, '').node as Schema;
}

export function lookUp(source: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#')) throw new CannotRun(`The reference ${pointer} leads out of the document.`);
  const steps = pointer.slice(1).split('/').slice(1).map(unescapeStep);
  const found = steps.reduce<unknown>(
    (node, step) => (isRecord(node) || Array.isArray(node) ? Reflect.get(node, step) : undefined),
    source,
  );
  if (found === undefined) throw new CannotRun(`The reference ${pointer} leads nowhere.`);
  return found;
}

const unescapeStep = (step: string) => decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~');

/** One step of a JSON pointer. */
export const escapeStep = (step: string) => step.replace(/~/g, '~0').replace(/\//g, '~1');
