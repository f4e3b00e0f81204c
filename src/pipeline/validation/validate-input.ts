/** Validates parameters and body with ajv, and makes of them what the handler's signature promises. */
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Operation } from '../../contract/contract.js';
import type { Parameter, Schema } from '../../contract/specification.js';
import { NotFound, ValidationFailed } from '../../errors/index.js';
import type { ApiRequest } from '../../http/api-request.js';
import type { PathParameters, RouteMethod, ValidInput } from '../../http/route.js';
import { isRecord } from '../../is-record.js';
import { convertText } from './convert-text.js';
import { messagesFor } from './field-messages.js';

type ParameterSource = Pick<ApiRequest, 'query' | 'headers'>;

/**
 * @returns makes the validation of an operation
 * @throws Error at the start for a parameter that cannot be read from text
 */
export function makeCompileInput(): (operation: Operation) => RouteMethod['validate'] {
  const compile = makeSchemaCompiler();
  return function compileInput(operation) {
    const { input, fields } = operation;
    const readParameters = makeParameterValidator(operation, compile);
    const readBody = input ? makeBodyValidator(input, fields, compile) : () => undefined;
    return (request, parameters, sent) => ({
      parameters: readParameters(request, parameters),
      body: readBody(sent),
    });
  };
}

const PLACES = ['path', 'query', 'header'] as const;

/** Negotiation reads it: an unknown format is 404. */
const NEGOTIATED = 'format';

/** @returns gives the declared parameters alone, in their types, with defaults filled in */
function makeParameterValidator({ id, parameters }: Operation, compile: CompileSchema) {
  // In this order, so that messages about the query stand before those about headers.
  const declared = PLACES.flatMap((place) =>
    parameters.filter((one) => one.in === place && one.name !== NEGOTIATED).map((one) => ({ place, ...one })),
  );
  for (const { name, place, schema } of declared)
    if (schema.type === 'array' || schema.type === 'object')
      throw new Error(
        `openapi.yaml: ${id} has the ${place} parameter ${name} of type ${schema.type}; ` +
          'only string, integer, number and boolean can be read (src/pipeline/validation/convert-text.ts).',
      );
  const places = PLACES.map((place) => [place, schemaOf(declared.filter((one) => one.place === place))]);
  const validate = compile({ type: 'object', properties: Object.fromEntries(places) });

  return (source: ParameterSource, pathParameters: PathParameters): ValidInput['parameters'] => {
    const values: ValidInput['parameters'] = { path: {}, query: {}, header: {} };
    for (const { place, name, schema, allowEmptyValue = false } of declared) {
      const text = place === 'path' ? pathParameters[name] : textOf(source, place, name);
      if (text === undefined || (text === '' && allowEmptyValue)) continue;
      values[place][name] = convertText(text, schema) ?? text;
    }
    const errors = validate(values);
    if (errors.length === 0) return values;
    const wrong = declared
      .map((one) => ({ ...one, errors: errorsOf(`/${one.place}/${one.name}`, errors) }))
      .filter((one) => one.errors.length > 0);
    // No resource can have that path.
    if (wrong.some(({ place }) => place === 'path')) throw new NotFound();
    throw new ValidationFailed(
      Object.fromEntries(
        wrong.map(({ place, name, schema, errors }) => [
          name,
          messagesFor(values[place][name], schema, errors),
        ]),
      ),
    );
  };
}

function schemaOf(parameters: readonly Parameter[]): Schema {
  return {
    type: 'object',
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
}

/** The last value of a repeated query parameter wins; undeclared parameters are ignored. */
function textOf(
  { query, headers }: ParameterSource,
  place: 'query' | 'header',
  name: string,
): string | undefined {
  if (place === 'query') return query.getAll(name).at(-1);
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** @returns gives the declared members alone, with defaults filled in */
function makeBodyValidator(schema: Schema, fields: Readonly<Record<string, Schema>>, compile: CompileSchema) {
  const validate = compile(schema);
  return (sent: unknown): Record<string, unknown> => {
    if (!isRecord(sent)) throw new ValidationFailed({ non_field_errors: [notAnObject(sent)] });
    // Read-only and unknown members are ignored.
    const names = Object.keys(fields).filter((name) => Object.hasOwn(sent, name));
    const given = Object.fromEntries(names.map((name) => [name, sent[name]]));
    const errors = validate(given);
    if (errors.length === 0) return given;
    const messages = Object.entries(fields).flatMap(([name, field]) => {
      const own = errorsOf(`/${name}`, errors);
      return own.length > 0 ? [[name, messagesFor(given[name], field, own)]] : [];
    });
    // Nobody names a field so: it is what curl's `-d '{...}'` makes.
    const isJson = Object.keys(sent).some((name) => /^\s*\{\s*"/.test(name));
    throw new ValidationFailed({
      ...Object.fromEntries(messages),
      ...(isJson && { non_field_errors: [SENT_AS_FORM] }),
    });
  };
}

const SENT_AS_FORM = 'Sent as a form. For JSON, set Content-Type: application/json.';

/** @param member a pointer (RFC 6901) @returns the rules that it breaks, itself or in what it holds; [] when it is valid */
function errorsOf(member: string, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter(({ keyword, instancePath, params }) => {
    const at = keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath;
    // `if` only tells that its `then` was refused.
    return keyword !== 'if' && `${at}/`.startsWith(`${member}/`);
  });
}

/** JSON's types by the words of Python, which clients of this convention expect. */
const JSON_TYPES: Readonly<Record<string, string>> = { string: 'str', boolean: 'bool' };

function notAnObject(body: unknown): string {
  if (body === null) return 'No data provided';
  const name = Array.isArray(body) ? 'list' : JSON_TYPES[typeof body];
  return `Invalid data. Expected a dictionary, but got ${name ?? (Number.isInteger(body) ? 'int' : 'float')}.`;
}

/** Makes what tells the errors of a value, empty when it is valid. It writes defaults into the value. */
export type CompileSchema = (schema: object) => (value: unknown) => readonly ErrorObject[];

/** A schema is compiled when the first value is validated: a start would compile dozens that it does not use. */
export function makeSchemaCompiler(): CompileSchema {
  let ajv: Ajv | undefined;
  return (schema: object) => {
    let validate: ValidateFunction | undefined;
    /** Writes defaults into the value. @returns what is wrong with it, empty when it is valid */
    return (value: unknown): readonly ErrorObject[] => {
      ajv ??= makeAjv();
      validate ??= ajv.compile(lengthsFirst(schema));
      return validate(value) ? [] : (validate.errors ?? []);
    };
  };
}

function makeAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    // OpenAPI's own keywords (`example`, `x-...`) are not part of JSON Schema.
    strictSchema: false,
    strictTypes: false,
    // The linter holds openapi.yaml to the schema of schemas, and a test compiles every schema.
    validateSchema: false,
  });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  // Refuses unpaired surrogates: a JSON escape can write one, UTF-8 cannot.
  ajv.addFormat('well-formed', (text: string) => text.isWellFormed());
  return ajv;
}

/** ajv tries every keyword, to find all errors: a text that is too long would still meet its pattern. */
function lengthsFirst(schema: object): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!isRecord(value) || typeof value.maxLength !== 'number') return value;
    const { pattern, format, ...others } = value;
    const then = { ...(pattern !== undefined && { pattern }), ...(format !== undefined && { format }) };
    return { ...others, if: { maxLength: value.maxLength }, then };
  });
}
