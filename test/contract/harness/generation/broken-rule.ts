/** The rule that a wrong value breaks, by its place in the document. */
import type { Body, Parameter } from '../document/model.js';
import type { Json } from '../document/values.js';
import type { Material } from './examples.js';
import { isForm, isTextBody } from './media-types.js';
import { strictReadings } from './verdict.js';
import { asTexts } from './write-parameter.js';

/** @param fallback where no single rule can be named */
export function brokenRule({ validators }: Material, body: Body, value: Json, fallback: string): string {
  if (isForm(body.mediaType) || isTextBody(body)) return fallback;
  const rules = validators.explainSent(body.schema, body.pointer, value);
  const within = rules.find(({ pointer }) => pointer.startsWith(`${fallback}/`));
  return (within ?? rules[0])?.pointer ?? fallback;
}

/** Texts are judged by what they most plainly mean: `51` is a number. */
export function brokenParameterRule({ validators }: Material, parameter: Parameter, value: Json): string {
  const { schema, pointer } = parameter;
  const readings = strictReadings(asTexts(value));
  const rules = readings.map((reading) => validators.explainSent(schema, pointer, reading)[0]?.pointer);
  // The reading of the right type breaks another rule than that of its type.
  return rules.find((rule) => rule !== undefined && !rule.endsWith('/type')) ?? rules.at(-1) ?? pointer;
}
