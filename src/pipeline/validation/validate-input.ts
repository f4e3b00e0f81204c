/** Stage 9: validates parameters and body, and makes of them what the handler's signature promises. */

import type { Contract } from '../../contract/contract.js';
import type { ParsedRequest, ValidRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { makeBodyValidators, type ValidateBody } from './body-validator.js';
import { makeParameterValidator, type ValidateParameters } from './parameter-validator.js';
import { makeSchemaCompiler } from './schema-compiler.js';

/** One validator per operation, place and media type; what its schema cannot be read as stops the start. */
export function validateInput({ specification, endpoints }: Contract): Stage<ParsedRequest, ValidRequest> {
  const compile = makeSchemaCompiler(specification);
  const parameters = new Map<string, ValidateParameters>();
  const bodies = new Map<string, ReadonlyMap<string, ValidateBody>>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    parameters.set(operation.id, makeParameterValidator(operation, specification, compile));
    bodies.set(operation.id, makeBodyValidators(operation, specification, compile));
  }

  return function validateInput(request, next) {
    const { id } = request.operation;
    const input = {
      parameters: parameters.get(id)?.(request) ?? { path: {}, query: {}, header: {} },
      body: bodies.get(id)?.get(request.mediaType ?? '')?.(request.body),
    };
    return next(Object.assign(request, { input }));
  };
}
