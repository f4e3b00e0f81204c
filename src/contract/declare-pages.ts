/** Declares the HTML pages of browsable addresses: the same answers and statuses as in JSON, with a page's own headers. */

import { resolve } from './resolve-references.js';
import {
  type Header,
  METHODS,
  type OperationObject,
  type PathItem,
  type Reference,
  type Response,
  type Specification,
} from './specification.js';

type Responses = OperationObject['responses'];

/** What a page is to a client of the document. */
const PAGE = { schema: { type: 'string', description: 'An HTML page with the same content.' } } as const;

const PAGE_HEADERS: Readonly<Record<string, Header>> = {
  'Content-Security-Policy': {
    description: 'A page loads from this host alone.',
    schema: { type: 'string' },
    'x-only-with': 'text/html',
  },
  'Cache-Control': {
    description: "A page that shows a user, or carries a token, is nobody else's.",
    schema: { type: 'string' },
  },
};

/** A refusal to negotiate: no form was chosen, so it is JSON. */
const NOT_ACCEPTABLE = '406';

/** Every JSON answer of a browsable path, and every error where `Accept` counts, may come as a page. */
export function declarePages(specification: Specification): void {
  const items = Object.values(specification.paths);
  for (const item of items) if (item['x-negotiation'] === false) ownResponses(item, specification);
  for (const item of items) {
    if (item['x-negotiation'] === false) continue;
    for (const method of METHODS) addPages(item[method]?.responses, specification, item['x-browsable']);
  }
  for (const responses of Object.values(specification['x-derived-responses']))
    addPages(responses, specification, true);
}

/** What is shared gets pages for the others; here nothing but JSON is spoken. */
function ownResponses(item: PathItem, specification: Specification): void {
  for (const method of METHODS) {
    const responses = item[method]?.responses ?? {};
    for (const [status, response] of Object.entries(responses))
      responses[status] = structuredClone(resolve<Response>(specification, response));
  }
}

function addPages(responses: Responses | undefined, specification: Specification, browsable = false): void {
  for (const [status, response] of Object.entries(responses ?? {}))
    if (status !== NOT_ACCEPTABLE && (browsable || Number(status) >= 400)) addPage(response, specification);
}

/** Responses are shared, so one may be met again. */
function addPage(reference: Response | Reference, specification: Specification): void {
  const response = resolve<Response>(specification, reference);
  if (!response.content?.['application/json'] || response.content['text/html']) return;
  response.content['text/html'] = PAGE;
  const { ETag, ...headers } = response.headers ?? {};
  response.headers = { ...PAGE_HEADERS, ...headers };
  // A page has no ETag: it differs from visitor to visitor.
  if (ETag)
    response.headers.ETag = {
      ...resolve<Header>(specification, ETag),
      required: false,
      'x-only-with': 'application/json',
    };
}
