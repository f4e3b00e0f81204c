/** Forms and buttons for what would be accepted; none beside an error that the form does not mend. */

import { describeFields } from '../../contract/describe-fields.js';
import type { Specification } from '../../contract/specification.js';
import { etagOf } from '../../pipeline/conditional-requests/etag.js';
import type { MayUse } from '../../pipeline/permissions/may-use.js';
import type { LocatedRequest } from '../../pipeline/phases.js';
import { deleteView } from './delete-view.js';
import { errorsOf, rawOf, valuesOf } from './form-content.js';
import { formView } from './form-view.js';
import { type Content, html } from './html.js';
import { itemProperties } from './links.js';
import { nameOf } from './rows-view.js';

export function actionsView(
  body: unknown,
  request: LocatedRequest,
  specification: Specification,
  csrfToken: string | undefined,
  mayUse: MayUse,
): Content {
  const { endpoint, ctx, object = null } = request;
  if (ctx.status >= 300 && ctx.status !== 400) return false;
  const version = object?.version;
  const shared = {
    action: ctx.path,
    csrfToken,
    etag: version === undefined ? undefined : etagOf({ version }),
  };
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
          name: nameOfObject(request, specification),
          next: parentOf(ctx.path),
        });
      const fields = describeFields(operation, specification);
      if (!fields || (method !== 'post' && method !== 'put')) return false;
      const values = valuesOf(operation, request, body, specification);
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
function nameOfObject(
  { endpoint, object }: LocatedRequest,
  specification: Specification,
): string | undefined {
  const output = endpoint.operations.get('get')?.output;
  if (!object || !output) return undefined;
  const properties = Object.entries(itemProperties(output, specification));
  const name = properties.flatMap(([member, schema]) => (schema['x-row'] === 'name' ? [member] : []));
  return nameOf({ ...object, id: object._id }, { name });
}

/** The list that the resource was in. */
function parentOf(path: string): string {
  return path.replace(/[^/]+\/$/, '');
}
