/** The plainest request that an operation promises to accept: the document's examples, else the simplest valid values. */
import fc from 'fast-check';
import type { Case, Phase } from '../case.js';
import type { Body, Operation, Parameter, Schema } from '../document/model.js';
import type { Validators } from '../document/validators.js';
import type { Json, Member } from '../document/values.js';
import { validValue } from './arbitrary.js';
import { writePayload } from './payload.js';

export interface Material {
  readonly source: Member;
  readonly validators: Validators;
  /** Fixed, so that what the examples leave open is the same in each phase. */
  readonly seed: number;
}

export function plainCase(
  material: Material,
  operation: Operation,
  phase: Phase,
  path: Readonly<Record<string, string>>,
  body: Body | undefined = operation.bodies[0],
): Case {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const textOf = (parameter: Parameter) =>
    String(exampleValue(material, parameter.example, parameter.schema));
  const inPlace = (place: Parameter['in']) => required.filter((parameter) => parameter.in === place);
  return {
    operation,
    phase,
    mode: 'positive',
    about: 'the example',
    pointer: operation.pointer,
    path: { ...Object.fromEntries(inPlace('path').map((one) => [one.name, textOf(one)])), ...path },
    query: inPlace('query').map((parameter) => [parameter.name, textOf(parameter)] as const),
    headers: Object.fromEntries(inPlace('header').map((parameter) => [parameter.name, textOf(parameter)])),
    ...(body ? { body: writePayload(body.mediaType, bodyExample(material, body)) } : {}),
  };
}

export function bodyExample(material: Material, { example, schema }: Body): Json {
  return exampleValue(material, example, schema);
}

function exampleValue({ source, validators, seed }: Material, example: unknown, schema: Schema): Json {
  if (example !== undefined) return example as Json;
  return fc.sample(validValue(source, schema, validators.exact(schema)), { seed, numRuns: 1 })[0] ?? null;
}
