/** Sends the document's own examples: of each body, and of each optional parameter. */
import type { Case } from '../case.js';
import type { Operation } from '../document/model.js';
import { type Material, parameterExample, plainCase } from '../generation/examples.js';
import { canWrite } from '../generation/payload.js';
import { withParameter } from '../generation/write-parameter.js';
import type { Run } from '../run.js';
import { attempt, makeResources } from './attempt.js';

export async function examples(run: Run, operation: Operation): Promise<void> {
  const { configuration } = run.target;
  if (!configuration.modes(operation).includes('positive')) return;
  const next = await makeResources(run, operation, 'examples');
  const makers = [...bodyExamples(run.material, operation), ...parameterExamples(run.material, operation)];
  for (const make of makers) {
    const resource = await next();
    const item = make(resource.path);
    const found = item && (await attempt(run, item, resource, true));
    if (found && !configuration.continuesOnFailure(operation)) return;
  }
}

type Maker = (path: Readonly<Record<string, string>>) => Case | undefined;

function bodyExamples(material: Material, operation: Operation): Maker[] {
  const written = operation.bodies.filter(canWrite);
  if (written.length === 0) return [(path) => plainCase(material, operation, 'examples', path)];
  return written.flatMap((body) =>
    Array.from({ length: Math.max(body.examples.length, 1) }, (_, index) => (path) => {
      const plain = plainCase(material, operation, 'examples', path, body, index);
      const values = body.examples.length > 0 ? 'the example' : 'made-up values';
      return { ...plain, about: `${values} as ${body.mediaType}`, pointer: body.pointer };
    }),
  );
}

function parameterExamples(material: Material, operation: Operation): Maker[] {
  return operation.parameters
    .filter(({ required, examples: given }) => !required && given.length > 0)
    .map((parameter) => (path) => {
      const plain = plainCase(material, operation, 'examples', path);
      const { value, isValid } = parameterExample(material, parameter);
      const mode = isValid ? plain.mode : 'neutral';
      const what = { mode, about: `the example of ${parameter.name}`, pointer: parameter.pointer } as const;
      return withParameter(plain, parameter, value, what);
    });
}
