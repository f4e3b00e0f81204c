/** The renderers of each endpoint, in the order of its media types in the specification: JSON, pages, ready text. */
import type { Endpoint } from '../contract/contract.js';
import type { Renderer } from '../pipeline/request/api-request.js';
import { json } from './json.js';

/** @param browsable renders the pages of browsable endpoints */
export function renderersOf(
  endpoints: readonly Endpoint[],
  browsable: Renderer,
): ReadonlyMap<Endpoint, readonly Renderer[]> {
  const renderersFor = (endpoint: Endpoint) =>
    endpoint.mediaTypes.map((mediaType) => rendererOf(endpoint, mediaType, browsable));
  return new Map(endpoints.map((endpoint) => [endpoint, renderersFor(endpoint)]));
}

function rendererOf(endpoint: Endpoint, mediaType: string, browsable: Renderer): Renderer {
  if (mediaType === json.mediaType) return json;
  // RFC 6839, 3.1: a type that ends with +json is JSON.
  if (mediaType.endsWith('+json')) return { ...json, mediaType, contentType: mediaType, answersOnly: true };
  return endpoint.browsable && mediaType === browsable.mediaType ? browsable : verbatim(mediaType);
}

export function verbatim(mediaType: string): Renderer {
  return {
    mediaType,
    format: mediaType.slice(mediaType.indexOf('/') + 1),
    contentType: `${mediaType}; charset=utf-8`,
    textOnly: true,
    render: ({ body }) => String(body),
  };
}
