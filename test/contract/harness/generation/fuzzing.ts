/** Random requests: whole ones that keep every rule, and ones that break a rule somewhere. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { Body, Operation, Parameter } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';
import { validValue } from './arbitrary.js';
import { withParameter } from './coverage.js';
import { type Material, plainCase } from './examples.js';
import { asFormValue, isForm, isJson, writePayload } from './payload.js';
import { sift } from './sift.js';

const MADE_UP = 'made up, and valid';

export function positiveCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
): Arbitrary<Case> {
  const plain = plainCase(material, operation, 'fuzzing', path);
  const given = operation.parameters.filter(({ in: place }) => place === 'query' || place === 'header');
  const values = fc.tuple(...given.map((parameter) => parameterValue(material, parameter)));
  const bodies = operation.bodies.map((body) =>
    validValue(material.source, body.schema, material.validators.exact(body.schema)).map((value) => ({
      body,
      value,
    })),
  );
  return fc
    .tuple(values, bodies.length > 0 ? fc.oneof(...bodies) : fc.constant(undefined))
    .map(([texts, made]) => {
      const withTexts = texts.reduce<Case>((item, text, index) => {
        const parameter = given[index];
        if (!parameter || text === undefined) return item;
        return withParameter(item, parameter, text, {
          mode: 'positive',
          about: MADE_UP,
          pointer: item.pointer,
        });
      }, plain);
      if (!made) return withTexts;
      return {
        ...withTexts,
        about: MADE_UP,
        pointer: made.body.pointer,
        body: writePayload(made.body.mediaType, made.value),
      };
    });
}

/** Undefined leaves an optional parameter out. */
function parameterValue(
  { source, validators }: Material,
  parameter: Parameter,
): Arbitrary<string | undefined> {
  const value = validValue(source, parameter.schema, validators.exact(parameter.schema))
    .map(String)
    .filter((text) => {
      return parameter.in === 'query' || /^[!-~]([ -~]*[!-~])?$/.test(text);
    });
  return parameter.required ? value : fc.option(value, { nil: undefined, freq: 2 });
}

/** @returns undefined when there is nothing that a request to this operation could break */
export function negativeCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
): Arbitrary<Case> | undefined {
  const plain = plainCase(material, operation, 'fuzzing', path);
  const breakable = operation.parameters.filter(
    ({ in: place, schema }) => place !== 'header' && place !== 'cookie' && hasRules(schema),
  );
  const broken: Arbitrary<Case>[] = [
    ...breakable.flatMap((parameter) => brokenParameter(material, plain, parameter) ?? []),
    ...operation.bodies
      .filter(({ mediaType }) => isJson(mediaType) || isForm(mediaType))
      .flatMap((body) => brokenBody(material, operation, path, body) ?? []),
  ];
  return broken.length > 0 ? fc.oneof(...broken) : undefined;
}

const hasRules = (schema: Parameter['schema']) =>
  Object.keys(schema).some((keyword) =>
    ['enum', 'pattern', 'minimum', 'maximum', 'maxLength'].includes(keyword),
  );

function brokenParameter(
  { validators }: Material,
  plain: Case,
  parameter: Parameter,
): Arbitrary<Case> | undefined {
  const judge = validators.textual(parameter.schema);
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.integer().map(String),
    fc.double().map(String),
  );
  // White space around a value and marks that lead to another address are other stories.
  const isBroken = (text: string) =>
    text.trim() !== '' && !/[/\\.?#]/.test(text) && judge(text.trim()).length > 0 && judge(text).length > 0;
  return sift(texts, isBroken)?.map((text) =>
    withParameter(plain, parameter, text, {
      mode: 'negative',
      about: `${parameter.in} parameter ${parameter.name} is none`,
      pointer: parameter.pointer,
    }),
  );
}

function brokenBody(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  body: Body,
): Arbitrary<Case> | undefined {
  const { source, validators } = material;
  const form = isForm(body.mediaType);
  const judge = form ? validators.textual(body.schema) : validators.exact(body.schema);
  const plain = plainCase(material, operation, 'fuzzing', path, body);
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
  ) as Arbitrary<Json>;
  const changed = fc
    .tuple(validValue(source, body.schema, validators.exact(body.schema)), fc.nat(), anything)
    .map(([value, index, other]): Json => {
      if (!isRecord(value)) return other;
      const names = Object.keys(body.schema.properties ?? value);
      const name = names[index % Math.max(names.length, 1)];
      if (name === undefined) return other;
      const { [name]: _left, ...rest } = value as Record<string, Json>;
      return index % 5 === 0 ? rest : { ...rest, [name]: other };
    });
  const isBroken = (value: Json) =>
    form ? isRecord(value) && judge(asFormValue(value)).length > 0 : judge(value).length > 0;
  return sift(changed, isBroken)?.map((value) => ({
    ...plain,
    mode: 'negative' as const,
    about: 'made up, and breaks a rule',
    pointer: body.pointer,
    body: writePayload(body.mediaType, value),
  }));
}
