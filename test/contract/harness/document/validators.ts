/** Compiles the document's schemas with ajv: the judge of answers, and of what was made up to be sent. */
import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CannotRun } from '../errors.js';
import { nameOfBranch } from '../generation/schemas.js';
import { type BrokenRule, explain } from './explain.js';
import { type ContractDocument, isRecord, type Member, type Schema } from './model.js';
import { mapSchemas, readPattern } from './open-schemas.js';
import {
  INTEGER_FORMATS,
  isWithinRange,
  messageOf,
  NUMERIC_KEYWORDS,
  type Numeric,
  originalOf,
  withStandIns,
} from './parse.js';
import { lookUp, resolve } from './references.js';

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

/** A request need not carry what is read-only, nor an answer what is write-only (OpenAPI 3.0.3, 4.7.24.1). */
type Direction = 'request' | 'response';

const OTHER = { request: 'readOnly', response: 'writeOnly' } as const;

/**
 * @param onReference gives the name under which ajv knows what a pointer names
 * @param free names of members that an outer schema leaves to the other direction
 */
function translateSchema(
  source: Member,
  schema: Schema,
  direction: Direction,
  onReference: (pointer: string) => string,
  free: readonly string[] = [],
): Schema {
  const names = [...free, ...freeNames(source, schema, direction)];
  // Identifiers would move the base of references, which all start from the document here.
  const {
    $id: _id,
    $schema: _dialect,
    $anchor: _anchor,
    nullable,
    ...rest
  } = withNumericLimits(direction === 'request' ? withNamedBranches(schema) : schema);
  const inner = mapSchemas(rest, (child, keyword) =>
    translateSchema(source, child, direction, onReference, keyword === 'allOf' ? names : []),
  );
  const translated: Schema = {
    ...inner,
    ...(inner.required ? { required: inner.required.filter((name) => !names.includes(name)) } : {}),
    ...(inner.properties ? { properties: { ...inner.properties, ...allowed(inner, names) } } : {}),
    ...(typeof schema.$ref === 'string' ? { $ref: onReference(schema.$ref) } : {}),
  };
  return nullable === true ? { anyOf: [{ type: 'null' }, translated] } : translated;
}

/** What is sent names the schema that it is of. Whether answers do is for their readers: the schemas alone are a promise. */
function withNamedBranches(schema: Schema): Schema {
  const named = (branches: readonly Schema[]) =>
    branches.map((branch) => {
      const name = nameOfBranch(schema, branch);
      return name === undefined ? branch : { allOf: [branch, name] };
    });
  const { anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(anyOf ? { anyOf: named(anyOf) } : {}),
    ...(oneOf ? { oneOf: named(oneOf) } : {}),
  };
}

/** OpenAPI 3.0 marks a limit as exclusive; JSON Schema has it as a limit of its own. */
function withNumericLimits({ exclusiveMinimum, exclusiveMaximum, ...rest }: Schema): Schema {
  const { minimum, maximum, ...others } = rest;
  return {
    ...others,
    ...limit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...limit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

function limit(
  name: string,
  exclusiveName: string,
  value: Numeric | undefined,
  exclusive: boolean | Numeric | undefined,
): Schema {
  if (exclusive === true) return { [exclusiveName]: value };
  return {
    ...(value === undefined ? {} : { [name]: value }),
    ...(typeof exclusive === 'number' || typeof exclusive === 'bigint' ? { [exclusiveName]: exclusive } : {}),
  };
}

/** What is free may be anything: the document only advises against sending it. */
const allowed = ({ properties = {} }: Schema, names: readonly string[]) =>
  Object.fromEntries(Object.keys(properties).flatMap((name) => (names.includes(name) ? [[name, {}]] : [])));

/** The members of the schema, and of those that it is made of, which the direction need not carry. */
export function freeNames(
  source: Member,
  schema: Schema,
  direction: Direction,
  seen: readonly Schema[] = [],
): string[] {
  const { node } = resolve(source, schema, '');
  const self = node as Schema;
  if (seen.includes(self)) return [];
  const own = Object.entries(self.properties ?? {}).flatMap(([name, property]) =>
    property[OTHER[direction]] === true || resolve(source, property, '').node[OTHER[direction]] === true
      ? [name]
      : [],
  );
  return [
    ...own,
    ...(self.allOf ?? []).flatMap((branch) => freeNames(source, branch, direction, [...seen, self])),
  ];
}

/** Milliseconds: of a large document the rest is compiled when it is needed. */
const LONGEST = 1500;

/** @throws CannotRun naming the place of the schema that cannot */
export function checkSchemas({ operations }: ContractDocument, validators: Validators): void {
  const end = performance.now() + LONGEST;
  for (const { parameters, bodies, responses } of operations) {
    if (performance.now() > end) return;
    for (const { schema, pointer: at } of [...parameters, ...bodies])
      tryOut(at, () => validators.sent(schema));
    for (const { content, headers, pointer: at } of Object.values(responses)) {
      for (const { schema, pointer: where } of content) tryOut(where, () => validators.received(schema));
      for (const [name, { schema }] of Object.entries(headers))
        tryOut(`${at}/headers/${name}`, () => validators.received(schema));
    }
  }
}

function tryOut(pointer: string, compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    if (error instanceof CannotRun) throw new CannotRun(`${pointer}: ${error.message}`);
    throw error;
  }
}
