/** Requests to an operation: the plainest that it promises to accept, random ones that keep every rule, and that break one. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import {
  type Body,
  isRecord,
  type Json,
  type Operation,
  type Parameter,
  type Schema,
} from '../document/model.js';
import { isForm } from '../document/parse.js';
import { freeNames, type Validators } from '../document/validators.js';
import { makeUp, shortestFirst, validValue } from './arbitrary.js';
import { sift } from './scalars.js';
import { alternatives, propertiesOf } from './schemas.js';
import { judgeBody, judgeForm, judgeParameter } from './verdict.js';
import { withoutParameter, withParameter, writePayload } from './write.js';

export interface Material {
  readonly validators: Validators;
  /** Fixed, so that what the examples leave open is the same in each phase. */
  readonly seed: number;
}

/** @param index which of the body's examples */
export function plainCase(
  material: Material,
  operation: Operation,
  path: Case['path'],
  body: Body | undefined = operation.bodies[0],
  index = 0,
): Case {
  const bare = bareCase(material, operation, path);
  if (body === undefined) return bare;
  const { value, isValid } = bodyExample(material, body, index);
  const mode = isValid ? bare.mode : 'neutral';
  return carrying({ ...bare, mode }, body, value);
}

export const carrying = (item: Case, body: Body, value: Json): Case => ({
  ...item,
  made: { body, value },
  body: writePayload(body, value),
});

/** @returns undefined when the schema does not allow the value */
export const withBody = (material: Material, item: Case, body: Body, value: Json): Case | undefined =>
  judgeBody(material, body, value) === 'kept' ? carrying(item, body, value) : undefined;

export function bareCase(material: Material, operation: Operation, path: Case['path']): Case {
  const empty: Case = {
    operation,
    mode: 'positive',
    about: 'the example',
    pointer: operation.pointer,
    path: {},
    query: [],
    headers: {},
    cookies: {},
  };
  // What is there has a name, of which no valid value has to be made.
  const required = operation.parameters.filter(
    (one) => one.required && !(one.in === 'path' && path[one.name]),
  );
  const filled = required.reduce((item, parameter) => fill(material, item, parameter), empty);
  const named = { ...filled, path: { ...filled.path, ...path } };
  const fixed = operation.parameters.filter(({ isFixed }) => isFixed);
  return fixed.reduce(
    (item, parameter) => fill(material, withoutParameter(item, parameter), parameter),
    named,
  );
}

/** A parameter for which no valid value was found leaves open what the request will be answered. */
function fill(material: Material, item: Case, parameter: Parameter): Case {
  const { value, isValid } = parameterExample(material, parameter);
  const mode = isValid ? item.mode : ('neutral' as const);
  const what = { mode, about: item.about, pointer: item.pointer };
  return withParameter(item, parameter, value, what) ?? { ...item, mode: 'neutral' };
}

export function parameterExample(material: Material, parameter: Parameter) {
  const { value } = exampleValue(material, parameter.examples[0], parameter.schema);
  return { value, isValid: judgeParameter(material, parameter, value) === 'kept' };
}

export function bodyExample(material: Material, body: Body, index = 0) {
  const { examples, schema, mediaType } = body;
  const isKept = (value: Json) => judgeBody(material, body, value) === 'kept';
  const { value, isValid } = exampleValue(material, examples[index], schema, isKept);
  const sendable = isRecord(value) ? withoutReadOnly(schema, value as Record<string, Json>) : value;
  if (!isForm(mediaType)) return { value: sendable, isValid };
  return { value: sendable, isValid: judgeForm(material, body, sendable) === 'kept' };
}

/** Examples are often those of answers. */
const withoutReadOnly = (schema: Schema, value: Readonly<Record<string, Json>>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !freeNames(schema, 'request').includes(name)));

/** What breaks its own schema promises nothing. @param isKept what a made-up value has to be besides */
function exampleValue(material: Material, example: unknown, schema: Schema, isKept = (_value: Json) => true) {
  const judge = material.validators.sent(schema);
  if (example !== undefined) return { value: example as Json, isValid: judge(example).length === 0 };
  const made = shortestFirst(makeUp(material, schema));
  const kept = made.find(isKept);
  return { value: kept ?? made[0] ?? null, isValid: kept !== undefined };
}

