/** The plainest request that an operation promises to accept: the document's examples, else the simplest valid values. */
import fc from 'fast-check';
import type { Case, Phase } from '../case.js';
import type { Body, Operation, Parameter, Schema } from '../document/model.js';
import { freeNames } from '../document/translate-schema.js';
import type { Validators } from '../document/validators.js';
import { isRecord, type Json, type Member } from '../document/values.js';
import { validValue } from './arbitrary.js';
import { judgeForm } from './judge-form.js';
import { judgeParameter } from './judge-parameter.js';
import { isForm } from './media-types.js';
import { canWrite, writePayload } from './payload.js';
import { withParameter } from './write-parameter.js';

export interface Material {
  readonly source: Member;
  readonly validators: Validators;
  /** Fixed, so that what the examples leave open is the same in each phase. */
  readonly seed: number;
}

/**
 * @param body default: the first that can be written
 * @param index which of the body's examples
 */
export function plainCase(
  material: Material,
  operation: Operation,
  phase: Phase,
  path: Readonly<Record<string, string>>,
  body: Body | undefined = operation.bodies.find(canWrite),
  index = 0,
): Case {
  const bare = bareCase(material, operation, phase, path);
  if (body === undefined) return bare;
  const { value, isValid } = bodyExample(material, body, index);
  const mode = isValid ? bare.mode : 'neutral';
  return { ...bare, mode, body: writePayload(material.source, body, value), made: { body, value } };
}

/** Without a body. */
export function bareCase(
  material: Material,
  operation: Operation,
  phase: Phase,
  path: Readonly<Record<string, string>>,
): Case {
  const empty: Case = {
    operation,
    phase,
    mode: 'positive',
    about: 'the example',
    pointer: operation.pointer,
    path: {},
    query: [],
    headers: {},
    cookies: {},
  };
  const required = operation.parameters.filter((parameter) => parameter.required);
  const filled = required.reduce((item, parameter) => fill(material, item, parameter), empty);
  return { ...filled, path: { ...filled.path, ...path } };
}

/** A parameter for which no valid value was found leaves open what the request will be answered. */
function fill(material: Material, item: Case, parameter: Parameter): Case {
  const { value, isValid } = parameterExample(material, parameter);
  const mode = isValid ? item.mode : ('neutral' as const);
  const what = { mode, about: item.about, pointer: item.pointer };
  return withParameter(item, parameter, value, what) ?? { ...item, mode: 'neutral' };
}

export function parameterExample(material: Material, parameter: Parameter): Example {
  const { value } = exampleValue(material, parameter.examples[0], parameter.schema);
  return { value, isValid: judgeParameter(material, parameter, value) === 'kept' };
}

export interface Example {
  readonly value: Json;
  /** What breaks its own schema promises nothing. */
  readonly isValid: boolean;
}

export function bodyExample(material: Material, body: Body, index = 0): Example {
  const { examples, schema, mediaType } = body;
  const { value, isValid } = exampleValue(material, examples[index], schema);
  const sendable = isRecord(value)
    ? withoutReadOnly(material.source, schema, value as Record<string, Json>)
    : value;
  if (!isForm(mediaType)) return { value: sendable, isValid };
  return { value: sendable, isValid: judgeForm(material, body, sendable) === 'kept' };
}

/** Examples are often those of answers. */
const withoutReadOnly = (source: Member, schema: Schema, value: Readonly<Record<string, Json>>) =>
  Object.fromEntries(
    Object.entries(value).filter(([name]) => !freeNames(source, schema, 'request').includes(name)),
  );

function exampleValue({ source, validators, seed }: Material, example: unknown, schema: Schema): Example {
  const judge = validators.sent(schema);
  if (example !== undefined) return { value: example as Json, isValid: judge(example).length === 0 };
  const arbitrary = validValue(source, schema, judge);
  const [value = null] = arbitrary ? fc.sample(arbitrary, { seed, numRuns: 1 }) : [];
  return { value, isValid: arbitrary !== undefined };
}
