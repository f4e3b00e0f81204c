/** A part of the operations for one of several runs: what works on the same resources stays together. */
import { CannotRun } from './cannot-run.js';
import type { Operation } from './document/model.js';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** @param given `2/4` */
export function readShard(given: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(given) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new CannotRun(`--shard takes a part and how many there are, such as 1/4, not ${given}.`);
}

/** Operations whose paths begin alike work on the same resources. */
export const groupOf = ({ path }: Operation): string =>
  path.split('/').find((step) => step !== '' && !step.startsWith('{') && !VERSION.test(step)) ?? '';
const VERSION = /^(api|rest|v\d+(\.\d+)*)$/i;

/** The largest group first to the shard that has least. */
export function operationsOf(
  operations: readonly Operation[],
  { index, count }: Shard,
): ReadonlySet<Operation> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = groupOf(operation);
    groups.set(name, [...(groups.get(name) ?? []), operation]);
  }
  const shards = Array.from({ length: count }, (): Operation[] => []);
  for (const group of [...groups.values()].toSorted((one, other) => other.length - one.length)) {
    const [least] = shards.toSorted((one, other) => one.length - other.length);
    least?.push(...group);
  }
  return new Set(shards[index - 1]);
}
