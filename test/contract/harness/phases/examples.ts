/** Sends the document's own examples: of each body, and of each optional parameter. */
import type { Operation } from '../document/model.js';
import { withParameter } from '../generation/coverage.js';
import { plainCase } from '../generation/examples.js';
import type { Run } from '../run.js';
import { attempt, makeResources } from './attempt.js';

export async function examples(run: Run, operation: Operation): Promise<void> {
  const next = await makeResources(run, operation, 'examples');
  const bodies = operation.bodies.length > 0 ? operation.bodies : [undefined];
  for (const body of bodies) {
    const { path } = await next();
    const plain = plainCase(run.material, operation, 'examples', path, body);
    await attempt(run, { ...plain, about: `the example${body ? ` as ${body.mediaType}` : ''}` });
  }
  for (const parameter of operation.parameters) {
    if (parameter.required || parameter.example === undefined) continue;
    const { path } = await next();
    const plain = plainCase(run.material, operation, 'examples', path);
    const what = {
      mode: 'positive',
      about: `the example of ${parameter.name}`,
      pointer: parameter.pointer,
    } as const;
    await attempt(run, withParameter(plain, parameter, String(parameter.example), what));
  }
}
