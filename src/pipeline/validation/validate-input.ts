/** Validates parameters and body, and makes of them what the handler's signature promises. */
import type { ErrorObject } from 'ajv';
import type { Contract, Operation } from '../../contract/contract.js';
import { flattenProperties } from '../../contract/flatten-schema.js';
import type { Schema, Specification } from '../../contract/specification.js';
import { ValidationFailed } from '../../errors/index.js';
import { isRecord } from '../../is-record.js';
import type { ApiRequest, PathParameters, ValidInput } from '../request/api-request.js';
import { messagesFor } from './field-messages.js';
import { convertText, makeParameterValidator, type ValidateParameters } from './parameter-validator.js';
import { type CompileSchema, makeSchemaCompiler, type Validate } from './schema-compiler.js';

/** @throws ValidationFailed; NotFound for a path parameter that breaks its schema */
export type ValidateInput = (
  request: ApiRequest,
  operation: Operation,
  pathParameters: PathParameters,
) => ValidInput;

/** One validator per operation, place and media type; what its schema cannot be read as stops the start. */
export function makeValidateInput({ specification, endpoints }: Contract): ValidateInput {
  const compile = makeSchemaCompiler(specification);
  const parameters = new Map<Operation, ValidateParameters>();
  const bodies = new Map<Operation, ReadonlyMap<string, ValidateBody>>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    parameters.set(operation, makeParameterValidator(operation, specification, compile));
    bodies.set(operation, makeBodyValidators(operation, specification, compile));
  }

  return function validateInput(request, operation, pathParameters) {
    const { mediaType = '', body } = request.found;
    return {
      parameters: parameters.get(operation)?.(request, pathParameters) ?? { path: {}, query: {}, header: {} },
      body: bodies.get(operation)?.get(mediaType)?.(body),
    };
  };
}

/**
 * @returns the declared members alone, in their JSON types, with defaults filled in
 * @throws ValidationFailed
 */
type ValidateBody = (body: unknown) => Record<string, unknown>;

function makeBodyValidators(
  { content }: Operation,
  specification: Specification,
  compile: CompileSchema,
): ReadonlyMap<string, ValidateBody> {
  const jsonSchema = content['application/json']?.schema;
  return new Map(
    Object.entries(content).map(([mediaType, { schema }]) => [
      mediaType,
      makeBodyValidator(schema, jsonSchema ?? schema, specification, compile),
    ]),
  );
}

/** @param target the schema of the JSON body: messages describe its fields, and the texts of a form become its types */
function makeBodyValidator(
  schema: Schema,
  target: Schema,
  specification: Specification,
  compile: CompileSchema,
): ValidateBody {
  const fields = flattenProperties(specification, target);
  const validate = compile(schema);
  const validateConverted = schema === target ? undefined : compile(target);

  return (body) => {
    if (!isRecord(body)) throw new ValidationFailed({ non_field_errors: [notAnObject(body)] });
    // Read-only and unknown members are ignored.
    const names = Object.keys(fields).filter((name) => Object.hasOwn(body, name));
    const given = Object.fromEntries(names.map((name) => [name, body[name]]));
    check(given, validate);
    if (!validateConverted) return given;
    const converted = convertForm(given, fields);
    // Fills in the defaults too. A form's schema cannot state every rule, such as the range of a number.
    check(converted, validateConverted);
    return converted;
  };

  function check(given: Record<string, unknown>, validate: Validate): void {
    const failing = failingFields(validate(given));
    if (failing.size === 0) return;
    const wrong = Object.entries(fields).filter(([name]) => failing.has(name));
    throw new ValidationFailed(
      Object.fromEntries(wrong.map(([name, schema]) => [name, messagesFor(given[name], schema)])),
    );
  }
}

function failingFields(errors: readonly ErrorObject[]): ReadonlySet<string> {
  const names = errors.map(({ instancePath, params }) =>
    instancePath === '' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? ''),
  );
  return new Set(names);
}

function convertForm(
  given: Record<string, unknown>,
  fields: Readonly<Record<string, Schema>>,
): Record<string, unknown> {
  const converted = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' ? convertText(value, fields[name] ?? {}) : value,
  ]);
  return Object.fromEntries(converted.filter(([, value]) => value !== undefined));
}

/** Names JSON's types by the words of Python, which clients of this convention expect. */
function notAnObject(body: unknown): string {
  if (body === null) return 'No data provided';
  return `Invalid data. Expected a dictionary, but got ${typeName(body)}.`;
}

function typeName(body: unknown): string {
  if (Array.isArray(body)) return 'list';
  if (typeof body === 'string') return 'str';
  if (typeof body === 'boolean') return 'bool';
  return Number.isInteger(body) ? 'int' : 'float';
}
