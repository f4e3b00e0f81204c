/** The content of a form: its values, the same values as raw JSON, and errors. */

import type { Operation } from '../../../contract/contract.js';
import type { FieldDescriptions } from '../../../contract/describe-fields.js';
import type { Schema, Specification } from '../../../contract/specification.js';
import type { PageRequest } from '../page-request.js';
import { itemProperties } from '../records/links.js';

type Values = Readonly<Record<string, unknown>>;

/** The refused values, the stored values, or the defaults. */
export function valuesOf(
  operation: Operation,
  request: PageRequest,
  body: unknown,
  specification: Specification,
  fields: FieldDescriptions,
): Values {
  const isAgain = isRefused(operation, request);
  if (isAgain && isRecord(request.body)) return shownAgain(request.body, fields);
  if (operation.method === 'put' && isAgain) return { ...request.record };
  if (operation.method === 'put' && isRecord(body)) return body;
  const schemas = Object.entries(schemasOf(operation, specification));
  return Object.fromEntries(schemas.map(([name, schema]) => [name, schema.default]));
}

/** The schemas of the fields that may be sent, flattened. */
export function schemasOf(
  { content }: Operation,
  specification: Specification,
): Readonly<Record<string, Schema>> {
  const schema = content['application/json']?.schema;
  return schema ? itemProperties(schema, specification) : {};
}

/** Cuts a refused text at twice its limit, so that a page is never much larger than valid input. */
function shownAgain(body: Values, fields: FieldDescriptions): Values {
  const shown = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string')
      return [[name, value.slice(0, 2 * (fields[name]?.max_length ?? CHOICE)).toWellFormed()]];
    // No control shows a list or an object.
    return typeof value === 'object' && value !== null ? [] : [[name, value]];
  });
  return Object.fromEntries(shown);
}

/** The limit of a field without a `maxLength`: it takes one of its choices, or a number. */
const CHOICE = 100;

/** The values that may be sent. For a new resource it is the example, because defaults alone are not valid. */
export function rawOf({ method, content }: Operation, values: Values, fields: FieldDescriptions): unknown {
  if (method === 'post') return content['application/json']?.example;
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.read_only === false));
}

/** Errors by field. The raw JSON has errors of its own; controls have none for a body without fields. */
export function errorsOf(
  operation: Operation,
  request: PageRequest,
  body: unknown,
): { errors: Values; rawErrors: Values } {
  const found = isRefused(operation, request) && isRecord(body) ? body : {};
  return {
    errors: isRecord(request.body) ? found : {},
    rawErrors: request.mediaType === 'application/json' ? found : {},
  };
}

/** The form was sent and has mistakes. */
export function isRefused({ method }: Operation, request: PageRequest): boolean {
  return request.answer.status === 400 && request.method === method.toUpperCase();
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
