/** Bodies with values that services change on their way: each value in a body of its own, so that a refusal hides no other. */
import { asRecord, type Body, isRecord, type Json, type Schema } from '../document/model.js';
import { type Numeric, writeJson } from '../document/parse.js';
import { bodyExample, type Material } from './cases.js';
import { fullest } from './fullest.js';
import { alternatives, kindOf, propertiesOf } from './schemas.js';

/** @returns undefined where a value of the schema cannot be such a one */
type Awkward = (schema: Schema, mark: string) => Json | undefined;

/** @param write a text with something in it that there is once */
const freeText =
  (write: (mark: string) => string): Awkward =>
  ({ enum: choices, const: only, format, minLength = 0, maxLength = 100, ...schema }, mark) => {
    if (kindOf(schema) !== 'string' || [choices, only, format].some((rule) => rule !== undefined))
      return undefined;
    const [text, short] = [write(mark), write('')];
    if ([...text].length > maxLength) return short;
    return write(mark.padEnd(mark.length + minLength - [...text].length, 'a'));
  };

const integer =
  (value: Numeric): Awkward =>
  ({ format, maximum = format === 'int64' ? value : 0, ...schema }) =>
    kindOf(schema) === 'integer' && maximum >= value ? value : undefined;

const time =
  (value: string): Awkward =>
  ({ format }) =>
    format === 'date-time' ? value : undefined;

const AWKWARD: readonly Awkward[] = [
  freeText((mark) => `  a${mark}  b `),
  freeText((mark) => `e\u0301${mark}A\u030a`),
  freeText((mark) => `😀${mark}𝒳`),
  // No double holds them.
  integer(2n ** 53n + 1n),
  integer(2n ** 62n + 1n),
  time('2031-03-04T05:06:07.25+05:30'),
  time('2031-03-04T22:06:07.5-08:00'),
];

export interface AwkwardBody {
  /** With the value wherever it may stand. */
  readonly whole: Member;
  /** The members that have it. */
  readonly members: Member;
}

/** @param nextMark gives a text that no other body has */
export function awkwardBodies(material: Material, body: Body, nextMark: () => string): AwkwardBody[] {
  const { value: example } = bodyExample(material, body);
  const [full] = fullest(material, body.schema).filter((value) => isRecord(value));
  const rich = filled(asRecord(full) as Member, asRecord(example) as Member);
  return AWKWARD.flatMap((awkward) => {
    const mark = nextMark();
    const changed = Object.entries(propertiesOf(body.schema)).flatMap(([name, property]) => {
      const { [name]: old } = rich;
      const value =
        old === undefined ? old : withAwkward(material, property, old, (one) => awkward(one, mark));
      return value === undefined || writeJson(value) === writeJson(old) ? [] : [[name, value] as const];
    });
    const members = Object.fromEntries(changed);
    return changed.length > 0 ? [{ whole: { ...rich, ...members }, members }] : [];
  });
}

type Member = Readonly<Record<string, Json>>;

/** The example, with more where it has nothing. */
function filled(full: Member, example: Member): Member {
  const own = Object.entries(example).map(([name, value]): [string, Json] => {
    const { [name]: more } = full;
    if (isRecord(more) && isRecord(value)) return [name, filled(more as Member, value as Member)];
    const isNothing = value === null || (Array.isArray(value) && value.length === 0);
    return [name, isNothing && more !== undefined ? more : value];
  });
  return { ...full, ...Object.fromEntries(own) };
}

/** @returns the value with what is awkward at each of its ends that allows it; of a list in its first item */
function withAwkward(
  material: Material,
  schema: Schema,
  value: Json,
  awkward: (schema: Schema) => Json | undefined,
): Json {
  const own = alternatives(schema).map(awkward);
  const isValid = (one: Json | undefined) =>
    one !== undefined && material.validators.sent(schema)(one).length === 0;
  const found = own.find(isValid);
  if (found !== undefined) return found;
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    const items = alternatives(schema).find((one) => one.items !== undefined)?.items;
    return first === undefined || !items ? value : [withAwkward(material, items, first, awkward), ...rest];
  }
  if (!isRecord(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([name, member]) => {
      const { [name]: property } = properties;
      return [name, property ? withAwkward(material, property, member, awkward) : member];
    }),
  );
}
