/** Which operation makes, or lists, what the last parameter of a path names. */
import type { Operation } from '../document/model.js';
import type { Run } from '../run.js';
import { shapeOf } from './path-names.js';

/** What comes before the last parameter. */
export const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('{'));

/** The operation on the path before the last parameter. */
export function collectionOperation(run: Run, path: string, method: string): Operation | undefined {
  return path.includes('{') ? operationOn(run, collectionOf(path), method) : undefined;
}

/** A service that leaves names to its clients makes things by PUT on their own path (RFC 9110, 9.3.4). */
export function namingOperation(run: Run, path: string): Operation | undefined {
  return path.includes('{') ? operationOn(run, path.slice(0, path.lastIndexOf('}') + 1), 'PUT') : undefined;
}

/**
 * The operation that makes what `operation`'s path names: the POST on the path before its last parameter, else the PUT
 * on itself.
 */
export const producerOf = (run: Run, { path }: Operation): Operation | undefined =>
  collectionOperation(run, path, 'POST') ?? namingOperation(run, path);

export const isProducer = (run: Run, operation: Operation) => followersOf(run, operation).length > 0;

/** The operations on what it makes. */
export const followersOf = (run: Run, producer: Operation): readonly Operation[] =>
  indexOf(run).followers.get(producer) ?? [];

const operationOn = (run: Run, path: string, method: string) =>
  indexOf(run).byShape.get(`${method} ${shapeOf(path)}`);

interface Index {
  /** By method and shape of the path. */
  readonly byShape: Map<string, Operation>;
  readonly followers: Map<Operation, Operation[]>;
}

/** Large documents have a thousand operations: they are not searched again and again. */
const indices = new WeakMap<Run, Index>();

function indexOf(run: Run): Index {
  const known = indices.get(run);
  if (known) return known;
  const index: Index = { byShape: new Map(), followers: new Map() };
  indices.set(run, index);
  for (const operation of [...run.operations()].reverse())
    index.byShape.set(`${operation.method} ${shapeOf(operation.path)}`, operation);
  for (const operation of run.operations()) {
    const producer = producerOf(run, operation);
    if (producer) index.followers.set(producer, [...(index.followers.get(producer) ?? []), operation]);
  }
  return index;
}
