/** fast-check arbitraries for what a schema allows, so that what fails can be shrunk. */
import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../document/model.js';
import { resolveSchema } from '../document/resolve.js';
import type { Json, Member } from '../document/values.js';
import { candidates, flatten } from './candidates.js';
import { sift } from './sift.js';

type Judge = (value: unknown) => readonly unknown[];

/** Deeper than this, optional members are left out: schemas may refer to themselves. */
const DEEPEST = 4;

/** @param judge of the schema: what it refuses is not given */
export function validValue(source: Member, schema: Schema, judge: Judge, depth = 0): Arbitrary<Json> {
  const known = candidates(source, schema)
    .map(({ value }) => value)
    .filter((value) => judge(value).length === 0);
  const made = sift(byType(source, flatten(source, schema), depth), (value) => judge(value).length === 0);
  if (!made) return fc.constantFrom(...(known.length > 0 ? known : [null]));
  return known.length === 0
    ? made
    : fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: fc.constantFrom(...known) });
}

function byType(source: Member, schema: Schema, depth: number): Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const as Json);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...(schema.enum as Json[]));
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? guessType(schema));
  if (type === 'string') return text(schema);
  if (type === 'integer') return integer(schema);
  if (type === 'number') return number(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return list(source, schema, depth);
  if (type === 'object') return object(source, schema, depth);
  return fc.oneof(words(20), fc.integer(), fc.boolean(), fc.constant(null));
}

function guessType({ properties, items, pattern, minimum, maximum }: Schema): string | undefined {
  if (properties) return 'object';
  if (items) return 'array';
  if (pattern !== undefined) return 'string';
  return minimum !== undefined || maximum !== undefined ? 'number' : undefined;
}

/** Well-formed: a text that UTF-8 cannot carry is nobody's promise. */
const words = (maxLength: number, minLength = 0): Arbitrary<string> =>
  fc.string({
    unit: fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    ),
    minLength,
    maxLength,
  });

function text({ pattern, minLength = 0, maxLength, format }: Schema): Arbitrary<string> {
  const length = Math.min(maxLength ?? 100, 200);
  const formatted = FORMATS[format ?? ''];
  if (formatted) return formatted;
  const plain = words(Math.max(length, minLength), minLength);
  if (pattern === undefined) return plain;
  // `plain` rarely matches narrow patterns, `stringMatching` rarely makes long or odd texts of wide ones.
  const matching = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  const odd = sift(plain, (value) => new RegExp(pattern, 'u').test(value));
  return odd ? fc.oneof(matching, odd) : matching;
}

const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
    .map((date) => date.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
    .map((date) => date.toISOString().slice(0, 10)),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};

function integer({
  minimum = -(2 ** 31),
  maximum = Math.max(2 ** 31 - 1, minimum),
}: Schema): Arbitrary<number> {
  return fc.integer({
    min: Math.max(Math.ceil(minimum), Number.MIN_SAFE_INTEGER),
    max: Math.min(Math.floor(maximum), Number.MAX_SAFE_INTEGER),
  });
}

function number({ minimum = -1e6, maximum = Math.max(1e6, minimum) }: Schema): Arbitrary<number> {
  return fc
    .double({ min: minimum, max: maximum, noNaN: true })
    .map((value) => (Object.is(value, -0) ? 0 : value));
}

function list(
  source: Member,
  { items = {}, minItems = 0, maxItems = minItems + 5 }: Schema,
  depth: number,
): Arbitrary<Json[]> {
  const item = byType(source, flatten(source, items), depth + 1);
  return fc.array(item, {
    minLength: minItems,
    maxLength: depth > DEEPEST ? minItems : Math.min(maxItems, minItems + 5),
  });
}

function object(source: Member, schema: Schema, depth: number): Arbitrary<{ [name: string]: Json }> {
  const required = schema.required ?? [];
  const named = Object.entries(schema.properties ?? {}).filter(
    ([name]) => depth <= DEEPEST || required.includes(name),
  );
  const model = Object.fromEntries(
    named.map(([name, property]) => [
      name,
      byType(source, flatten(source, resolveSchema(source, property)), depth + 1),
    ]),
  );
  const members = fc.record(model, {
    requiredKeys: named.map(([name]) => name).filter((name) => required.includes(name)),
  });
  if (schema.additionalProperties === false) return members;
  const extra = fc.dictionary(words(10), fc.jsonValue({ maxDepth: 1 }) as Arbitrary<Json>, { maxKeys: 2 });
  // Declared members last: an extra one may not replace them.
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }), members)
    .map(([more, own]) => {
      const free = Object.entries(more).filter(
        ([name]) => !(name in (schema.properties ?? {})) && name !== '__proto__',
      );
      return { ...Object.fromEntries(free), ...own };
    });
}
