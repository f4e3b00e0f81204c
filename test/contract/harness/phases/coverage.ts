/** Sends one request per rule of the document. */
import type { Operation } from '../document/model.js';
import { coverageCases } from '../generation/coverage.js';
import type { Run } from '../run.js';
import { attempt, makeResources, moveTo } from './attempt.js';

export async function coverage(run: Run, operation: Operation): Promise<void> {
  const next = await makeResources(run, operation, 'coverage');
  const first = await next();
  for (const item of coverageCases(run.material, operation, first.path)) {
    await attempt(run, moveTo(item, first, await next()));
  }
}
