/** References: those of a document to itself (RFC 6901), and the files and URLs that it refers to. */

import { dirname, isAbsolute, join } from 'node:path';
import { CannotRun } from '../errors.js';
import { asRecord, isRecord, type Member } from './model.js';

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

/** Where the other documents stand; no document has a member of this name itself. */
const HOLDER = 'x-contract-documents';

interface Bundled {
  readonly source: Member;
  /** What could not be read; the references to it stay as they are. */
  readonly warnings: readonly string[];
  /** @returns the pointer with the name of the file in which it stands */
  placeOf(pointer: string): string;
}

/** @param load reads and parses what is at a path or an address */
export async function bundle(
  root: Member,
  location: string,
  load: (location: string, isReference: boolean) => Promise<unknown>,
): Promise<Bundled> {
  if (!hasForeignReference(root)) return { source: root, warnings: [], placeOf: (pointer) => pointer };
  /** By location: the number under which the document is held. */
  const held = new Map<string, number>();
  const documents: unknown[] = [];
  const warnings: string[] = [];

  async function numberOf(target: string): Promise<number | undefined> {
    const known = held.get(target);
    if (known !== undefined) return known;
    try {
      if (/^https?:/i.test(target) && originOf(target) !== originOf(location))
        throw new CannotRun(`${target} is on another host than the document, and is not read.`);
      const loaded = await load(target, true);
      // A document that refers back to this one must find it.
      const number = documents.push(undefined) - 1;
      held.set(target, number);
      documents[number] = await rewrite(loaded, target, `#/${HOLDER}/${number}`);
      return number;
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error;
      warnings.push(error.message);
      return undefined;
    }
  }

  /** @param own pointer of the document in the whole */
  async function rewrite(node: unknown, base: string, own: string): Promise<unknown> {
    if (Array.isArray(node)) return Promise.all(node.map((item) => rewrite(item, base, own)));
    if (!isRecord(node)) return node;
    const entries: [string, unknown][] = [];
    for (const [name, value] of Object.entries(node))
      entries.push([
        name,
        name === '$ref' && typeof value === 'string'
          ? await refer(value, base, own)
          : await rewrite(value, base, own),
      ]);
    return Object.fromEntries(entries);
  }

  async function refer(reference: string, base: string, own: string): Promise<string> {
    const [file = '', fragment = ''] = reference.split('#');
    if (file === '') return own === '#' ? reference : (localTo(own, fragment) ?? reference);
    const target = locate(file, base);
    if (target === location) return `#${fragment}`;
    const number = await numberOf(target);
    return number === undefined ? reference : (localTo(`#/${HOLDER}/${number}`, fragment) ?? reference);
  }

  const rewritten = await rewrite(root, location, '#');
  const source = { ...(rewritten as Member), [HOLDER]: documents };
  const names = [...held.keys()];
  const pattern = new RegExp(`^#/${HOLDER}/(\\d+)`);
  const placeOf = (pointer: string) =>
    pointer.replace(pattern, (_whole, number: string) => `${names[Number(number)] ?? ''}#`);
  return { source, warnings, placeOf };
}

/** @returns undefined for an anchor, which is no pointer */
function localTo(own: string, fragment: string): string | undefined {
  if (fragment === '' || fragment === '/') return own;
  return fragment.startsWith('/') ? `${own}${fragment}` : undefined;
}

function locate(file: string, base: string): string {
  if (/^https?:/i.test(file)) return file;
  if (/^https?:/i.test(base)) return new URL(file, base).href;
  const path = decodeURIComponent(file);
  return isAbsolute(path) ? path : join(dirname(base), path);
}

/** Files have none: what they refer to on the network is not read either. */
const originOf = (location: string) => (URL.canParse(location) ? new URL(location).origin : undefined);

function hasForeignReference(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasForeignReference);
  if (!isRecord(node)) return false;
  if (typeof node.$ref === 'string' && !node.$ref.startsWith('#')) return true;
  return Object.values(node).some(hasForeignReference);
}
