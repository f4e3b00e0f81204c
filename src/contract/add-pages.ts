/** Declares the HTML pages: of every JSON answer of a browsable path, and of every error where people come to. */
import {
  type Header,
  operationsOf,
  type Reference,
  type Response,
  type Specification,
} from './specification.js';

/** The media type that describes a page. */
const PAGE = { schema: { type: 'string', description: 'An HTML page with the same content.' } } as const;

const PAGE_HEADERS: Readonly<Record<string, Header>> = {
  'Content-Security-Policy': {
    description: 'The page loads only from this host.',
    schema: { type: 'string' },
    'x-only-with': 'text/html',
  },
};

/** The answer to a request that accepts no media type of its path. */
const NOT_ACCEPTABLE = '406';

export function addPages(specification: Specification): void {
  const { paths, components } = specification;
  const named = <T>(kind: Record<string, T>, value: T | Reference): T | undefined =>
    typeof value === 'object' && value !== null && '$ref' in value
      ? kind[String(value.$ref).split('/').at(-1) ?? '']
      : (value as T);

  for (const item of Object.values(paths)) {
    const isBrowsable = item['x-browsable'] === true;
    const all = operationsOf(item).map(([, { responses }]) => responses);
    const successes = all.flatMap((responses) =>
      Object.entries(responses).flatMap(([status, response]) =>
        status.startsWith('2') ? Object.keys(named(components.responses, response)?.content ?? {}) : [],
      ),
    );
    // What has one representation, and that is for programs, has errors for programs.
    if (!isBrowsable && successes.length > 0 && !successes.includes('text/html')) continue;
    for (const responses of all) addTo(responses, isBrowsable);
  }
  for (const responses of Object.values(specification['x-derived-responses'])) addTo(responses, true);

  function addTo(responses: Record<string, Response | Reference>, isBrowsable: boolean): void {
    for (const [status, response] of Object.entries(responses)) {
      if (status === NOT_ACCEPTABLE || !(isBrowsable || Number(status) >= 400)) continue;
      if (!('$ref' in response)) responses[status] = withPage(response);
      else {
        const name = `${response.$ref.split('/').at(-1)}OrPage`;
        // A page of this service would not be found under another host.
        if (name === 'InvalidHostOrPage') continue;
        const shared = named(components.responses, response);
        if (!shared?.content?.['application/json']) continue;
        components.responses[name] ??= withPage(shared);
        responses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }

  function withPage(response: Response): Response {
    if (!response.content?.['application/json']) return response;
    const { ETag: etag, 'Cache-Control': cacheControl, ...others } = response.headers ?? {};
    const headers: Response['headers'] = { ...PAGE_HEADERS, ...others };
    const kept = cacheControl && named(components.headers, cacheControl);
    if (kept) headers['Cache-Control'] = orNotKept(kept);
    const tag = etag && named(components.headers, etag);
    // A page has no ETag, because it is different for each visitor.
    if (tag) headers.ETag = { ...tag, required: false, 'x-only-with': 'application/json' };
    return { ...response, headers, content: { ...response.content, 'text/html': PAGE } };
  }
}

/** A page is never kept: it is different for each visitor, and may hold a token. */
function orNotKept(header: Header): Header {
  const values = header.schema.enum ?? [];
  if (values.includes('no-store')) return header;
  const description = `${header.description?.trim() ?? ''} A page is \`no-store\`.`.trim();
  return { ...header, description, schema: { ...header.schema, enum: [...values, 'no-store'] } };
}
