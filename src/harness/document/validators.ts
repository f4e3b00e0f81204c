/** Compiles schemas with ajv: the judge of answers, and of what was made up to be sent; and finds the rules that are broken. */
import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CannotRun } from '../errors.js';
import { nameOfBranch } from '../generation/schemas.js';
import { isFamily, isOpen, isReferredTo, placeOf } from './dereference.js';
import { isAssertion, mapSchemas, readPattern } from './keywords.js';
import { asRecord, isRecord, type Schema } from './model.js';
import { writeJson } from './parse.js';
import { escapeStep } from './references.js';

export type Judge = (value: unknown) => readonly ErrorObject[];

export type Validators = ReturnType<typeof makeValidators>;

/** @param formats the service's own, and the patterns that their texts have */
export const makeValidators = (formats: ReadonlyMap<string, RegExp> = new Map()) => ({
  sent: makeCompiler('request', formats),
  received: makeCompiler('response', formats),
});

/** A request need not carry what is read-only, nor an answer what is write-only (OpenAPI 3.0.3, 4.7.24.1). */
type Direction = 'request' | 'response';

/** What ajv was given for a schema, by which its errors are explained. */
const originals = new WeakMap<object, Schema>();

const OTHER = { request: 'readOnly', response: 'writeOnly' } as const;

/** Those of JSON Schema and OpenAPI (JSON Schema Validation 2020-12, 7.3; OpenAPI 3.0.3, 4.4): others are the service's own. */
const FORMATS = [
  ...['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'uri-template', 'email', 'hostname'],
  ...['ipv4', 'ipv6', 'regex', 'uuid', 'json-pointer', 'relative-json-pointer'],
  ...['byte', 'int32', 'float', 'double', 'password', 'binary'],
];

function makeCompiler(direction: Direction, formats: ReadonlyMap<string, RegExp>): (schema: Schema) => Judge {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    // What they are was looked at when the document was read.
    validateSchema: false,
    // 0.3 is three times 0.1, but for noise behind the ninth digit.
    multipleOfPrecision: 9,
    code: { regExp: Object.assign(readPattern, { code: 'readPattern' }) },
  });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv2020, formats: readonly string[]) => void)(ajv, FORMATS);
  // Of ajv's own format any integer is; the last one, in an answer, is read as 2^63.
  const validate = (value: number) =>
    Number.isInteger(value) && (direction === 'response' || Math.abs(value) < 2 ** 63);
  ajv.addFormat('int64', { type: 'number', validate });
  for (const [name, pattern] of formats) ajv.addFormat(name, pattern);
  const names = new WeakMap<Schema, string>();
  const judges = new WeakMap<Schema, Judge>();
  let count = 0;

  /** ajv knows schemas that are referred to by names, wherever in the document they stand. */
  function nameFor(schema: Schema): string {
    const known = names.get(schema);
    if (known !== undefined) return known;
    count += 1;
    const name = `urn:schema:${count}`;
    names.set(schema, name);
    ajv.addSchema(translate(schema) as AnySchemaObject, name);
    return name;
  }

  /** @param free names of members that an outer schema leaves to the other direction */
  function translate(schema: Schema, free: readonly string[] = []): Schema {
    const all = [...free, ...freeNames(schema, direction)];
    const named = direction === 'request' ? withNamedBranches(schema) : withNamedMembers(schema);
    // What turns an open schema round, or counts it, would forbid more.
    const kept = Object.entries(named).filter(
      ([keyword, value]) =>
        isAssertion(keyword) &&
        keyword !== 'nullable' &&
        !(TURNING.includes(keyword) && isOpen({ [keyword]: value })),
    );
    const inner = mapSchemas(Object.fromEntries(kept), (child, keyword) =>
      isReferredTo(child) ? { $ref: nameFor(child) } : translate(child, keyword === 'allOf' ? all : []),
    );
    const { required, properties, type, enum: choices } = inner;
    const isMade = [inner.allOf, inner.anyOf, inner.oneOf, inner.const].some(
      (keyword) => keyword !== undefined,
    );
    const mayBeNull = schema.nullable === true;
    const hasNull = mayBeNull && type !== undefined && !isMade;
    const translated = {
      ...inner,
      ...(hasNull
        ? { type: [...[type].flat(), 'null'], ...(choices ? { enum: [...choices, null] } : {}) }
        : {}),
      ...(required ? { required: required.filter((name) => !all.includes(name)) } : {}),
      // What is free may be anything: the document only advises against sending it.
      ...(properties ? { properties: { ...properties, ...anything(Object.keys(properties), all) } } : {}),
    };
    originals.set(translated, schema);
    return mayBeNull && !hasNull ? { anyOf: [{ type: 'null' }, translated] } : translated;
  }

  return (schema) => {
    const made = judges.get(schema);
    if (made) return made;
    try {
      const validate = ajv.compile(
        (isReferredTo(schema) ? { $ref: nameFor(schema) } : translate(schema)) as AnySchemaObject,
      );
      const judge: Judge = (value) => (validate(value) ? [] : (validate.errors ?? []));
      judges.set(schema, judge);
      return judge;
    } catch (error) {
      if (error instanceof CannotRun || !(error instanceof Error)) throw error;
      throw new CannotRun(`${placeOf(schema)}: a schema cannot be read: ${error.message}`);
    }
  };
}

