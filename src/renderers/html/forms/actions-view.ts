/** Forms and buttons for the methods that the user may use. Pages of errors that the user cannot correct have none. */
import type { Endpoint, Operation } from '../../../contract/contract.js';
import { describeFields } from '../../../contract/describe-fields.js';
import type { Schema, Specification } from '../../../contract/specification.js';
import { etagOf } from '../../../pipeline/conditional-requests/preconditions.js';
import { type Content, html } from '../html.js';
import { endpointsBelow, type LocatedPageRequest, type PageRequest, pathBelow } from '../page-request.js';
import { createUrl, defaultListUrl } from '../records/list-url.js';
import { buttonView, deleteView } from './button-views.js';
import { errorsOf, isRepeated, rawOf, schemasOf, valuesOf } from './form-content.js';
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
  /** Links and buttons of the resource's own view, before those of the methods. */
  readonly more?: Content;
  /** Entries of a menu after them. */
  readonly menu?: Content;
}

export function actionsView(view: ActionsView): Content {
  const { request, mayUse, more, menu } = view;
  const { endpoint, path } = request;
  if (!hasActions(request)) return false;
  // All buttons stand in one row. A form opens below it.
  const offered = [...endpoint.operations.values()].filter(
    (operation) => mayUse(endpoint, path, operation.method) || isRepeated(operation, request),
  );
  const isDelete = ({ method }: Operation) => method === 'delete';
  const show = (operation: Operation) => actionView(operation, view);
  const forms = [offered.filter((operation) => !isDelete(operation)).map(show), subresourcesView(view)]
    .flat(2)
    .filter(Boolean);
  const deleting = offered.filter(isDelete).map(show);
  if (forms.length === 0 && deleting.length === 0 && !more) return false;
  return html`<div class="actions">
${more}
${forms}
${
  menu
    ? html`<details class="menu more"><summary class="button">More</summary>
<div class="panel">${menu}${deleting}</div></details>`
    : deleting
}
${
  offered.some(({ method }) => method === 'put' || method === 'delete') &&
  html`<noscript><p class="hint">Editing and deleting need JavaScript.</p></noscript>`
}
</div>`;
}

/** Success, a refused form, and the page of a path that has no GET of its own. */
function hasActions(request: LocatedPageRequest): boolean {
  const { method, endpoint, answer } = request;
  if (answer.status < 300 || answer.status === 400) return true;
  // A form that was refused because its sender is logged out is shown again, so that no text is lost.
  if ([...endpoint.operations.values()].some((operation) => isRepeated(operation, request))) return true;
  return answer.status === 405 && method === 'GET' && !endpoint.operations.has('get');
}

function actionView(
  operation: Operation,
  { body, request, specification, csrfToken, endpoints }: ActionsView,
): Content {
  const { path, record } = request;
  const { method, summary: title } = operation;
  const version = record?.version;
  const etag = version === undefined ? undefined : etagOf({ version });
  const shared = { title, action: path, csrfToken, etag };
  if (method === 'delete') return deleteView({ ...shared, next: parentOf(path, endpoints) });
  if (takesNoBody(operation)) return buttonView(shared);
  const fields = describeFields(operation);
  if (!fields || (method !== 'post' && method !== 'put')) return false;
  if (isLinked(operation, request))
    return html`<a class="button primary" href="${createUrl(path)}">${title}</a>`;
  const schemas = schemasOf(operation, specification);
  const values = valuesOf(operation, request, body, specification, fields);
  const { errors, rawErrors } = errorsOf(operation, request, body);
  return formView({
    ...shared,
    method: method === 'put' ? 'PUT' : 'POST',
    cancelUrl: method === 'put' ? path : defaultListUrl(request.endpoint, path),
    fields,
    schemas,
    values,
    previewUrl: previewOf(schemas, endpoints),
    raw: rawOf(operation, values, fields),
    errors,
    rawErrors,
    isOpen: method === 'post' || isRepeated(operation, request),
    isFocused: request.isNew,
  });
}

/** What the form creates that a list shows in place of its items; undefined: the page shows something else. */
export function createOperation(request: PageRequest, mayUse: MayUse): Operation | undefined {
  const { endpoint, path, method, answer, isNew } = request;
  const post = endpoint?.operations.get('post');
  if (!isNew || !endpoint || !post || method !== 'GET' || answer.status !== 200) return undefined;
  return !takesNoBody(post) && mayUse(endpoint, path, 'post') ? post : undefined;
}

/** A list links to the page with its form. A form with mistakes, and one of a path without GET, are shown at once. */
const isLinked = ({ method }: Operation, request: LocatedPageRequest) =>
  method === 'post' &&
  (request.method !== 'POST' || request.answer.status < 300) &&
  !request.isNew &&
  request.endpoint.operations.has('get');

/** Buttons of the paths below this one that have no page: `POST /snippets/1/fork/` on `/snippets/1/`. */
function subresourcesView({ request, endpoints, csrfToken, mayUse }: ActionsView): Content {
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
function parentOf(path: string, endpoints: readonly Endpoint[]): string {
  const parent = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
  const list = endpoints.find((endpoint) => endpoint.path === parent);
  return list ? defaultListUrl(list, parent) : parent;
}

/** The path that shows what a form would store: a field names it (`x-preview`). */
function previewOf(
  schemas: Readonly<Record<string, Schema>>,
  endpoints: readonly Endpoint[],
): string | undefined {
  const named = Object.values(schemas).find((schema) => schema['x-preview'])?.['x-preview'];
  return endpoints.find(({ name }) => name === named)?.path;
}
