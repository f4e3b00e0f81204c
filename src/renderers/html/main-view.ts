/** The content of a page: its resource, what went wrong, what can be done, and the exchange as in HTTP. */

import type { Contract, Operation } from '../../contract/contract.js';
import { flattenSchema } from '../../contract/flatten-schema.js';
import type { Specification } from '../../contract/specification.js';
import { isRecord } from '../../is-record.js';
import type { FindPath } from '../../pipeline/routing/locate.js';
import type { Url } from '../../pipeline/routing/static-routes.js';
import { exchangeView } from './exchange/exchange-view.js';
import { explainErrors } from './explain-errors.js';
import { actionsView, createOperation, type MayUse } from './forms/actions-view.js';
import type { PageScript } from './frame/page.js';
import type { Visitor } from './frame/visitor.js';
import { type Content, escapeDirectionControls, html } from './html.js';
import { listView } from './lists/list-view.js';
import { answerHeader, hasEndpoint, type PageRequest } from './page-request.js';
import { problemView } from './problem-view.js';
import { fieldsView } from './records/fields-view.js';
import { itemProperties, type LinkOf, linksOf } from './records/links.js';
import { linksView } from './records/links-view.js';
import { labelsOf } from './records/names.js';
import type { MakeView, View, Views } from './view.js';

export interface MainDeps {
  readonly contract: Contract;
  readonly findPath: FindPath;
  readonly url: Url;
  readonly views: Views;
}

export interface Shown {
  readonly body: unknown;
  readonly request: PageRequest;
  readonly visitor: Visitor;
  readonly mayUse: MayUse;
  /** Of the page. */
  readonly name: string;
}

/** What a page has between its header and its footer. */
export interface Main {
  readonly title: string;
  readonly main: Content;
  readonly sheet?: string | undefined;
  readonly script: PageScript;
}

export function makeMain({ contract, findPath, url, views }: MainDeps): (shown: Shown) => Promise<Main> {
  const { specification, endpoints } = contract;
  // Links are opened with GET.
  const isReadable = (path: string) => findPath(path)?.endpoint.operations.has('get') === true;

  return async function mainOf({ body, request, visitor, mayUse, name }) {
    const { method, endpoint, answer } = request;
    const actions = { request, specification, endpoints, csrfToken: visitor.csrfToken, mayUse };
    const create = createOperation(request, mayUse);
    if (create && hasEndpoint(request)) {
      const main = [headingView(create.summary), actionsView({ ...actions, request, body })];
      return { title: create.summary, main, script: 'new-form.js' };
    }
    // The members of an error are messages, not fields.
    const represented = answer.status < 400 ? endpoint?.operations.get('get') : undefined;
    const linkOf = linksOf(represented, contract, isReadable);
    const view = await viewOf(body, request, linkOf, mayUse);
    const exchange = exchangeView(
      request,
      representationOf(body, represented, specification),
      linkOf,
      contract,
    );
    const explained =
      answer.status === 400 && isRecord(body) ? explainErrors(body, request, specification) : body;
    const isDescription = method === 'OPTIONS';
    const main: Content = [
      headingView(view.heading ?? (answer.status === 404 ? answer.reason : name)),
      view.summary,
      problemView(explained, request, visitor, url),
      createdView(request),
      isDescription && exchange,
      hasEndpoint(request) &&
        actionsView({ ...actions, request, body: explained, more: view.actions, menu: view.menu }),
      view.content,
      linksView(body, findPath),
      listView(explained, request, specification, linkOf, { findPath }),
      !isDescription && exchange,
    ];
    return { title: name, main, sheet: view.sheet, script: 'browsable.js' };
  };

  /** What the page of a single resource shows; empty for lists and errors. */
  async function viewOf(body: unknown, request: PageRequest, linkOf: LinkOf, mayUse: MayUse): Promise<View> {
    const { method, path, pathParameters, answer } = request;
    if (!hasEndpoint(request) || answer.status !== 200 || method !== 'GET' || !isRecord(body)) return {};
    const { endpoint } = request;
    const output = endpoint.operations.get('get')?.output;
    const own = views[endpoint.name];
    // Any other path without parameters is a list of links.
    if (!output || (!own && Object.keys(pathParameters).length === 0)) return {};
    const labelOf = labelsOf(endpoint.operations.get('get'), specification);
    const general: MakeView = async () => ({
      content: fieldsView(body, itemProperties(output, specification), linkOf),
    });
    return (own ?? general)({
      request,
      mayUse: (asked) => mayUse(endpoint, path, asked),
      body,
      linkOf,
      labelOf,
    });
  }
}

const headingView = (text: string) => html`<h1><bdi>${escapeDirectionControls(text)}</bdi></h1>`;

/** A list as a program gets it: its pages may have further members for their rows. */
function representationOf(
  body: unknown,
  operation: Operation | undefined,
  specification: Specification,
): unknown {
  if (!Array.isArray(body) || !operation?.output) return body;
  const { items } = flattenSchema(specification, operation.output);
  if (!items || flattenSchema(specification, items).additionalProperties !== false) return body;
  const declared = itemProperties(operation.output, specification);
  return body.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(declared, name))),
  );
}

/** Links to the new resource (`Location`) for browsers without JavaScript. */
function createdView(request: PageRequest): Content {
  return (
    request.answer.status === 201 &&
    html`<p class="done" role="status">Created: <a href="${answerHeader(request, 'Location')}">view it</a>.</p>`
  );
}
