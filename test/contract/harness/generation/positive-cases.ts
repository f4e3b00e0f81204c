/** Random requests that keep every rule. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { Body, Operation, Parameter } from '../document/model.js';
import type { Json } from '../document/values.js';
import { validValue } from './arbitrary.js';
import { bareCase, type Material } from './examples.js';
import { judgeForm } from './judge-form.js';
import { judgeParameter } from './judge-parameter.js';
import { isForm } from './media-types.js';
import { canWrite, writePayload } from './payload.js';
import { sift } from './sift.js';
import { withParameter } from './write-parameter.js';

export const MADE_UP = 'made up, and valid';

/** @returns undefined when nothing valid can be made up for the body */
export function positiveCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
): Arbitrary<Case> | undefined {
  const bare = bareCase(material, operation, 'fuzzing', path);
  const given = operation.parameters.filter((parameter) => parameter.in !== 'path');
  const changes = given.map((parameter) => anyParameter(material, parameter));
  const written = operation.bodies.filter(canWrite);
  const bodies = written.flatMap((body) => anyBody(material, bare, body) ?? []);
  if (written.length > 0 && bodies.length === 0) return undefined;
  const start = bodies.length > 0 ? fc.oneof(...bodies) : fc.constant({ ...bare, about: MADE_UP });
  return fc
    .tuple(start, fc.tuple(...changes))
    .map(([item, filled]) => filled.reduce((made, change) => change(made), item));
}

function anyBody(material: Material, bare: Case, body: Body): Arbitrary<Case> | undefined {
  const { source, validators } = material;
  const values = validValue(source, body.schema, validators.sent(body.schema));
  const isKept = (value: Json) => judgeForm(material, body, value) === 'kept';
  const kept = values && isForm(body.mediaType) ? sift(values, isKept) : values;
  return kept?.map((value) => ({
    ...bare,
    about: MADE_UP,
    pointer: body.pointer,
    body: writePayload(source, body, value),
    made: { body, value },
  }));
}

/** @returns the same request with a valid body that was made up; undefined when none can be */
export function randomBody(
  material: Material,
  plain: Case,
  seed: number,
  body: Body | undefined = plain.operation.bodies.find(canWrite),
): Case | undefined {
  const cases = body && anyBody(material, { ...plain, mode: 'positive' }, body);
  return cases && fc.sample(cases, { seed, numRuns: 1 })[0];
}

/** A parameter that may be left out sometimes is. */
function anyParameter(material: Material, parameter: Parameter): Arbitrary<(item: Case) => Case> {
  const { source, validators } = material;
  const values = validValue(source, parameter.schema, validators.sent(parameter.schema));
  const kept = values && sift(values, (value) => judgeParameter(material, parameter, value) === 'kept');
  if (!kept) return fc.constant((item) => item);
  const value = parameter.required ? kept : fc.option(kept, { nil: undefined, freq: 2 });
  return value.map((chosen) => (item) => {
    if (chosen === undefined) return item;
    return (
      withParameter(item, parameter, chosen, { mode: item.mode, about: MADE_UP, pointer: item.pointer }) ??
      item
    );
  });
}
