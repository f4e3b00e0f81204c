/** The phases that send single requests: the document's examples, one per rule, random ones. */

import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { DataMode } from '../configuration.js';
import type { Operation } from '../document/model.js';
import { type Material, parameterExample, plainCase, positiveCases } from '../generation/cases.js';
import { coverageCases } from '../generation/coverage.js';
import { withParameter } from '../generation/write.js';
import { keyOf } from '../report.js';
import { filters } from '../rules/filters.js';
import { ordering, pagination } from '../rules/lists.js';
import type { Exchange, Named, Run } from '../run.js';
import { attempt, madeBy, moveTo, note } from './attempt.js';
import { makeResources, type Resource } from './resources.js';

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
  await findTaken(run, operation, first.path);
  await pagination(run, operation, first);
  await ordering(run, operation, first);
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

/** Sends each example twice: the second may be in conflict with the first. */
async function findTaken(run: Run, operation: Operation, path: Case['path']): Promise<void> {
  for (const body of [...operation.bodies, ...operation.bodies]) {
    const exchange = await run.send(plainCase(run.material, operation, path, body));
    note(run, [exchange]);
    if (exchange.answer.status === 409) run.taken.add(operation);
  }
}

/** Probes are wrong on purpose, as negative data are. */
function isMade({ mode, probe }: Case, modes: readonly DataMode[]): boolean {
  if (probe !== undefined) return modes.includes('negative');
  return mode === 'neutral' || modes.includes(mode);
}

/** Searches per operation: each leaves out what the ones before found. */
const MOST = 8;

export async function fuzzing(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  if (!configuration.modes(operation).includes('positive')) return;
  const next = await makeResources(run, operation);
  const first = await next();
  const cases = positiveCases(run.material, operation, first.path);
  const most = configuration.continuesOnFailure(operation) ? MOST : 1;
  for (let found = 0; cases && found < most; found += 1) {
    const shown = await search(run, operation, cases, first, next);
    if (!shown) return;
    const { exchange, violation } = shown;
    run.report(violation.check, violation, [...madeBy(await next(), exchange), exchange]);
  }
}

interface Shown {
  readonly exchange: Exchange;
  readonly violation: Named;
}

async function search(
  run: Run,
  operation: Operation,
  cases: Arbitrary<Case>,
  first: Resource,
  next: () => Promise<Resource>,
): Promise<Shown | undefined> {
  const { configuration } = run.target;
  // The smallest comes last: fast-check stops shrinking there.
  const shown: Shown[] = [];
  const failed: unknown[] = [];
  const property = fc.asyncProperty(cases, async (item) => {
    // Without a server there is nothing to make smaller.
    if (failed.length > 0) return true;
    try {
      const exchange = await run.send(moveTo(item, first, await next()));
      const violations = run.judge(exchange);
      // While shrinking, another finding is another fault.
      const violation = shown[0] ? violations.find((one) => isSame(one, exchange, shown[0])) : violations[0];
      if (!violation) return true;
      shown.push({ exchange, violation });
    } catch (error) {
      failed.push(error);
    }
    return false;
  });
  await fc.check(property, {
    seed: configuration.seed,
    numRuns: configuration.maxExamples(operation),
    endOnFailure: !configuration.shrinks(operation),
  });
  if (failed.length > 0) throw failed[0];
  return shown.at(-1);
}

function isSame(violation: Named, exchange: Exchange, first: Shown | undefined): boolean {
  const key = ({ check, pointer, field, subject }: Named, { item, answer }: Exchange) =>
    keyOf({ check, pointer, field, subject, operation: item.operation.label, status: answer.status });
  return first !== undefined && key(violation, exchange) === key(first.violation, first.exchange);
}
