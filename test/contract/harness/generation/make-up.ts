/** Values for places where a document has no example. */

import fc from 'fast-check';
import { writeJson } from '../document/exact-numbers.js';
import type { Schema } from '../document/model.js';
import type { Validators } from '../document/validators.js';
import type { Json } from '../document/values.js';
import { validValue } from './arbitrary.js';
import type { Material } from './examples.js';

const SAMPLES = 50;

/** To make them takes milliseconds, and each rule asks for the same. */
const made = new WeakMap<Validators, WeakMap<Schema, Json[]>>();

/** @returns valid values, each once, those with something in them before the empty ones; none when none were found */
export function makeUp(material: Material, schema: Schema): Json[] {
  const ofRun = made.get(material.validators) ?? new WeakMap<Schema, Json[]>();
  made.set(material.validators, ofRun);
  const values = ofRun.get(schema) ?? sample(material, schema);
  ofRun.set(schema, values);
  return values;
}

function sample({ source, validators, seed }: Material, schema: Schema): Json[] {
  const values = validValue(source, schema, validators.sent(schema));
  const sampled = values ? fc.sample(values, { seed, numRuns: SAMPLES }) : [];
  const distinct = [...new Map(sampled.map((value) => [writeJson(value), value])).values()];
  const isEmpty = (value: Json) => ['[]', '{}', '""'].includes(writeJson(value));
  return [...distinct.filter((value) => !isEmpty(value)), ...distinct.filter(isEmpty)];
}
