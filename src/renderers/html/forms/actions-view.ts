/** Forms and buttons for the methods that the user may use. Pages of errors that the user cannot correct have none. */
import type { Endpoint, Operation } from '../../../contract/contract.js';
import { describeFields } from '../../../contract/describe-fields.js';
import type { Specification } from '../../../contract/specification.js';
import { etagOf } from '../../../pipeline/conditional-requests/etag.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { type Content, html } from '../html.js';
import type { LocatedPageRequest } from '../page-request.js';
import { nameOfRecord } from '../records/names.js';
import { endpointsBelow, pathBelow } from '../records/subresources.js';
import { buttonView, deleteView } from './button-views.js';
import { errorsOf, isRefused, rawOf, schemasOf, valuesOf } from './form-content.js';
import { formView } from './form-view.js';

/** Whether the visitor may use a method of a path: that of the page, or one below it. */
export type MayUse = (endpoint: Endpoint, path: string, method: string) => boolean;

export interface ActionsView {
  readonly body: unknown;
  readonly request: LocatedPageRequest;
  readonly specification: Specification;
  /** Of the whole deployment. */
  readonly endpoints: readonly Endpoint[];
  readonly csrfToken: string | undefined;
  readonly mayUse: MayUse;
  readonly url: Url;
  /** Links and buttons of the resource's own view. */
  readonly more: Content;
}

export function actionsView(view: ActionsView): Content {
  const { request, mayUse, more } = view;
  const { endpoint, path } = request;
  if (!hasActions(request)) return false;
  // All buttons stand in one row. A form opens below it.
  const offered = [...endpoint.operations.values()].filter(({ method }) => mayUse(endpoint, path, method));
  const actions = [offered.map((operation) => actionView(operation, view)), partsView(view)]
    .flat(2)
    .filter(Boolean);
  if (actions.length === 0 && !more) return false;
  return html`<div class="actions">
${more}
${actions}
${
  offered.some(({ method }) => method === 'put' || method === 'delete') &&
  html`<noscript><p class="hint">Editing and deleting need JavaScript.</p></noscript>`
}
</div>`;
}

/** Success, a refused form, and the page of a path that has no GET of its own. */
function hasActions({ method, endpoint, answer }: LocatedPageRequest): boolean {
  if (answer.status < 300 || answer.status === 400) return true;
  return answer.status === 405 && method === 'GET' && !endpoint.operations.has('get');
}

function actionView(
  operation: Operation,
  { body, request, specification, csrfToken, url }: ActionsView,
): Content {
  const { path, record } = request;
  const { method, summary: title } = operation;
  const version = record?.version;
  const etag = version === undefined ? undefined : etagOf({ version });
  const shared = { title, action: path, csrfToken, etag };
  if (method === 'delete') {
    const { endpoint, pathParameters } = request;
    const name = record ? nameOfRecord(record, endpoint, pathParameters, specification) : undefined;
    return deleteView({ ...shared, name, next: parentOf(path) });
  }
  if (takesNoBody(operation)) return buttonView(shared);
  const fields = describeFields(operation, specification);
  if (!fields || (method !== 'post' && method !== 'put')) return false;
  const values = valuesOf(operation, request, body, specification, fields);
  const { errors, rawErrors } = errorsOf(operation, request, body);
  return formView({
    ...shared,
    method: method === 'put' ? 'PUT' : 'POST',
    fields,
    schemas: schemasOf(operation, specification),
    values,
    url,
    raw: rawOf(operation, values, fields),
    errors,
    rawErrors,
    isOpen: isRefused(operation, request),
  });
}

/** Buttons of the paths below this one that have no page: `POST /snippets/1/fork/` on `/snippets/1/`. */
function partsView({ request, endpoints, csrfToken, mayUse }: ActionsView): Content {
  if (request.answer.status >= 300) return false;
  return endpointsBelow(request, endpoints).map((endpoint) => {
    const post = endpoint.operations.get('post');
    if (!post || endpoint.operations.has('get') || !takesNoBody(post)) return false;
    const action = pathBelow(request, endpoint);
    if (!mayUse(endpoint, action, 'post')) return false;
    return buttonView({ title: post.summary, action, csrfToken });
  });
}

const takesNoBody = ({ method, content }: Operation) =>
  method === 'post' && Object.keys(content).length === 0;

/** The path of the list that holds the resource. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
