/** Validates the parameters of one operation: path, query and header. */

import type { Operation } from '../../contract/contract.js';
import { flattenSchema } from '../../contract/flatten-schema.js';
import type { Parameter, Schema, Specification } from '../../contract/specification.js';
import { ValidationFailed } from '../../errors/index.js';
import type { ParsedRequest, ValidInput } from '../phases.js';
import { convertText } from './convert-text.js';
import { messagesFor } from './field-messages.js';
import type { CompileSchema } from './schema-compiler.js';

export type ValidateParameters = (request: ParsedRequest) => ValidInput['parameters'];

/** Negotiation has dealt with it (404 for a format that is not there). */
const NEGOTIATED = 'format';

export function makeParameterValidator(
  operation: Operation,
  specification: Specification,
  compile: CompileSchema,
): ValidateParameters {
  const inPlace = (place: Parameter['in']) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.name !== NEGOTIATED)
      .map(({ name, schema }) => ({
        name,
        schema: flattenSchema(specification, schema),
        isValid: compile(schema),
      }));
  const path = inPlace('path');
  const query = inPlace('query');
  const header = inPlace('header');

  return (request) => ({
    path: Object.fromEntries(path.map(({ name }) => [name, Number(request.pathParameters[name])])),
    query: query.length > 0 && request.ctx.querystring !== '' ? validateQuery(request.query, query) : {},
    header: Object.fromEntries(header.map(({ name }) => [name, request.headers[name.toLowerCase()]])),
  });
}

interface QueryParameter {
  name: string;
  schema: Schema;
  isValid: (value: unknown) => boolean;
}

/** The last value of a repeated parameter wins; parameters that are not declared are ignored. */
function validateQuery(query: URLSearchParams, declared: readonly QueryParameter[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const { name, schema, isValid } of declared) {
    const text = query.getAll(name).at(-1);
    if (text === undefined) continue;
    const value = convertText(text, schema) ?? text;
    if (isValid(value)) values[name] = value;
    else errors[name] = messagesFor(value, schema);
  }
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  return values;
}
