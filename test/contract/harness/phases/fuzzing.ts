/** Sends random requests, and shrinks the first that shows something to the smallest that still does. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { Operation } from '../document/model.js';
import { negativeCases } from '../generation/negative-cases.js';
import { positiveCases } from '../generation/positive-cases.js';
import type { Exchange, Run } from '../run.js';
import { makeResources, moveTo } from './attempt.js';
import type { Resource } from './resources.js';

/** After so many findings of one operation and mode more would only repeat them. */
const MOST = 5;

export async function fuzzing(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  const makers = { positive: positiveCases, negative: negativeCases };
  const next = await makeResources(run, operation, 'fuzzing');
  const first = await next();
  const most = configuration.continuesOnFailure(operation) ? MOST : 1;
  for (const mode of configuration.modes(operation)) {
    const cases = makers[mode](run.material, operation, first.path);
    for (let found = 0; cases && found < most; found += 1) {
      if (!(await search(run, operation, cases, first, next))) break;
    }
  }
}

interface Shown {
  readonly exchange: Exchange;
  readonly violation: NonNullable<ReturnType<Run['judge']>>;
}

/** @returns whether something new was found */
async function search(
  run: Run,
  operation: Operation,
  cases: Arbitrary<Case>,
  first: Resource,
  next: () => Promise<Resource>,
): Promise<boolean> {
  const { configuration } = run.target;
  // The smallest comes last: fast-check stops shrinking there.
  const shown: Shown[] = [];
  const failed: unknown[] = [];
  const property = fc.asyncProperty(cases, async (item) => {
    // Without a server there is nothing to make smaller.
    if (failed.length > 0) return true;
    try {
      const exchange = await run.send(moveTo(item, first, await next()));
      const violation = run.judge(exchange);
      // While shrinking, another check's finding is another finding.
      if (!violation || (shown[0] && violation.check !== shown[0].violation.check)) return true;
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
  const smallest = shown.at(-1);
  if (!smallest) return false;
  run.report(smallest.violation.check, smallest.violation, [smallest.exchange]);
  return true;
}
