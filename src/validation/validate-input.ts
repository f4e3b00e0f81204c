/** Stage 9: holds parameters and body to the document, and hands on what the handler's signature promises. */
import type { Stage } from '../api-request.js';
import type { Contract } from '../contract.js';
import { makeBodyValidators, type ValidateBody } from './body-validator.js';
import { makeParameterValidator, type ValidateParameters } from './parameter-validator.js';
import { makeSchemaCompiler } from './schema-compiler.js';

/** One validator per operation, place and media type, compiled at the start. */
export function validateInput({ document, endpoints }: Contract): Stage {
  const compile = makeSchemaCompiler(document);
  const parameters = new Map<string, ValidateParameters>();
  const bodies = new Map<string, ReadonlyMap<string, ValidateBody>>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    parameters.set(operation.id, makeParameterValidator(operation, document, compile));
    bodies.set(operation.id, makeBodyValidators(operation, document, compile));
  }

  return function validateInput(request) {
    const { id } = request.operation;
    request.input = {
      parameters: parameters.get(id)?.(request) ?? request.input.parameters,
      body: bodies.get(id)?.get(request.mediaType ?? '')?.(request.body),
    };
  };
}
