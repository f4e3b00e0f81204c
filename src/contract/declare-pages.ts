/** Declares the HTML pages of browsable paths: the statuses of the JSON answers, with the headers of a page. */

import { operationsOf } from './operations-of.js';
import { resolve } from './resolve-references.js';
import type {
  Header,
  OperationObject,
  PathItem,
  Reference,
  Response,
  Specification,
} from './specification.js';

type Responses = OperationObject['responses'];

/** The media type that describes a page. */
const PAGE = { schema: { type: 'string', description: 'An HTML page with the same content.' } } as const;

const PAGE_HEADERS: Readonly<Record<string, Header>> = {
  'Content-Security-Policy': {
    description: 'The page loads only from this host.',
    schema: { type: 'string' },
    'x-only-with': 'text/html',
  },
};

/** Every JSON answer of a browsable path may be a page, and so may every error of a negotiated path. */
export function declarePages(specification: Specification): void {
  const items = Object.values(specification.paths);
  for (const item of items) if (item['x-negotiation'] === false) ownResponses(item, specification);
  for (const item of items) {
    if (item['x-negotiation'] === false) continue;
    for (const [, { responses }] of operationsOf(item))
      addPages(responses, specification, item['x-browsable']);
  }
  for (const responses of Object.values(specification['x-derived-responses']))
    addPages(responses, specification, true);
}

/** Copies shared responses, which get pages for other paths: this path answers only with JSON. */
function ownResponses(item: PathItem, specification: Specification): void {
  for (const [, { responses }] of operationsOf(item)) {
    for (const [status, response] of Object.entries(responses))
      responses[status] = structuredClone(resolve<Response>(specification, response));
  }
}

function addPages(responses: Responses | undefined, specification: Specification, browsable = false): void {
  for (const [status, response] of Object.entries(responses ?? {}))
    if (browsable || Number(status) >= 400) addPage(response, specification);
}

/** Does nothing for a response that is always JSON, or has a page already: operations share responses. */
function addPage(reference: Response | Reference, specification: Specification): void {
  const response = resolve<Response>(specification, reference);
  if (response['x-page'] === false) return;
  if (!response.content?.['application/json'] || response.content['text/html']) return;
  response.content['text/html'] = PAGE;
  const { ETag, 'Cache-Control': cacheControl, ...headers } = response.headers ?? {};
  response.headers = { ...PAGE_HEADERS, ...headers };
  if (cacheControl)
    response.headers['Cache-Control'] = orNotKept(resolve<Header>(specification, cacheControl));
  // A page has no ETag, because it is different for each visitor.
  if (ETag)
    response.headers.ETag = {
      ...resolve<Header>(specification, ETag),
      required: false,
      'x-only-with': 'application/json',
    };
}

/** A page is never kept: it is different for each visitor, and may hold a token. */
function orNotKept(header: Header): Header {
  const values = header.schema.enum ?? [];
  if (values.includes('no-store')) return header;
  const description = `${header.description?.trim() ?? ''} A page is \`no-store\`.`.trim();
  return { ...header, description, schema: { ...header.schema, enum: [...values, 'no-store'] } };
}
