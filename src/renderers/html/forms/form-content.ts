/** The content of a form: its values, the same values as raw JSON, and errors. */

import type { Operation } from '../../../contract/contract.js';
import type { FieldDescriptions } from '../../../contract/describe-fields.js';
import type { Schema, Specification } from '../../../contract/specification.js';
import { isRecord } from '../../../is-record.js';
import type { PageRequest } from '../page-request.js';
import { itemProperties } from '../records/links.js';

type Values = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';

/** The refused values, over the stored values or the defaults. */
export function valuesOf(
  operation: Operation,
  request: PageRequest,
  body: unknown,
  specification: Specification,
  fields: FieldDescriptions,
): Values {
  const stored = operation.method === 'put' ? (request.record ?? body) : undefined;
  const schemas = Object.entries(schemasOf(operation, specification));
  const initial = isRecord(stored)
    ? stored
    : Object.fromEntries(schemas.map(([name, schema]) => [name, schema.default]));
  if (!isRepeated(operation, request) || !isRecord(request.body)) return initial;
  const sent = shownAgain(request.body, fields);
  // A form sends every field, but no check box that is off. Raw JSON may leave fields out.
  return request.mediaType === JSON_TYPE ? { ...initial, ...sent } : sent;
}

/** The schemas of the fields that may be sent, flattened. */
export function schemasOf(
  { content }: Operation,
  specification: Specification,
): Readonly<Record<string, Schema>> {
  const schema = content[JSON_TYPE]?.schema;
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
  if (method === 'post') return content[JSON_TYPE]?.example;
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
    rawErrors: request.mediaType === JSON_TYPE ? found : {},
  };
}

/** The form was sent, and is shown with what was sent: it has mistakes, or its sender is not known any more. */
export function isRepeated(operation: Operation, request: PageRequest): boolean {
  const isDenied = request.answer.status === 401 || request.answer.status === 403;
  return (
    isRefused(operation, request) ||
    (isDenied && request.method === operation.method.toUpperCase() && isRecord(request.body))
  );
}

/** The form was sent and has mistakes. */
export function isRefused({ method }: Operation, request: PageRequest): boolean {
  return request.answer.status === 400 && request.method === method.toUpperCase();
}
