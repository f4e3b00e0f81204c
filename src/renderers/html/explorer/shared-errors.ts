/** The errors that several operations answer with in the same words: described once, not at each operation. */
import { oncePer } from '../../../contract/once-per.js';
import { operationsOf } from '../../../contract/operations-of.js';
import { resolve } from '../../../contract/resolve-references.js';
import type { Response, Specification } from '../../../contract/specification.js';

export interface SharedError {
  readonly status: string;
  readonly description: string;
}

/** @returns by status, each meaning once */
export function sharedErrors(specification: Specification): readonly SharedError[] {
  return [...countsOf(specification)]
    .filter(([, { count }]) => count > 1)
    .map(([, { error }]) => error)
    .sort((one, other) => Number(one.status) - Number(other.status));
}

export function isShared(status: string, { description }: Response, specification: Specification): boolean {
  return (countsOf(specification).get(keyOf({ status, description }))?.count ?? 0) > 1;
}

interface Count {
  readonly error: SharedError;
  readonly count: number;
}

const countsOf = oncePer(function count(specification: Specification): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const [status, { description }] of errorsOf(specification)) {
    const error = { status, description: description.trim() };
    counts.set(keyOf(error), { error, count: (counts.get(keyOf(error))?.count ?? 0) + 1 });
  }
  return counts;
});

function errorsOf(specification: Specification): readonly (readonly [string, Response])[] {
  return Object.values(specification.paths)
    .flatMap((item) => operationsOf(item).flatMap(([, { responses }]) => Object.entries(responses)))
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => [status, resolve(specification, response)]);
}

const keyOf = ({ status, description }: SharedError) => `${status} ${description.trim()}`;
