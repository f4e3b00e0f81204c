/** Values for places where a document has no example. */

import fc from 'fast-check';
import { writeJson } from '../document/exact-numbers.js';
import type { Schema } from '../document/model.js';
import type { Json } from '../document/values.js';
import { validValue } from './arbitrary.js';
import type { Material } from './examples.js';

const SAMPLES = 50;

/** @returns valid values, each once, those with something in them before the empty ones; none when none were found */
export function makeUp({ source, validators, seed }: Material, schema: Schema): Json[] {
  const values = validValue(source, schema, validators.sent(schema));
  const made = values ? fc.sample(values, { seed, numRuns: SAMPLES }) : [];
  const distinct = [...new Map(made.map((value) => [writeJson(value), value])).values()];
  const isEmpty = (value: Json) => ['[]', '{}', '""'].includes(writeJson(value));
  return [...distinct.filter((value) => !isEmpty(value)), ...distinct.filter(isEmpty)];
}
