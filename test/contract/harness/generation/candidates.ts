/** Values that are worth trying where a schema stands: at its limits, around them, and of every other type. */
import type { Schema } from '../document/model.js';
import { resolveSchema } from '../document/resolve.js';
import type { Json, Member } from '../document/values.js';

export interface Candidate {
  readonly value: Json;
  readonly about: string;
}

/** Longer texts than this are not made: they would test the client's memory. */
const LONGEST = 1_000_000;

/** @returns values, right and wrong ones mixed: the validator tells them apart */
export function candidates(source: Member, schema: Schema): Candidate[] {
  const flat = flatten(source, schema);
  return [...choices(flat), ...lengths(flat), ...ranges(flat), ...TEXTS, ...OTHER_TYPES];
}

/** The keywords that limits are read from, whatever branch they stand in. */
export function flatten(source: Member, schema: Schema): Schema {
  const self = resolveSchema(source, schema);
  const branches = [...(self.allOf ?? []), ...(self.anyOf ?? []), ...(self.oneOf ?? [])];
  const flat = branches.map((branch) => flatten(source, branch));
  const listed = flat.flatMap((branch) => branch.enum ?? []);
  return Object.assign({}, ...flat, self, listed.length > 0 && !self.enum ? { enum: listed } : {});
}

function choices({ enum: listed = [] }: Schema): Candidate[] {
  const spread = [0, 1, Math.floor(listed.length / 2), listed.length - 1];
  const picked = [...new Set(spread.map((index) => listed[index]))].filter((value) => value !== undefined);
  return picked.flatMap((value) => {
    const right = { value: value as Json, about: `the choice ${JSON.stringify(value)}` };
    if (typeof value !== 'string' || value === '') return [right];
    return [
      right,
      { value: value.toUpperCase(), about: `a choice in capitals` },
      { value: ` ${value}`, about: `a choice with a space before it` },
      { value: `${value}x`, about: `a choice with a letter too many` },
    ];
  });
}

/** Lengths count code points (JSON Schema Validation, 6.3.1): a UTF-16 unit or a byte is something else. */
function lengths({ minLength = 0, maxLength }: Schema): Candidate[] {
  const limits = [minLength - 1, minLength, ...(maxLength === undefined ? [] : [maxLength, maxLength + 1])];
  return limits
    .filter((length) => length >= 0 && length <= LONGEST)
    .flatMap((length) => [
      { value: 'a'.repeat(length), about: `${length} letters` },
      { value: '😀'.repeat(length), about: `${length} emoji` },
    ]);
}

function ranges({ minimum, maximum }: Schema): Candidate[] {
  const around = [minimum, maximum].flatMap((limit) =>
    limit === undefined ? [] : [limit - 1, limit, limit + 1],
  );
  return [...around, 0, 1, -1, 1.5, 2 ** 53, 1e300].map((value) => ({ value, about: `the number ${value}` }));
}

const TEXTS: readonly Candidate[] = [
  { value: '', about: 'an empty text' },
  { value: ' \t\r\n', about: 'nothing but white space' },
  { value: ' a\r\nb\t', about: 'white space around and within' },
  { value: 'a\u0000b', about: 'a text with U+0000' },
  { value: '\u0001\u001f\u007f\u0085', about: 'control characters' },
  { value: 'é ß 漢字 עברית', about: 'letters of many scripts' },
  { value: '👩‍👩‍👧', about: 'an emoji of several code points' },
  { value: '\'"<script>\\%00{{7*7}}', about: 'marks that other languages read' },
  { value: '__proto__', about: 'the name __proto__' },
  { value: 'constructor', about: 'the name constructor' },
  { value: '0', about: 'a digit' },
  { value: 'null', about: 'the word null' },
];

const OTHER_TYPES: readonly Candidate[] = [
  { value: null, about: 'null' },
  { value: true, about: 'true' },
  { value: false, about: 'false' },
  { value: [], about: 'an empty array' },
  { value: ['a'], about: 'an array' },
  { value: {}, about: 'an empty object' },
  { value: { a: 1 }, about: 'an object' },
];