const KEYS = /^(x-)?idempotency-key$|(^|[-_])nonce$/i;

/** @param count of the request: what is made of it is the same in each run of a seed */
export function withFreshKeys(material: Material, item: Case, count: number): Case {
  const fresh = item.operation.parameters.flatMap((parameter) => {
    const { name, schema } = parameter;
    const { [name]: old } = item.headers;
    const isKept = (text: string) => judgeParameter(material, parameter, text) === 'kept';
    // What is wrong on purpose stays wrong.
    if (parameter.in !== 'header' || !KEYS.test(name) || old === undefined || !isKept(old)) return [];
    const key = freshText(material, schema, 'key', material.seed + count);
    return key !== undefined && isKept(key) ? [[name, key] as const] : [];
  });
  return fresh.length === 0 ? item : { ...item, headers: { ...item.headers, ...Object.fromEntries(fresh) } };
}

export const MADE_UP = 'made up, and valid';

export function positiveCases(material: Material, operation: Operation, path: Case['path']) {
  const bare = bareCase(material, operation, path);
  const given = operation.parameters.filter(({ in: place, isFixed }) => place !== 'path' && !isFixed);
  const changes = given.map((parameter) => anyParameter(material, parameter));
  const bodies = operation.bodies.flatMap((body) => anyBody(material, bare, body) ?? []);
  if (operation.bodies.length > 0 && bodies.length === 0) return undefined;
  const start = bodies.length > 0 ? fc.oneof(...bodies) : fc.constant({ ...bare, about: MADE_UP });
  return fc
    .tuple(start, fc.tuple(...changes))
    .map(([item, filled]) => filled.reduce((made, change) => change(made), item));
}

function anyBody(material: Material, bare: Case, body: Body): Arbitrary<Case> | undefined {
  const { validators } = material;
  const values = validValue(body.schema, validators.sent(body.schema));
  const kept = values && sift(values, (value) => judgeBody(material, body, value) === 'kept');
  const plain = { ...bare, about: MADE_UP, pointer: body.pointer };
  return kept?.map((value) => carrying(plain, body, value));
}

export function randomBody(
  material: Material,
  plain: Case,
  seed: number,
  body: Body | undefined = plain.operation.bodies[0],
): Case | undefined {
  const cases = body && anyBody(material, { ...plain, mode: 'positive' }, body);
  return cases && fc.sample(cases, { seed, numRuns: 1 })[0];
}

function anyParameter(material: Material, parameter: Parameter): Arbitrary<(item: Case) => Case> {
  const { validators } = material;
  const values = validValue(parameter.schema, validators.sent(parameter.schema));
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

/** The same request with other texts wherever the schema leaves them free: a service may take a name only once. */
export function withFreshTexts(material: Material, item: Case, seed: number): Case {
  const { made } = item;
  if (!made || !isRecord(made.value)) return item;
  let value = made.value as Record<string, Json>;
  const verdict = judgeBody(material, made.body, value);
  for (const [name, property] of Object.entries(propertiesOf(made.body.schema))) {
    const fresh =
      typeof value[name] === 'string' ? freshText(material, property, value[name], seed) : undefined;
    const changed = fresh === undefined ? value : { ...value, [name]: fresh };
    if (judgeBody(material, made.body, changed) === verdict) value = changed;
  }
  return carrying(item, made.body, value);
}

/** @returns a text that only this seed gives, as far as the schema leaves it free; undefined for choices */
export function freshText({ validators }: Material, schema: Schema, old: string, seed: number) {
  const [{ enum: choices, const: only, maxLength = 100 } = {}] = alternatives(schema);
  if (choices !== undefined || only !== undefined) return undefined;
  const judge = validators.sent(schema);
  const mark = `-${seed.toString(36)}`;
  const marked = `${[...old].slice(0, Math.max(maxLength - mark.length, 0)).join('')}${mark}`;
  const values = validValue(schema, judge);
  const drawn = values ? fc.sample(values, { seed, numRuns: 5 }) : [];
  return [marked, ...drawn].find(
    (text): text is string => typeof text === 'string' && judge(text).length === 0,
  );
}
