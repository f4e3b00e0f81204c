/** Sends a case, on a resource of its own where it may destroy one, and notes what the checks have against the answer. */
import type { Case, Phase } from '../case.js';
import type { Operation } from '../document/model.js';
import type { Exchange, Run } from '../run.js';
import { obtain, type Resource } from './resources.js';

/** Paths for an operation's requests: a fresh one for each where the request removes what it names. */
export async function makeResources(
  run: Run,
  operation: Operation,
  phase: Phase,
): Promise<() => Promise<Resource>> {
  const nothing: Resource = { path: {}, exchanges: [], own: false };
  if (operation.method === 'DELETE') return async () => (await obtain(run, operation, phase)) ?? nothing;
  const shared = (await obtain(run, operation, phase)) ?? nothing;
  return async () => shared;
}

/** @returns whether something new was found */
export async function attempt(run: Run, item: Case): Promise<boolean> {
  const exchange = await run.send(item);
  return note(run, [exchange]);
}

/** Judges the last of the exchanges. */
export function note(run: Run, exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  const violation = last && run.judge(last);
  if (!violation) return false;
  run.report(violation.check, violation, exchanges);
  return true;
}

/** A case that was made for one resource, sent to another. Values that the case itself chose stay. */
export function moveTo(item: Case, from: Resource, { path }: Resource): Case {
  const own = Object.entries(item.path).filter(([name, value]) => value !== from.path[name]);
  return { ...item, path: { ...item.path, ...path, ...Object.fromEntries(own) } };
}
