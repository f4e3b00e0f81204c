/** Sends a case, on a resource of its own where it may destroy one, and notes what the checks have against the answer. */
import type { Case, Phase } from '../case.js';
import type { Operation } from '../document/model.js';
import { NoAnswer } from '../no-answer.js';
import type { Exchange, Run } from '../run.js';
import { noteMadeUp } from './blame.js';
import { note } from './note.js';
import { obtain, type Resource } from './resources.js';

/** Paths for an operation's requests: a fresh one for each where the request removes what it names. */
export async function makeResources(
  run: Run,
  operation: Operation,
  phase: Phase,
): Promise<() => Promise<Resource>> {
  const nothing: Resource = { path: {}, template: operation.path, exchanges: [], own: false };
  if (operation.method === 'DELETE') return async () => (await obtain(run, operation, phase)) ?? nothing;
  const shared = (await obtain(run, operation, phase)) ?? nothing;
  return async () => shared;
}

/**
 * @param resource that the path names: its requests come before, for a person who repeats the case
 * @param isMadeUp all of the body, so that the part at fault has to be found
 * @returns whether something new was found
 */
export async function attempt(run: Run, item: Case, resource?: Resource, isMadeUp = false): Promise<boolean> {
  const before = madeBy(resource, { item });
  try {
    const exchanges = [...before, await run.send(item)];
    return isMadeUp ? await noteMadeUp(run, exchanges) : note(run, exchanges);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const violation = { message: error.message, pointer: item.pointer };
    return run.report('not_a_server_error', violation, [...before, error]) !== undefined;
  }
}

/** The requests without which the case would not find what it names. */
export function madeBy(
  resource: Resource | undefined,
  { item }: Pick<Exchange, 'item'>,
): readonly Exchange[] {
  const { exchanges = [], path = {} } = resource ?? {};
  const isNamed = Object.entries(path).some(([name, value]) => item.path[name] === value);
  return isNamed ? exchanges : [];
}

/** A case that was made for one resource, sent to another. Values that the case itself chose stay. */
export function moveTo(item: Case, from: Resource, { path }: Resource): Case {
  const own = Object.entries(item.path).filter(([name, value]) => value !== from.path[name]);
  return { ...item, path: { ...item.path, ...path, ...Object.fromEntries(own) } };
}