const TURNING = ['oneOf', 'not', 'if', 'contains', 'unevaluatedItems', 'unevaluatedProperties'];

const anything = (names: readonly string[], free: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (free.includes(name) ? [[name, {}]] : [])));

/** What is sent names the schema that it is of. Whether answers do is for their readers: the schemas alone are a promise. */
function withNamedBranches(schema: Schema): Schema {
  const named = (branches: readonly Schema[]) =>
    branches.map((branch) => {
      const name = nameOfBranch(schema, branch);
      return name === undefined ? branch : { allOf: [branch, name] };
    });
  const { anyOf, oneOf } = schema;
  if (!isRecord(schema.discriminator)) return schema;
  return { ...schema, ...(anyOf ? { anyOf: named(anyOf) } : {}), ...(oneOf ? { oneOf: named(oneOf) } : {}) };
}

/** What is told and names a schema that extends this one is of that one; what names none is of this one alone. */
function withNamedMembers(schema: Schema): Schema {
  const { anyOf = [], allOf = [], ...rest } = schema;
  if (!isFamily(schema)) return schema;
  const conditions = anyOf.map((branch) => ({
    if: { not: nameOfBranch(schema, branch) ?? {} },
    else: branch,
  }));
  return { ...rest, allOf: [...allOf, ...conditions] };
}

export function freeNames(schema: Schema, direction: Direction, seen: readonly Schema[] = []): string[] {
  if (seen.includes(schema)) return [];
  const isFree = (property: Schema): boolean =>
    property[OTHER[direction]] === true || (property.allOf ?? []).some(isFree);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    isFree(property) ? [name] : [],
  );
  return [...own, ...(schema.allOf ?? []).flatMap((part) => freeNames(part, direction, [...seen, schema]))];
}

/** The formats that say how an integer is kept (OpenAPI 3.0.3, 4.4). */
export const isAboutSize = ({ keyword, params }: ErrorObject) =>
  keyword === 'format' && ['int32', 'int64'].includes(String(params.format));

export interface BrokenRule {
  /** JSON pointer into the document: `#/components/schemas/Room/properties/name/maxLength`. */
  readonly pointer: string;
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** More rules than this of one value are not listed. */
const MOST = 20;

/** In alternatives, a value that breaks these was meant for another one. */
const SEPARATING = ['const', 'enum', 'required', 'additionalProperties'];

/** @returns every rule that the value breaks, the deepest place first; of alternatives that all fail, one rule */
export function explain(judge: Judge, pointer: string, value: unknown): BrokenRule[] {
  const errors = judge(value).toSorted(
    (one, other) => depthOf(other) - depthOf(one) || rankOf(one) - rankOf(other),
  );
  const isWithin = (error: ErrorObject, place: string) => `${error.instancePath}/`.startsWith(`${place}/`);
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const outer = unions.filter(
    (one) =>
      !unions.some(
        ({ instancePath }) => instancePath.length < one.instancePath.length && isWithin(one, instancePath),
      ),
  );
  const meant = outer.map((union) => {
    const isTooMany = asRecord(union.params).passingSchemas !== null && union.keyword === 'oneOf';
    const inner = errors.find((error) => !unions.includes(error) && isWithin(error, union.instancePath));
    return isTooMany ? union : (inner ?? union);
  });
  const plain = errors.filter((error) => !outer.some(({ instancePath }) => isWithin(error, instancePath)));
  const rules = [...plain, ...meant].map((error) => ruleOf(error, pointer));
  return [...new Map(rules.map((rule) => [`${rule.pointer} ${rule.path}`, rule])).values()].slice(0, MOST);
}

const pathOf = ({ instancePath, params }: ErrorObject) => {
  const { missingProperty } = asRecord(params);
  return typeof missingProperty === 'string'
    ? `${instancePath}/${escapeStep(missingProperty)}`
    : instancePath;
};

const depthOf = (error: ErrorObject) => pathOf(error).split('/').length;
const rankOf = ({ keyword }: ErrorObject) => Number(SEPARATING.includes(keyword));

function ruleOf(error: ErrorObject, pointer: string): BrokenRule {
  const { keyword, parentSchema, message = 'does not hold', params } = error;
  const place = placeOf((parentSchema && originals.get(parentSchema)) ?? {});
  const { additionalProperty, allowedValues } = asRecord(params);
  const more = typeof additionalProperty === 'string' ? ` (${additionalProperty})` : '';
  const choices =
    Array.isArray(allowedValues) && allowedValues.length <= 10
      ? `: ${allowedValues.map(writeJson).join(', ')}`
      : '';
  return {
    pointer: place === undefined ? pointer : `${place}/${keyword}`,
    path: pathOf(error),
    message: message + more + choices,
  };
}
