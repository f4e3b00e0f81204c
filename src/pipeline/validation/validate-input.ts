/** Stage 9: validates parameters and body, and makes of them what the handler's signature promises. */

import type { Contract } from '../../contract/contract.js';
import type { Stage } from '../api-request.js';
import { makeBodyValidators, type ValidateBody } from './body-validator.js';
import { makeParameterValidator, type ValidateParameters } from './parameter-validator.js';
import { makeSchemaCompiler } from './schema-compiler.js';

/** One validator per operation, place and media type, compiled at the start. */
export function validateInput({ specification, endpoints }: Contract): Stage {
  const compile = makeSchemaCompiler(specification);
  const parameters = new Map<string, ValidateParameters>();
  const bodies = new Map<string, ReadonlyMap<string, ValidateBody>>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    parameters.set(operation.id, makeParameterValidator(operation, specification, compile));
    bodies.set(operation.id, makeBodyValidators(operation, specification, compile));
  }

  return function validateInput(request) {
    const { id } = request.operation;
    request.input = {
      parameters: parameters.get(id)?.(request) ?? request.input.parameters,
      body: bodies.get(id)?.get(request.mediaType ?? '')?.(request.body),
    };
  };
}
