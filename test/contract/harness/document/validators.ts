/** Compiles the document's schemas with ajv: the judge of answers, and of what was made up to be sent. */

import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CannotRun } from '../cannot-run.js';
import { messageOf, NUMERIC_KEYWORDS, originalOf, withStandIns } from './exact-numbers.js';
import { type BrokenRule, explain } from './explain.js';
import { INTEGER_FORMATS, isWithinRange } from './integer-formats.js';
import type { ContractDocument, Schema } from './model.js';
import { lookUp } from './resolve.js';
import { type Direction, translateSchema } from './translate-schema.js';
import { isRecord } from './values.js';

/** @returns what is wrong, nothing when all is right */
export type Judge = (value: unknown) => readonly ErrorObject[];

/** Each throws CannotRun when the schema is none. */
export interface Validators {
  /** What is sent, as JSON carries it. */
  sent(schema: Schema): Judge;
  /** What is sent as text: `"1"` may be meant as an integer. */
  sentText(schema: Schema): Judge;
  received(schema: Schema): Judge;
  receivedText(schema: Schema): Judge;
  /** Every rule that a request's value breaks. @param pointer of the schema */
  explainSent(schema: Schema, pointer: string, value: unknown): readonly BrokenRule[];
  /** Every rule that an answer's value breaks. */
  explainReceived(schema: Schema, pointer: string, value: unknown): readonly BrokenRule[];
}

type Origin = Pick<ContractDocument, 'source' | 'version'>;

export function makeValidators(
  origin: Origin,
  formats: Readonly<Record<string, { isValid(text: string): boolean }>> = {},
): Validators {
  const sent = makeCompiler(origin, 'request', false, formats);
  const received = makeCompiler(origin, 'response', false, formats);
  return {
    sent,
    sentText: makeCompiler(origin, 'request', true, formats),
    received,
    receivedText: makeCompiler(origin, 'response', true, formats),
    explainSent: (schema, pointer, value) => explain(origin.source, sent, schema, pointer, value),
    explainReceived: (schema, pointer, value) => explain(origin.source, received, schema, pointer, value),
  };
}

function makeCompiler(
  { source, version }: Origin,
  direction: Direction,
  coerceTypes: boolean,
  formats: Readonly<Record<string, { isValid(text: string): boolean }>>,
): (schema: Schema) => Judge {
  const ajv = new (version === '3.0' ? Ajv : Ajv2020)({
    allErrors: true,
    strict: false,
    coerceTypes,
    // Each schema that is judged as text is judged as JSON, too; to compile the schema of schemas takes 50 ms.
    validateSchema: !coerceTypes,
    logger: false,
    code: { regExp: Object.assign(readPattern, { code: 'readPattern' }) },
  });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv | Ajv2020) => void)(ajv);
  for (const [keyword, holds] of Object.entries(NUMERIC_KEYWORDS)) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: 'number',
      schemaType: 'number',
      validate: (limit: number, value: number) => holds(originalOf(value), originalOf(limit)),
      error: { message: ({ schema }) => messageOf(keyword, originalOf(Number(schema))) },
    });
  }
  // Of these it only knows that they are integers.
  for (const [format, range] of Object.entries(INTEGER_FORMATS))
    ajv.addFormat(format, {
      type: 'number',
      validate: (value: number) => isWithinRange(range, originalOf(value)),
    });
  for (const [format, { isValid }] of Object.entries(formats)) ajv.addFormat(format, isValid);
  const names = new Map<string, string>();
  const judges = new WeakMap<Schema, Judge>();

  /** Schemas that are referred to are told to ajv one by one, wherever in the document they stand. */
  function refer(pointer: string): string {
    const known = names.get(pointer);
    if (known !== undefined) return known;
    const name = `urn:schema:${names.size}`;
    names.set(pointer, name);
    const found = lookUp(source, pointer);
    ajv.addSchema(isRecord(found) ? translate(found) : { not: {} }, name);
    return name;
  }

  // An OpenAPI schema and one of ajv's are both objects of keywords.
  const translate = (schema: Schema) =>
    withStandIns(translateSchema(source, schema, direction, refer)) as AnySchemaObject;

  function compile(schema: Schema): Judge {
    const validate = ajv.compile(translate(schema));
    // ajv writes coerced values into what it is given.
    const given = coerceTypes ? (value: unknown) => structuredClone(withStandIns(value)) : withStandIns;
    return (value) => (validate(given(value)) ? [] : (validate.errors ?? []));
  }

  return (schema) => {
    const made = judges.get(schema);
    if (made) return made;
    try {
      const judge = compile(schema);
      judges.set(schema, judge);
      return judge;
    } catch (error) {
      if (error instanceof CannotRun || !(error instanceof Error)) throw error;
      throw new CannotRun(`a schema cannot be read: ${error.message}`);
    }
  };
}

/** Patterns are ECMAScript's; many were written without the flag `u`, and some do not hold with it. */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
