/** Random requests that break a rule somewhere. */
import fc, { type Arbitrary } from 'fast-check';
import type { Case } from '../case.js';
import type { Body, Operation, Parameter } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';
import { propertiesOf } from './alternatives.js';
import { validValue } from './arbitrary.js';
import { brokenParameterRule, brokenRule } from './broken-rule.js';
import { type Material, plainCase } from './examples.js';
import { judgeBody } from './judge-body.js';
import { judgeParameter } from './judge-parameter.js';
import { isForm, isJsonBody, isTextBody } from './media-types.js';
import { writePayload } from './payload.js';
import { oddText } from './scalars.js';
import { sift } from './sift.js';
import { withParameter } from './write-parameter.js';

/** @returns undefined when there is nothing that a request to this operation could break */
export function negativeCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
): Arbitrary<Case> | undefined {
  const plain = plainCase(material, operation, 'fuzzing', path);
  const broken: Arbitrary<Case>[] = [
    ...operation.parameters.flatMap((parameter) => brokenParameter(material, plain, parameter) ?? []),
    ...operation.bodies
      .filter((body) => isJsonBody(body) || isForm(body.mediaType) || isTextBody(body))
      .flatMap((body) => brokenBody(material, operation, path, body) ?? []),
  ];
  return broken.length > 0 ? fc.oneof(...broken) : undefined;
}

function brokenParameter(material: Material, plain: Case, parameter: Parameter): Arbitrary<Case> | undefined {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.integer().map(String),
    fc.double().map(String),
  );
  const write = (text: string) =>
    withParameter(plain, parameter, text, {
      mode: 'negative',
      about: `${parameter.in} parameter ${parameter.name} is none`,
      pointer: brokenParameterRule(material, parameter, text),
    });
  // White space around a value and marks that lead to another address are other stories.
  const isBroken = (text: string) =>
    text.trim() === text &&
    !/[/\\.?#,]/.test(text) &&
    judgeParameter(material, parameter, text) === 'broken' &&
    write(text) !== undefined;
  return sift(texts, isBroken)?.map((text) => write(text) ?? plain);
}

function brokenBody(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  body: Body,
): Arbitrary<Case> | undefined {
  const { source, validators } = material;
  const plain = plainCase(material, operation, 'fuzzing', path, body);
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), oddText(300)) as Arbitrary<Json>;
  const names = Object.keys(propertiesOf(source, body.schema));
  const values = validValue(source, body.schema, validators.sent(body.schema)) ?? fc.constant({});
  const changed = fc.tuple(values, fc.nat(), anything).map(([value, index, other]): Json => {
    const name = names[index % Math.max(names.length, 1)];
    if (!isRecord(value) || name === undefined) return other;
    const { [name]: _left, ...rest } = value as Record<string, Json>;
    return index % 5 === 0 ? rest : { ...rest, [name]: other };
  });
  const isBroken = (value: Json) =>
    (isRecord(value) || !isForm(body.mediaType)) && judgeBody(material, body, value) === 'broken';
  return sift(changed, isBroken)?.map((value) => ({
    ...plain,
    mode: 'negative' as const,
    about: 'made up, and breaks a rule',
    pointer: brokenRule(material, body, value, body.pointer),
    body: writePayload(source, body, value),
    made: { body, value },
  }));
}
