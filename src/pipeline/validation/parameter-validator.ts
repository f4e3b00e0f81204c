/** Validates the parameters of one operation (path, query, header) and converts them to their types. */
import type { Operation } from '../../contract/contract.js';
import { flattenSchema } from '../../contract/flatten-schema.js';
import type { Parameter, Schema, Specification } from '../../contract/specification.js';
import { NotFound, ValidationFailed } from '../../errors/index.js';
import type { PathParameters, ValidInput } from '../request/api-request.js';
import { convertText } from './convert-text.js';
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

export function makeParameterValidator(
  operation: Operation,
  specification: Specification,
  compile: CompileSchema,
): ValidateParameters {
  // In this order, so that messages about the query stand before those about headers.
  const readers = (['path', 'query', 'header'] as const).flatMap((place) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.name !== NEGOTIATED)
      .map((parameter) => ({ place, ...makeReader(parameter, operation, specification, compile) })),
  );

  return (source, pathParameters) => {
    const values: ValidInput['parameters'] = { path: {}, query: {}, header: {} };
    const errors: Record<string, string[]> = {};
    for (const { place, name, required, schema, validate } of readers) {
      const text = place === 'path' ? pathParameters[name] : textOf(source, place, name);
      if (text === undefined) {
        if (required) errors[name] = [REQUIRED];
        else if (schema.default !== undefined) values[place][name] = schema.default;
        continue;
      }
      const value = convertText(text, schema) ?? text;
      if (validate(value).length === 0) values[place][name] = value;
      else if (place === 'path') throw new NotFound();
      else errors[name] = messagesFor(value, schema);
    }
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
