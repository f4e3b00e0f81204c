/** The phases that send single requests: the document's examples, one per rule, random ones. */

import fc from 'fast-check';
import { type Case, isSuccess } from '../case.js';
import type { Operation } from '../document/model.js';
import { breakOne } from '../generation/broken.js';
import { type Material, parameterExample, plainCase, positiveCases } from '../generation/cases.js';
import { coverageCases } from '../generation/coverage.js';
import { withParameter } from '../generation/write.js';
import { filters } from '../rules/filters.js';
import { conditionalReads, location } from '../rules/http.js';
import { defaults, ordering, pagination } from '../rules/lists.js';
import { refusedCreations } from '../rules/stored-data.js';
import type { Exchange, Run } from '../run.js';
import type { DataMode } from '../settings/configuration.js';
import { attempt, moveTo, note } from './attempt.js';
import { makeResources } from './resources.js';

export async function examples(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  if (!configuration.modes(operation).includes('positive')) return;
  const next = await makeResources(run, operation);
  const makers = [...bodyExamples(run.material, operation), ...parameterExamples(run.material, operation)];
  for (const make of makers) {
    const resource = await next();
    const item = make(resource.path);
    const found = item && (await attempt(run, item, resource));
    if (found && !configuration.continuesOnFailure(operation)) return;
  }
}

type Maker = (path: Case['path']) => Case | undefined;

function bodyExamples(material: Material, operation: Operation): Maker[] {
  if (operation.bodies.length === 0) return [(path) => plainCase(material, operation, path)];
  return operation.bodies.flatMap((body) =>
    Array.from({ length: Math.max(body.examples.length, 1) }, (_, index) => (path) => {
      const plain = plainCase(material, operation, path, body, index);
      const values = body.examples.length > 0 ? 'the example' : 'made-up values';
      return { ...plain, about: `${values} as ${body.mediaType}`, pointer: body.pointer };
    }),
  );
}

function parameterExamples(material: Material, operation: Operation): Maker[] {
  return operation.parameters
    .filter(({ required, examples: given }) => !required && given.length > 0)
    .map((parameter) => (path) => {
      const plain = plainCase(material, operation, path);
      const { value, isValid } = parameterExample(material, parameter);
      const mode = isValid ? plain.mode : 'neutral';
      const what = { mode, about: `the example of ${parameter.name}`, pointer: parameter.pointer } as const;
      return withParameter(plain, parameter, value, what);
    });
}

export async function coverage(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  const modes = configuration.modes(operation);
  const next = await makeResources(run, operation);
  const first = await next();
  const made = await findTaken(run, operation, first.path);
  if (made) await location(run, made);
  await refusedCreations(run, operation, first.path);
  await conditionalReads(run, operation, first.path);
  await pagination(run, operation, first);
  await ordering(run, operation, first);
  await defaults(run, operation, first);
  await filters(run, operation, first.path);
  const isFirst = run.operations().find(({ path }) => path === operation.path) === operation;
  // Once for the run: services lock a user out whose password is wrong too often.
  const hasPassword =
    run.operations().find((one) => one.secured) === operation &&
    run.target.self?.some(({ login }) => login) === true;
  for (const item of coverageCases(run.material, operation, first.path, { isFirst, hasPassword })) {
    if (!isMade(item, modes)) continue;
    const resource = await next();
    const found = await attempt(run, moveTo(item, first, resource), resource);
    if (found && !configuration.continuesOnFailure(operation)) return;
  }
}

/** Sends each example twice: the second may be in conflict with the first. @returns one that was accepted */
async function findTaken(run: Run, operation: Operation, path: Case['path']): Promise<Exchange | undefined> {
  let accepted: Exchange | undefined;
  const bodies = [...operation.bodies, ...operation.bodies];
  const isBare = bodies.length === 0 && operation.method === 'POST';
  for (const body of isBare ? [undefined] : bodies) {
    const exchange = await run.send(plainCase(run.material, operation, path, body));
    note(run, [exchange]);
    if (exchange.answer.status === 409) run.taken.add(operation);
    if (isSuccess(exchange.answer)) accepted = exchange;
  }
  return accepted;
}

/** Probes are wrong on purpose, as negative data are. */
function isMade({ mode, probe }: Case, modes: readonly DataMode[]): boolean {
  if (probe !== undefined) return modes.includes('negative');
  return mode === 'neutral' || modes.includes(mode);
}

export async function fuzzing(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  const modes = configuration.modes(operation);
  const next = await makeResources(run, operation);
  const first = await next();
  const cases = positiveCases(run.material, operation, first.path);
  const { seed } = configuration;
  const items = cases ? fc.sample(cases, { seed, numRuns: configuration.maxExamples(operation) }) : [];
  // Coverage breaks each rule in a plain request: in random ones some are broken.
  const broken = items
    .slice(0, Math.ceil(items.length / BROKEN))
    .flatMap((item, index) => breakOne(run.material, item, seed + index) ?? []);
  const wanted = [
    ...(modes.includes('positive') ? items : []),
    ...(modes.includes('negative') ? broken : []),
  ];
  for (const item of wanted) {
    const resource = await next();
    const found = await attempt(run, moveTo(item, first, resource), resource);
    if (found && !configuration.continuesOnFailure(operation)) return;
  }
}

const BROKEN = 2;
