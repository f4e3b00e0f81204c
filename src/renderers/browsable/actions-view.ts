/** Forms and buttons for what would be accepted; none beside an error that the form does not mend. */
import type { ApiRequest } from '../../api-request.js';
import { etagOf } from '../../conditions/etag.js';
import type { Document } from '../../contract/document.js';
import { describeFields } from '../../metadata/describe-fields.js';
import type { MayUse } from '../../permissions/may-use.js';
import { deleteView } from './delete-view.js';
import { errorsOf, rawOf, valuesOf } from './form-content.js';
import { formView } from './form-view.js';
import { type Content, html } from './html.js';
import { itemProperties } from './links.js';
import { nameOf } from './rows-view.js';

export function actionsView(
  body: unknown,
  request: ApiRequest,
  document: Document,
  csrfToken: string | undefined,
  mayUse: MayUse,
): Content {
  const { endpoint, http, object } = request;
  if (http.status >= 300 && http.status !== 400) return false;
  const shared = { action: http.path, csrfToken, etag: object ? etagOf(object) : undefined };
  const offered = [...endpoint.operations.values()].filter(({ method }) =>
    mayUse(request, method.toUpperCase(), object),
  );
  return [
    offered.some(({ method }) => method === 'put' || method === 'delete') &&
      html`<noscript><p class="hint">Editing and deleting need script.</p></noscript>`,
    offered.map((operation) => {
      const { method, summary: title } = operation;
      if (method === 'delete')
        return deleteView({
          ...shared,
          title,
          name: nameOfObject(request, document),
          next: parentOf(http.path),
        });
      const fields = describeFields(operation, document);
      if (!fields || (method !== 'post' && method !== 'put')) return false;
      const values = valuesOf(operation, request, body, document);
      return formView({
        ...shared,
        title,
        method: method === 'put' ? 'PUT' : 'POST',
        fields,
        values,
        raw: rawOf(operation, values, fields),
        ...errorsOf(operation, request, body),
      });
    }),
  ];
}

/** What the list that it is in calls it. */
function nameOfObject({ endpoint, object }: ApiRequest, document: Document): string | undefined {
  const output = endpoint.operations.get('get')?.output;
  if (object === null || !output) return undefined;
  const properties = Object.entries(itemProperties(output, document));
  const name = properties.flatMap(([member, schema]) => (schema['x-row'] === 'name' ? [member] : []));
  return nameOf({ ...object, id: object._id }, { name });
}

/** The list that the resource was in. */
function parentOf(path: string): string {
  return path.replace(/[^/]+\/$/, '');
}
