/** Forms and buttons for what would be accepted; none beside an error that the form does not mend. */
import type { ApiRequest } from '../../api-request.js';
import type { Document } from '../../contract/document.js';
import type { Operation } from '../../contract.js';
import { describeFields } from '../../metadata/describe-fields.js';
import type { MayUse } from '../../permissions/may-use.js';
import { deleteView } from './delete-view.js';
import { formView } from './form-view.js';
import type { Content } from './html.js';
import { itemProperties } from './links.js';

type Values = Readonly<Record<string, unknown>>;

export function actionsView(
  body: unknown,
  request: ApiRequest,
  document: Document,
  csrfToken: string | undefined,
  mayUse: MayUse,
): Content {
  const { endpoint, http, object } = request;
  if (http.status >= 300 && http.status !== 400) return false;
  return [...endpoint.operations.values()].map((operation) => {
    if (!mayUse(request, operation.method.toUpperCase(), object)) return false;
    if (operation.method === 'delete')
      return deleteView(operation.summary, http.path, csrfToken, parentOf(http.path));
    const fields = describeFields(operation, document);
    if (!fields || (operation.method !== 'post' && operation.method !== 'put')) return false;
    const values = valuesOf(operation, request, body, document);
    return formView({
      title: operation.summary,
      method: operation.method === 'put' ? 'PUT' : 'POST',
      action: http.path,
      fields,
      values,
      errors: isRefused(operation, request) && isRecord(body) ? body : {},
      raw:
        operation.method === 'put'
          ? writable(values, fields)
          : operation.content['application/json']?.example,
      csrfToken,
    });
  });
}

/** What was sent and refused, what is stored, or the defaults. */
function valuesOf(operation: Operation, request: ApiRequest, body: unknown, document: Document): Values {
  if (isRefused(operation, request)) return isRecord(request.body) ? request.body : {};
  if (operation.method === 'put' && isRecord(body)) return body;
  const schema = operation.content['application/json']?.schema;
  const properties = schema ? itemProperties(schema, document) : {};
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, property.default]));
}

function writable(values: Values, fields: NonNullable<ReturnType<typeof describeFields>>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.read_only === false));
}

/** The list that the resource was in. */
function parentOf(path: string): string {
  return path.replace(/[^/]+\/$/, '');
}

function isRefused({ method }: Operation, { http }: ApiRequest): boolean {
  return http.status === 400 && http.method === method.toUpperCase();
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
