/** Values in which it shows what a service drops, cuts off, rounds or reorders: everything that a schema allows, and odd ones. */
import { type Body, isRecord, type Json, mapMembers, type Schema } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { makeUp, shortestFirst } from './arbitrary.js';
import { bodyExample, type Material } from './cases.js';
import { LONGEST_MADE } from './scalars.js';
import { alternatives, isReadOnly, kindOf, propertiesOf } from './schemas.js';

const DEEPEST = 4;
const MOST_BRANCHES = 4;
const LONGEST = 1000;
/** Lists of so many have an order that can be told. */
const ITEMS = 3;
const SHORT_LIST = 10;

/** Marks that forms, addresses and JSON write in their own way; no two places are alike. */
const TEXT = 'Ab +&%é=;/?#"x" ';

/** Each byte, which no text in UTF-8 has, and the end of a line, which some change. */
export const EVERY_BYTE = `${String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))}\r\n`;

/**
 * @param turn of a list of choices it gives the next one, from its last: the first is often the default
 * @returns a value for each branch of the schema; none is promised to be valid
 */
export const fullest = (material: Material, schema: Schema, turn = 0, depth = 0): Json[] =>
  alternatives(schema)
    .filter((plain) => kindOf(plain) !== 'null')
    .slice(0, MOST_BRANCHES)
    .map((plain) => fullestOf(material, plain, turn, depth))
    .filter((value) => value !== undefined);

function fullestOf(material: Material, plain: Schema, turn: number, depth: number): Json | undefined {
  if (plain.const !== undefined) return plain.const as Json;
  if (plain.enum) return plain.enum.at(-1 - (turn % plain.enum.length)) as Json | undefined;
  switch (kindOf(plain)) {
    case 'object':
      return depth > DEEPEST ? {} : object(material, plain, turn, depth);
    case 'array':
      return depth > DEEPEST ? [] : list(material, plain, turn, depth);
    case 'string':
      return text(material, plain);
    case 'boolean':
      return (plain.default !== true) === (turn % 2 === 0);
    case 'null':
      return undefined;
    case 'integer':
      return shortestFirst(makeUp(material, plain))[0];
    default:
      return makeUp(material, plain)[0];
  }
}

function text(material: Material, plain: Schema): Json | undefined {
  const { format, pattern, minLength = 0, maxLength = 60 } = plain;
  if (format === 'binary') return EVERY_BYTE.slice(0, maxLength < 60 ? maxLength : undefined);
  if (format !== undefined || pattern !== undefined)
    return makeUp(material, plain).toSorted((one, other) => String(other).length - String(one).length)[0];
  const length = Math.max(Math.min(maxLength, LONGEST), minLength);
  if (length > LONGEST_MADE) return undefined;
  return Array.from({ length }, (_, index) =>
    index % 20 < 3 ? String(index % 10) : TEXT[index % TEXT.length],
  )
    .join('')
    .replace(/ $/, '.');
}

function list(material: Material, schema: Schema, turn: number, depth: number) {
  const { items = {}, minItems = 0, maxItems = ITEMS } = schema;
  const [full] = fullest(material, items, turn, depth + 1);
  const others = shortestFirst(makeUp(material, items)).filter((item) => item !== null && item !== '');
  const distinct = new Map(
    [...(full === undefined ? [] : [full]), ...others].map((item) => [writeJson(item), item]),
  );
  const most = maxItems <= SHORT_LIST && depth <= 1 ? maxItems : Math.min(maxItems, ITEMS);
  // Backwards, so that it shows when a service sorts them.
  return [...distinct.values()]
    .slice(0, Math.max(most, minItems))
    .toSorted((one, other) => (writeJson(one) < writeJson(other) ? 1 : -1));
}

function object(material: Material, schema: Schema, turn: number, depth: number): Json {
  const { properties = {}, additionalProperties } = schema;
  const named = Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
    const [value] = isReadOnly(property) ? [] : fullest(material, property, turn, depth + 1);
    return value === undefined ? [] : [[name, value]];
  });
  const [free] =
    typeof additionalProperties === 'object' ? fullest(material, additionalProperties, turn, depth + 1) : [];
  const more: [string, Json][] =
    free === undefined
      ? []
      : [
          ['firstName', free],
          ['Other', free],
        ];
  return Object.fromEntries([...named, ...more]);
}

