/** Validates parameters and body, and makes of them what the handler's signature promises. */
import type { ErrorObject } from 'ajv';
import type { Contract, Operation } from '../../contract/contract.js';
import type { Schema } from '../../contract/specification.js';
import { ValidationFailed } from '../../errors/index.js';
import { isRecord } from '../../is-record.js';
import type { ApiRequest, PathParameters, ValidInput } from '../request/api-request.js';
import { messagesFor } from './field-messages.js';
import { makeParameterValidator, type ValidateParameters } from './parameter-validator.js';
import { type CompileSchema, makeSchemaCompiler } from './schema-compiler.js';

/** @throws ValidationFailed; NotFound for a path parameter that breaks its schema */
export type ValidateInput = (
  request: ApiRequest,
  operation: Operation,
  pathParameters: PathParameters,
  sent: unknown,
) => ValidInput;

/** What a schema cannot be read as stops the start. */
export function makeValidateInput({ specification, endpoints }: Contract): ValidateInput {
  const compile = makeSchemaCompiler(specification);
  const validators = new Map<Operation, { parameters: ValidateParameters; body?: ValidateBody }>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    validators.set(operation, {
      parameters: makeParameterValidator(operation, specification, compile),
      ...(operation.input && { body: makeBodyValidator(operation.input, operation.fields, compile) }),
    });
  }

  return function validateInput(request, operation, pathParameters, sent) {
    const { parameters, body } = validators.get(operation) ?? {};
    return {
      parameters: parameters?.(request, pathParameters) ?? { path: {}, query: {}, header: {} },
      body: body?.(sent),
    };
  };
}

/**
 * @returns the declared members alone, with defaults filled in
 * @throws ValidationFailed
 */
type ValidateBody = (sent: unknown) => Record<string, unknown>;

function makeBodyValidator(
  schema: Schema,
  fields: Readonly<Record<string, Schema>>,
  compile: CompileSchema,
): ValidateBody {
  const validate = compile(schema);
  return (sent) => {
    if (!isRecord(sent)) throw new ValidationFailed({ non_field_errors: [notAnObject(sent)] });
    // Read-only and unknown members are ignored.
    const names = Object.keys(fields).filter((name) => Object.hasOwn(sent, name));
    const given = Object.fromEntries(names.map((name) => [name, sent[name]]));
    const failing = failingFields(validate(given));
    if (failing.size === 0) return given;
    const wrong = Object.entries(fields).filter(([name]) => failing.has(name));
    throw new ValidationFailed(
      Object.fromEntries(wrong.map(([name, field]) => [name, messagesFor(given[name], field)])),
    );
  };
}

function failingFields(errors: readonly ErrorObject[]): ReadonlySet<string> {
  const names = errors.map(({ instancePath, params }) =>
    instancePath === '' ? String(params.missingProperty) : (instancePath.split('/')[1] ?? ''),
  );
  return new Set(names);
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
