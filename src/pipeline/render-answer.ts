/** Turns the answer of a handler into bytes, by the renderer that negotiation chose. */

import type { Endpoint } from '../contract/contract.js';
import type { Answer, RenderedAnswer } from '../http/answer.js';
import type { Found, Renderer } from '../http/route.js';
import { json } from '../renderers/json.js';
import { cacheControlOf, notModified } from './conditional-requests.js';

export async function renderAnswer(
  handled: Answer,
  renderer: Renderer,
  found: Found,
): Promise<RenderedAnswer> {
  const answer = renderer.personal ? withoutTag(handled) : notModified(handled, found.request);
  const { status } = answer;
  // A 304 has no body: what makes it is not called.
  const body: unknown = typeof answer.body === 'function' ? answer.body() : answer.body;
  const headers = { 'Cache-Control': cacheControlOf(found, renderer), ...answer.headers };
  if (body === undefined) return { status, headers, body: null };
  const { render, contentType } = renderer.textOnly && typeof body !== 'string' ? json : renderer;
  return {
    status,
    headers: { ...headers, 'Content-Type': contentType },
    // Pages also show the tag that the JSON answer has.
    body: await render({ ...handled, body, headers: { ...headers, ETag: handled.headers?.ETag } }, found),
  };
}

function withoutTag({ headers, ...answer }: Answer): Answer {
  return { ...answer, headers: { ...headers, ETag: undefined } };
}

/** @param pages renders the pages of browsable endpoints @returns one for each media type, the preferred one first */
export function renderersOf(endpoint: Endpoint, pages: Renderer): readonly Renderer[] {
  return endpoint.mediaTypes.map((mediaType) => rendererOf(endpoint, mediaType, pages));
}

function rendererOf(endpoint: Endpoint, mediaType: string, pages: Renderer): Renderer {
  if (mediaType === json.mediaType) return json;
  // RFC 6839, 3.1: a type that ends with +json is JSON.
  if (mediaType.endsWith('+json')) return { ...json, mediaType, contentType: mediaType, answersOnly: true };
  return endpoint.browsable && mediaType === pages.mediaType ? pages : verbatim(mediaType);
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
