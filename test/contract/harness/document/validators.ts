/** Compiles the document's schemas with ajv: the judge of answers, and of what was made up to be sent. */
import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { Schema } from './model.js';
import type { Member } from './values.js';

export type Judge = (value: unknown) => readonly ErrorObject[];

export interface Validators {
  /** Values as JSON carries them. @returns what is wrong, nothing when all is right */
  exact(schema: Schema): Judge;
  /** Values as text carries them (forms, parameters, headers): `"1"` is an integer. */
  textual(schema: Schema): Judge;
}

export function makeValidators(source: Member): Validators {
  return { exact: makeCompiler(source, false), textual: makeCompiler(source, true) };
}

function makeCompiler(source: Member, coerceTypes: boolean): (schema: Schema) => Judge {
  const ajv = new Ajv({
    allErrors: true,
    strictSchema: false,
    strictTypes: false,
    coerceTypes,
    logger: false,
  });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addSchema({ components: translate(source.components ?? {}) } as AnySchemaObject, 'document');
  const judges = new WeakMap<Schema, Judge>();
  return (schema) => {
    const known = judges.get(schema);
    if (known) return known;
    const validate = ajv.compile(translate(schema) as AnySchemaObject);
    const judge: Judge = (value) => {
      // ajv writes coerced values into what it is given; the wrapper keeps bare values and the caller's own apart.
      const copy = structuredClone(value);
      return validate(copy) ? [] : (validate.errors ?? []);
    };
    judges.set(schema, judge);
    return judge;
  };
}

/** OpenAPI 3.0's `nullable` as JSON Schema says it, and references that ajv finds. */
function translate(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#/')) return `document${value}`;
    if (typeof value !== 'object' || value === null || !('nullable' in value)) return value;
    const { nullable, ...rest } = value;
    return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
  });
  return JSON.parse(text);
}
