/** Validates the parameters of one operation, path, query and header, and converts them to the types of their schemas. */
import type { Operation } from '../../contract/contract.js';
import { flattenSchema } from '../../contract/flatten-schema.js';
import type { Parameter, Schema, Specification } from '../../contract/specification.js';
import { NotFound, ValidationFailed } from '../../errors/index.js';
import type { PathParameters, ValidInput } from '../request/api-request.js';
import { messagesFor, REQUIRED } from './field-messages.js';
import type { CompileSchema, Validate } from './schema-compiler.js';

/** The parts of a request that parameters come from. */
export interface ParameterSource {
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * @returns the declared parameters alone
 * @throws NotFound for a path parameter that breaks its schema: no resource can have that path
 * @throws ValidationFailed for query and header parameters, by name
 */
export type ValidateParameters = (
  source: ParameterSource,
  pathParameters: PathParameters,
) => ValidInput['parameters'];

/** Negotiation reads it: an unknown format is 404. */
const NEGOTIATED = 'format';

type Place = 'path' | 'query' | 'header';

export function makeParameterValidator(
  operation: Operation,
  specification: Specification,
  compile: CompileSchema,
): ValidateParameters {
  const inPlace = (place: Place) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.name !== NEGOTIATED)
      .map((parameter) => makeReader(parameter, operation, specification, compile));
  const path = inPlace('path');
  const query = inPlace('query');
  const header = inPlace('header');

  return (source, pathParameters) => {
    const errors: Record<string, string[]> = {};
    const values = {
      path: readAll(path, ({ name }) => pathParameters[name], failWithNotFound),
      // Most requests have no query: then there is no need to parse it.
      query: query.length === 0 ? {} : readAll(query, lastOf(source), collectIn(errors)),
      header: readAll(header, headerOf(source), collectIn(errors)),
    };
    if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
    return values;
  };
}

/** Reads one declared parameter from its text. */
interface Reader {
  readonly name: string;
  readonly required: boolean;
  /** Flattened. */
  readonly schema: Schema;
  readonly validate: Validate;
}

/** @throws Error for a schema that a text cannot be read as, so that the server does not start with it */
function makeReader(
  { name, in: place, required = false, schema }: Parameter,
  { id }: Operation,
  specification: Specification,
  compile: CompileSchema,
): Reader {
  const flat = flattenSchema(specification, schema);
  if (flat.type === 'array' || flat.type === 'object')
    throw new Error(
      `openapi.yaml: ${id} has the ${place} parameter ${name} of type ${flat.type}; ` +
        'only string, integer, number and boolean can be read (src/pipeline/validation/parameter-validator.ts).',
    );
  return { name, required, schema: flat, validate: compile(schema) };
}

type Fail = (name: string, messages: string[]) => void;

function readAll(
  readers: readonly Reader[],
  textOf: (reader: Reader) => string | undefined,
  fail: Fail,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const reader of readers) {
    const { name, schema, required } = reader;
    const text = textOf(reader);
    if (text === undefined) {
      if (required) fail(name, [REQUIRED]);
      else if (schema.default !== undefined) values[name] = schema.default;
      continue;
    }
    const value = convertText(text, schema) ?? text;
    if (reader.validate(value).length === 0) values[name] = value;
    else fail(name, messagesFor(value, schema));
  }
  return values;
}

/** The last value of a repeated query parameter wins; undeclared parameters are ignored. */
const lastOf =
  ({ query }: ParameterSource) =>
  ({ name }: Reader) =>
    query.getAll(name).at(-1);

const headerOf =
  ({ headers }: ParameterSource) =>
  ({ name }: Reader) => {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  };

const collectIn =
  (errors: Record<string, string[]>): Fail =>
  (name, messages) => {
    errors[name] = messages;
  };

const failWithNotFound: Fail = () => {
  throw new NotFound();
};

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0']);

/** A JSON number (RFC 8259, 6), with leading zeros. */
const NUMBER = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/**
 * @returns undefined for a blank that counts as not given; the text itself where it is not of the type, so that the
 *   schema refuses it
 */
export function convertText(text: string, schema: Schema): unknown {
  if (text === '' && (schema.enum || schema.type !== 'string')) return undefined;
  if (schema.type === 'boolean') return readBoolean(text);
  if (schema.type === 'integer' && /^-?[0-9]+$/.test(text)) return Number(text);
  if (schema.type === 'number' && NUMBER.test(text)) return Number(text);
  return text;
}

function readBoolean(text: string): boolean | string {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : text;
}
