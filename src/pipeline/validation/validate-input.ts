/** Validates parameters and body, and makes of them what the handler's signature promises. */
import type { Contract, Operation } from '../../contract/contract.js';
import type { ApiRequest, PathParameters, ValidInput } from '../request/api-request.js';
import { makeBodyValidators, type ValidateBody } from './body-validator.js';
import { makeParameterValidator, type ValidateParameters } from './parameter-validator.js';
import { makeSchemaCompiler } from './schema-compiler.js';

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