type Awkward = (schema: Schema, mark: string) => Json | undefined;

/** A format of the service's own says nothing here: whether it allows a text its answer shows. */
const KNOWN_FORMATS =
  /^(date|time|date-time|duration|(idn-)?email|(idn-)?hostname|ipv[46]|ur[il]|iri|(ur|ir)i-reference|uri-template|uuid|(relative-)?json-pointer|regex|byte|binary|password)$/;

/** @param write a text with something in it that there is once */
const freeText =
  (write: (mark: string) => string): Awkward =>
  ({ enum: choices, const: only, format = '', minLength = 0, maxLength = 100, ...schema }, mark) => {
    if (kindOf(schema) !== 'string' || choices !== undefined || only !== undefined) return undefined;
    if (KNOWN_FORMATS.test(format)) return undefined;
    const [text, short] = [write(mark), write('')];
    if ([...text].length > maxLength) return short;
    return write(mark.padEnd(mark.length + minLength - [...text].length, 'a'));
  };

const ofFormat =
  (format: string, value: Json): Awkward =>
  (schema) =>
    schema.format === format ? value : undefined;

const AWKWARD: readonly Awkward[] = [
  freeText((mark) => `  a${mark}  b `),
  freeText((mark) => `Upper ${mark} ÄÖÜ`),
  freeText((mark) => `a\r\n${mark}\rb\n\nc`),
  freeText((mark) => `a${mark}\n`),
  freeText((mark) => `\ufeffa${mark}`),
  // Of a schema that allows it.
  (schema) => (kindOf(schema) === 'null' ? null : undefined),
  freeText((mark) => `e\u0301${mark}A\u030a`),
  freeText((mark) => `😀${mark}𝒳 漢字 עברית 👩‍👩‍👧`),
  // Some texts end there.
  freeText((mark) => `a${mark}\u0000 end`),
  ofFormat('int64', 2 ** 53),
  ofFormat('int64', 2 ** 62),
  ofFormat('date-time', '2031-03-04T05:06:07.25+05:30'),
  ofFormat('date-time', '2031-03-04T22:06:07.5-08:00'),
];

type Members = Readonly<Record<string, Json>>;

export interface OddBody {
  readonly whole: Members;
  readonly members: Members;
}

/** Each value in a body of its own, so that a refusal hides no other. */
export function oddBodies(material: Material, body: Body, nextMark: () => string): OddBody[] {
  const rich = richest(material, body, bodyExample(material, body).value);
  return AWKWARD.flatMap((awkward) => {
    const mark = nextMark();
    const changed = Object.entries(propertiesOf(body.schema)).flatMap(([name, property]) => {
      const { [name]: old } = rich;
      if (old === undefined) return [];
      const value = withAwkward(material, property, old, (one) => awkward(one, mark));
      return writeJson(value) === writeJson(old) ? [] : [[name, value] as const];
    });
    const members = Object.fromEntries(changed);
    return changed.length > 0 ? [{ whole: { ...rich, ...members }, members }] : [];
  });
}

export function richest(material: Material, { schema }: Body, value: Json): Members {
  const full = fullest(material, schema).find((one) => isRecord(one)) ?? {};
  return filled(full as Members, isRecord(value) ? (value as Members) : {});
}

function filled(full: Members, value: Members): Members {
  const own = mapMembers(value, (member, name): Json => {
    const { [name]: more } = full;
    if (isRecord(more) && isRecord(member)) return filled(more as Members, member as Members);
    const isNothing = member === null || (Array.isArray(member) && member.length === 0);
    return isNothing && more !== undefined ? more : member;
  });
  return { ...full, ...own };
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
  return mapMembers(value as Members, (member, name) => {
    const { [name]: property } = properties;
    return property ? withAwkward(material, property, member, awkward) : member;
  });
}
