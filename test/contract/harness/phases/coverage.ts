/** Sends one request per rule of the document. */
import type { Case } from '../case.js';
import type { DataMode } from '../configuration/configuration.js';
import type { Body, Operation } from '../document/model.js';
import { coverageCases } from '../generation/coverage.js';
import { plainCase } from '../generation/examples.js';
import { canWrite } from '../generation/payload.js';
import type { Run } from '../run.js';
import { attempt, makeResources, moveTo } from './attempt.js';
import { note } from './note.js';
import { filters } from './rules/filters.js';
import { pagination } from './rules/pagination.js';

/** RFC 9110, 15.5.10. */
const CONFLICT = 409;

export async function coverage(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  const modes = configuration.modes(operation);
  const next = await makeResources(run, operation, 'coverage');
  const first = await next();
  const taken = await findTaken(run, operation, first.path);
  await pagination(run, operation, first);
  await filters(run, operation, first.path);
  const isFirst = run.operations().find(({ path }) => path === operation.path) === operation;
  // Once for the run: services lock a user out whose password is wrong too often.
  const hasPassword =
    run.operations().find((one) => one.secured) === operation &&
    run.target.self?.some(({ login }) => login) === true;
  for (const item of coverageCases(run.material, operation, first.path, { taken, isFirst, hasPassword })) {
    if (!isMade(item, modes)) continue;
    const resource = await next();
    const isMadeUp = item.made !== undefined && taken.includes(item.made.body);
    const found = await attempt(run, moveTo(item, first, resource), resource, isMadeUp);
    if (found && !configuration.continuesOnFailure(operation)) return;
  }
}

/** Bodies whose example, which was sent before, is in conflict with itself: a name that there may be once. */
async function findTaken(
  run: Run,
  operation: Operation,
  path: Readonly<Record<string, string>>,
): Promise<Body[]> {
  const taken: Body[] = [];
  for (const body of operation.bodies.filter(canWrite)) {
    const exchange = await run.send(plainCase(run.material, operation, 'coverage', path, body));
    note(run, [exchange]);
    if (exchange.answer.status === CONFLICT) taken.push(body);
  }
  return taken;
}

/** Probes are wrong on purpose, as negative data are. */
function isMade({ mode, probe }: Case, modes: readonly DataMode[]): boolean {
  if (probe !== undefined) return modes.includes('negative');
  return mode === 'neutral' || modes.includes(mode);
}
