/** Sends random requests, and shrinks the first that shows something to the smallest that still does. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { Operation } from '../document/model.js';
import { negativeCases, positiveCases } from '../generation/fuzzing.js';
import type { Exchange, Run } from '../run.js';
import { makeResources, moveTo } from './attempt.js';
import type { Resource } from './resources.js';

/** After so many findings of one operation and mode more would only repeat them. */
const MOST = 5;

export async function fuzzing(run: Run, operation: Operation): Promise<void> {
  const next = await makeResources(run, operation, 'fuzzing');
  const first = await next();
  const negative = negativeCases(run.material, operation, first.path);
  for (const cases of [positiveCases(run.material, operation, first.path), ...(negative ? [negative] : [])]) {
    for (let found = 0; found < MOST; found += 1) {
      if (!(await search(run, cases, first, next))) break;
    }
  }
}

/** @returns whether something new was found */
async function search(
  run: Run,
  cases: Arbitrary<Case>,
  first: Resource,
  next: () => Promise<Resource>,
): Promise<boolean> {
  const { seed, maxExamples } = run.target.configuration;
  // The smallest comes last: fast-check stops shrinking there.
  const shown: { exchange: Exchange; violation: NonNullable<ReturnType<Run['judge']>> }[] = [];
  const property = fc.asyncProperty(cases, async (item) => {
    const exchange = await run.send(moveTo(item, first, await next()));
    const violation = run.judge(exchange);
    // While shrinking, another check's finding is another finding.
    if (!violation || (shown[0] && violation.check !== shown[0].violation.check)) return true;
    shown.push({ exchange, violation });
    return false;
  });
  await fc.check(property, { seed, numRuns: maxExamples });
  const smallest = shown.at(-1);
  if (!smallest) return false;
  run.report(smallest.violation.check, smallest.violation, [smallest.exchange]);
  return true;
}
