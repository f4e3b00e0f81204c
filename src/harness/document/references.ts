/** Where references lead: within the description, and into the files beside it. */
import { isRecord, type Member } from './model.js';

export interface Reference extends Member {
  readonly $ref: string;
}

export const isReference = (node: unknown): node is Reference =>
  isRecord(node) && typeof node.$ref === 'string';

/** A part of the description that cannot be read: it costs the operations that it is a part of. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** The description and the files that it refers to, by their addresses. */
export interface Sources {
  /** The address of the description itself. */
  readonly own: string;
  /** What a file holds, or why it cannot be read. */
  readonly files: ReadonlyMap<string, unknown>;
}

interface Target {
  readonly node: unknown;
  readonly file: string;
  readonly pointer: string;
}

/** @param file the address of the file that the reference stands in @throws Unreadable when it leads nowhere */
export function lookUp({ files }: Sources, $ref: string, file: string): Target {
  const [path = '', pointer = ''] = $ref.split(/#(.*)/s);
  const address = addressOf(path, file);
  const held = address === undefined ? undefined : files.get(address);
  if (address === undefined || held === undefined)
    throw new Unreadable(`The reference ${$ref} leads to no file.`);
  if (held instanceof Unreadable) throw new Unreadable(`The reference ${$ref}: ${held.message}`);
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new Unreadable(`The reference ${$ref} is no JSON pointer.`);
  const node = stepsOf(pointer).reduce<unknown>(
    (inner, step) =>
      (isRecord(inner) || Array.isArray(inner)) && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    held,
  );
  if (node === undefined) throw new Unreadable(`The reference ${$ref} points to nothing.`);
  return { node, file: address, pointer };
}

/** @returns the address of the file that a reference in another file leads to */
export const addressOf = (path: string, file: string): string | undefined => {
  if (path === '') return file;
  return URL.canParse(path, file) ? new URL(path, file).href : undefined;
};

const stepsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decode(step).replace(/~1/g, '/').replace(/~0/g, '~'));

/** A `%` that encodes nothing is a part of the name. */
const decode = (step: string) =>
  step.replace(/(%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

export const escapeStep = (step: string) => step.replace(/~/g, '~0').replace(/\//g, '~1');
