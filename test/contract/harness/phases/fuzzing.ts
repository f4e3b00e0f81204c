/** Sends random requests, and shrinks each that fails to the smallest that still does. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { Operation } from '../document/model.js';
import { keyOf } from '../finding.js';
import { negativeCases } from '../generation/negative-cases.js';
import { positiveCases } from '../generation/positive-cases.js';
import type { Exchange, Named, Run } from '../run.js';
import { madeBy, makeResources, moveTo } from './attempt.js';
import { blame, type Part, withPlain } from './blame.js';
import type { Resource } from './resources.js';

/** Searches per operation and mode: each leaves out what the ones before found. */
const MOST = 8;

export async function fuzzing(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  const makers = { positive: positiveCases, negative: negativeCases };
  const next = await makeResources(run, operation, 'fuzzing');
  const first = await next();
  const most = configuration.continuesOnFailure(operation) ? MOST : 1;
  for (const mode of configuration.modes(operation)) {
    const cases = makers[mode](run.material, operation, first.path);
    const blamed: Part[] = [];
    for (let found = 0; cases && found < most; found += 1) {
      const plainer = cases.map((item) =>
        blamed.reduce((made, part) => withPlain(run, made, part) ?? made, item),
      );
      const shown = await search(run, operation, plainer, first, next);
      if (!shown) break;
      const { exchange, violation } = shown;
      const part = await blame(run, exchange, violation);
      if (part) blamed.push(part);
      const violations = part ? [{ ...violation, pointer: part.pointer }] : [violation];
      const resource = await next();
      for (const one of violations)
        run.report(violation.check, one, [...madeBy(resource, exchange), exchange]);
    }
  }
}

interface Shown {
  readonly exchange: Exchange;
  readonly violation: Named;
}

/** @returns the smallest request that shows something new */
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
