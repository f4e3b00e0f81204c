/** Values with everything in them that a schema allows: what a service drops, cuts off, rounds or reorders shows in them. */

import type { Json, Schema } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { makeUp } from './arbitrary.js';
import type { Material } from './cases.js';
import { LONGEST_MADE } from './scalars.js';
import { alternatives, isReadOnly, kindOf } from './schemas.js';

const DEEPEST = 4;
const MOST_BRANCHES = 4;
const LONGEST = 1000;
/** Lists of so many have an order that can be told. */
const ITEMS = 3;
/** Lists that may not be longer are made full. */
const SHORT_LIST = 10;

/** Marks that forms, addresses and JSON write in their own way; no two places are alike. */
const TEXT = 'Ab +&%é=;/?#"x" ';

/** Each byte, which no text in UTF-8 has, and the end of a line, which some change. */
export const EVERY_BYTE = `${String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte))}\r\n`;

/** No double holds it. */
const BEYOND_DOUBLES = 2n ** 53n + 1n;

/** @returns a value for each branch of the schema; none is promised to be valid */
export const fullest = (material: Material, schema: Schema, depth = 0): Json[] =>
  alternatives(schema)
    .filter((plain) => kindOf(plain) !== 'null')
    .slice(0, MOST_BRANCHES)
    .map((plain) => fullestOf(material, plain, depth))
    .filter((value) => value !== undefined);

function fullestOf(material: Material, plain: Schema, depth: number): Json | undefined {
  if (plain.const !== undefined) return plain.const as Json;
  // The first is often the default.
  if (plain.enum) return plain.enum.at(-1) as Json | undefined;
  switch (kindOf(plain)) {
    case 'object':
      return depth > DEEPEST ? {} : object(material, plain, depth);
    case 'array':
      return depth > DEEPEST ? [] : list(material, plain, depth);
    case 'string':
      return text(material, plain);
    case 'integer':
      return isBeyondDoubles(plain) ? BEYOND_DOUBLES : makeUp(material, plain)[0];
    case 'boolean':
      return plain.default !== true;
    case 'null':
      return undefined;
    default:
      return makeUp(material, plain)[0];
  }
}

const isBeyondDoubles = ({
  format,
  minimum = 0,
  maximum = format === 'int64' ? 2n ** 63n : 0,
  multipleOf,
}: Schema) => maximum >= BEYOND_DOUBLES && minimum <= BEYOND_DOUBLES && multipleOf === undefined;

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

function list(
  material: Material,
  { items = {}, minItems = 0, maxItems = ITEMS }: Schema,
  depth: number,
): Json[] {
  const [full] = fullest(material, items, depth + 1);
  const others = makeUp(material, items).filter((item) => item !== null && item !== '');
  const distinct = new Map(
    [...(full === undefined ? [] : [full]), ...others].map((item) => [writeJson(item), item]),
  );
  const most = maxItems <= SHORT_LIST && depth <= 1 ? maxItems : Math.min(maxItems, ITEMS);
  return [...distinct.values()].slice(0, Math.max(most, minItems));
}

function object(material: Material, { properties = {}, additionalProperties }: Schema, depth: number): Json {
  const named = Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
    const [value] = isReadOnly(property) ? [] : fullest(material, property, depth + 1);
    return value === undefined ? [] : [[name, value]];
  });
  const [free] =
    typeof additionalProperties === 'object' ? fullest(material, additionalProperties, depth + 1) : [];
  const more: [string, Json][] =
    free === undefined
      ? []
      : [
          ['firstName', free],
          ['Other', free],
        ];
  return Object.fromEntries([...named, ...more]);
}
